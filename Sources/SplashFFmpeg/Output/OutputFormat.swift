internal import CFFmpeg
internal import Foundation

/// The container and the encoder for an output.
struct OutputFormat {
  let muxer: UnsafePointer<AVOutputFormat>
  let encoder: UnsafePointer<AVCodec>

  var muxerName: String { String(cString: muxer.pointee.name) }
  var encoderName: String { String(cString: encoder.pointee.name) }

  /// True for containers that hold video only.
  var isPictureOnly: Bool { muxer.pointee.audio_codec == AV_CODEC_ID_NONE }

  /// True for outputs of uncompressed frames.
  var isRaw: Bool {
    encoder.pointee.id == AV_CODEC_ID_RAWVIDEO || encoder.pointee.id == AV_CODEC_ID_WRAPPED_AVFRAME
  }

  /// True for MP4 and its kin, which descend from QuickTime's container; these alone tell players
  /// how to turn frames.
  var isQuickTime: Bool { ["mp4", "mov", "ipod", "3gp", "3g2", "f4v"].contains(muxerName) }

  /// Whether there are tags of phones, whose maker-specific keys only QuickTime's list of tags has.
  func hasPhoneTags(_ metadata: Tags) -> Bool {
    isQuickTime && metadata.contains { $0.key.lowercased().hasPrefix("com.") }
  }

  /// Why FFmpeg stores no cover: it writes covers in iTunes's list of tags only; nil where it
  /// stores it, or reports so itself.
  func objectionToCovers(beside metadata: Tags) -> String? {
    guard isQuickTime else { return nil }
    return hasPhoneTags(metadata)
      ? "a list of a phone's tags has no place for one; \(option: "noTags") or .mkv help"
      : ["mp4", "ipod"].contains(muxerName)
        ? nil : "FFmpeg writes none into \(muxerName); .mp4 and .mkv keep it"
  }

  /// True for containers with frame times and a comment tag, from which parts of a clip can be
  /// joined.
  var holdsParts: Bool { ["mp4", "mov", "matroska", "webm", "nut"].contains(muxerName) }

  /// True for encoders that can code the two fields of a frame separately; others code the whole
  /// frame, and many refuse the option.
  var codesFields: Bool {
    [
      AV_CODEC_ID_H264, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_PRORES,
      AV_CODEC_ID_DNXHD, AV_CODEC_ID_DVVIDEO, AV_CODEC_ID_HUFFYUV, AV_CODEC_ID_FFVHUFF,
    ].contains(encoder.pointee.id)
  }

  /// True for encoders whose size follows a bit rate.
  var takesRate: Bool {
    [
      AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1,
      AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_THEORA,
    ].contains(encoder.pointee.id)
  }

  /// SVT-AV1 takes even sizes only, in 4:2:0, and cannot be closed before its first frame.
  var isSVT: Bool { encoderName == "libsvtav1" }

  /// The color coding that readers assume whatever the tags: JPEG's by JFIF 1.02, WebP's by RFC
  /// 9649.
  var fixedCoding: ColorCoding? {
    switch encoderName {
    case "mjpeg": ColorCoding(matrix: .bt601, range: .full)
    case "libwebp", "libwebp_anim": ColorCoding(matrix: .bt601, range: .limited)
    default: nil
    }
  }

  /// - Parameter picture: describes the frames, where that decides between two codecs.
  init(
    output: String, options: OutputOptions, picture: PictureDescription? = nil
  ) throws(SplashError) {
    let format = options.format ?? (output == "-" ? "yuv4mpegpipe" : nil)
    guard
      let muxer = output.withPath({
        av_guess_format(OutputFormat.muxerName(format), format == nil ? $0 : nil, nil)
      })
    else {
      throw SplashError(
        .usage, format.map { "\(option: "format") \($0)" } ?? "\(output): unknown kind of file",
        cause: format == nil && !output.contains(".")
          ? "its name has no extension" : "FFmpeg has no container of that name",
        remedy:
          "use .mp4, .mkv, .webm, .mov, .y4m or .nut, .png or .jpg for a photo, or \(option: "format") with a name from `ffmpeg -muxers`"
      )
    }
    self.muxer = muxer
    encoder = try OutputFormat.encoder(
      for: muxer, output: output, options: options, picture: picture)
    guard encoder.pointee.type == AVMEDIA_TYPE_VIDEO else {
      throw SplashError(
        .usage, "\(option: "codec") \(options.codec ?? "")", cause: "it is not for video")
    }
  }

  /// Common names of containers, besides libavformat's own.
  private static func muxerName(_ format: String?) -> String? {
    switch format {
    case "y4m": "yuv4mpegpipe"
    case "mkv": "matroska"
    case "raw": "rawvideo"
    case "ts": "mpegts"
    default: format
    }
  }

  private static func encoder(
    for muxer: UnsafePointer<AVOutputFormat>, output: String, options: OutputOptions,
    picture: PictureDescription?
  ) throws(SplashError) -> UnsafePointer<AVCodec> {
    let container = String(cString: muxer.pointee.name)
    if let given = options.codec {
      let name = given == "dnxhr" ? "dnxhd" : given
      if let encoder = avcodec_find_encoder_by_name(name) { return encoder }
      if let descriptor = avcodec_descriptor_get_by_name(name),
        let encoder = preferredEncoder(descriptor.pointee.id, picture)
      {
        return encoder
      }
      throw SplashError(
        .usage, "\(option: "codec") \(name)", cause: "this FFmpeg has no such encoder",
        remedy: "see `ffmpeg -encoders` for those it has")
    }
    let codec =
      options.needsAlpha && container == "mov"
      ? AV_CODEC_ID_PRORES
      : defaultCodec(of: container, muxer: muxer, output: output, options, picture)
    guard codec != AV_CODEC_ID_NONE else {
      throw SplashError(.usage, "\(container) output", cause: "this container holds no video")
    }
    guard let encoder = preferredEncoder(codec, picture) else {
      throw SplashError(
        .failure, "\(container) output: no encoder for \(String(cString: avcodec_get_name(codec)))",
        cause: "this FFmpeg was built without one", remedy: "name another with \(option: "codec")")
    }
    return encoder
  }

  private static func defaultCodec(
    of container: String, muxer: UnsafePointer<AVOutputFormat>, output: String,
    _ options: OutputOptions, _ picture: PictureDescription?
  ) -> AVCodecID {
    // Players that show more than 8 bits take HEVC, and hardly any take H.264.
    let forPlayers = ["mp4", "mov", "matroska", "ipod", "mpegts", "hls"]
    if forPlayers.contains(container), isDeep(options, picture),
      avcodec_find_encoder_by_name("libx265") != nil
    {
      return AV_CODEC_ID_HEVC
    }
    return switch container {
    case "mp4", "mov", "matroska", "ipod", "avi", "flv", "mpegts", "3gp", "3g2", "f4v", "ismv",
      "hls",
      "rtp_mpegts", "rtsp":
      AV_CODEC_ID_H264
    case "webm": AV_CODEC_ID_VP9
    case "nut", "rawvideo": AV_CODEC_ID_RAWVIDEO
    default:
      // Sound containers state a codec for cover art.
      isForSound(muxer)
        ? AV_CODEC_ID_NONE : av_guess_codec(muxer, nil, output, nil, AVMEDIA_TYPE_VIDEO)
    }
  }

  private static func isForSound(_ muxer: UnsafePointer<AVOutputFormat>) -> Bool {
    muxer.pointee.audio_codec != AV_CODEC_ID_NONE && muxer.pointee.video_codec == AV_CODEC_ID_PNG
  }

  /// Whether a clip's frames would be encoded with more than 8 bits.
  private static func isDeep(_ options: OutputOptions, _ picture: PictureDescription?) -> Bool {
    guard let picture, !options.isStill else { return false }
    let format = options.pixelFormat.flatMap { PixelFormat(name: $0) } ?? picture.format
    return format.depth > 8
  }

  private static func preferredEncoder(
    _ codec: AVCodecID, _ picture: PictureDescription?
  ) -> UnsafePointer<AVCodec>? {
    // Many versions of SVT-AV1 refuse frames with fewer than 64 rows or columns.
    let isSmall = picture.map { min($0.width, $0.height) < 64 } ?? false
    let names: [String] =
      switch codec {
      case AV_CODEC_ID_H264: ["libx264"]
      case AV_CODEC_ID_HEVC: ["libx265"]
      case AV_CODEC_ID_VP9: ["libvpx-vp9"]
      case AV_CODEC_ID_AV1: isSmall ? ["libaom-av1", "libsvtav1"] : ["libsvtav1", "libaom-av1"]
      // libwebp_anim skips small changes since the frame before, which add up to visible blocks in
      // still areas.
      case AV_CODEC_ID_WEBP: ["libwebp"]
      default: []
      }
    return names.lazy.compactMap { avcodec_find_encoder_by_name($0) }.first
      ?? avcodec_find_encoder(codec)
  }

  /// The pixel format for encoding frames of another one: the same, or the nearest that loses
  /// least.
  func pixelFormat(for source: PixelFormat, options: OutputOptions) throws(SplashError)
    -> PixelFormat
  {
    let accepted = acceptedFormats
    if let name = options.pixelFormat {
      guard let format = PixelFormat(name: name) else {
        throw SplashError(
          .usage, "\(option: "pixelFormat") \(name)", cause: "FFmpeg knows no such format",
          remedy: "see `ffmpeg -pix_fmts`")
      }
      guard accepted.isEmpty || accepted.contains(format.withoutRange) else {
        throw SplashError(
          .usage, "\(option: "pixelFormat") \(name)",
          cause: isRaw
            ? "\(muxerName) cannot say that samples are stored so"
            : "\(encoderName) does not take it",
          remedy: isRaw
            ? "\(Self.nearest(to: format, among: accepted).name) is nearest to it"
            : "use one of \(accepted.map(\.name).joined(separator: ", "))")
      }
      return format.withoutRange
    }
    if encoder.pointee.id == AV_CODEC_ID_GIF { return PixelFormat(AV_PIX_FMT_PAL8) }
    let isForPlayers = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(encoder.pointee.id)
    // Clips of one photo, a GIF or a screen are for any player.
    let plain = PixelFormat(AV_PIX_FMT_YUV420P)
    let isPlain = options.isStill || options.isDrawn && muxerName != "matroska"
    if isPlain, options.codec == nil, isForPlayers, accepted.contains(plain) {
      return plain
    }
    // Players show 4:2:0 of more than 8 bits, but no deep grey.
    let isDeepGrey = isForPlayers && options.codec == nil && source.isGrey && source.depth > 8
    let source = isDeepGrey ? source.native(withColor: true) : source
    return Self.nearest(to: source, among: accepted)
  }

  private static func nearest(
    to source: PixelFormat, among accepted: [PixelFormat]
  ) -> PixelFormat {
    if accepted.isEmpty || accepted.contains(source) { return source }
    let reachable = accepted.map(\.av).filter { sws_isSupportedOutput($0) > 0 }
    let list = reachable + [AV_PIX_FMT_NONE]
    let best = avcodec_find_best_pix_fmt_of_list(list, source.av, source.hasAlpha ? 1 : 0, nil)
    return PixelFormat(best).withoutRange
  }

  /// Whether readers get the alpha of frames in that format back.
  func keepsAlpha(of pixels: PixelFormat) -> Bool {
    guard pixels.hasAlpha, !isTransportStream else { return false }
    return switch encoder.pointee.id {
    // Alpha is a second video stream, in Matroska's block additions.
    case AV_CODEC_ID_VP8, AV_CODEC_ID_VP9: ["webm", "matroska"].contains(muxerName)
    case AV_CODEC_ID_RAWVIDEO: ["rawvideo", "nut"].contains(muxerName)
    case AV_CODEC_ID_HAP: false
    default: true
    }
  }

  /// Formats that encoder and container take; empty when they take all.
  private var acceptedFormats: [PixelFormat] {
    if muxerName == "yuv4mpegpipe" {
      let shapes = ["yuv420p", "yuv422p", "yuv444p"]
      let depths = ["9le", "10le", "12le", "14le", "16le"]
      let deep = shapes.flatMap { shape in depths.map { shape + $0 } }
      let names =
        ["gray", "gray9le", "gray10le", "gray12le", "gray16le", "yuv411p"] + shapes + deep
      return names.compactMap { PixelFormat(name: $0) }
    }
    if deviceFormat != nil { return uploadedFormats }
    if let known = rawFormats { return known }
    var formats = Self.listedFormats(of: encoder).filter { !$0.isOnDevice }
    // FFmpeg 9 lists formats with alpha that libvpx refuses.
    if encoderName == "libvpx-vp9" { formats.removeAll { $0.hasAlpha && $0.name != "yuva420p" } }
    // Few programs read Y'CbCr TIFF, and some of those assume the wrong range.
    return encoder.pointee.id == AV_CODEC_ID_TIFF
      ? formats.filter { $0.isRGB || $0.isGrey } : formats
  }

  /// The raw formats that a container can state, since readers take other formats for these; nil
  /// for containers and encoders of another kind.
  private var rawFormats: [PixelFormat]? {
    guard encoder.pointee.id == AV_CODEC_ID_RAWVIDEO, let untagged = Self.untagged[muxerName] else {
      return nil
    }
    return (0..<AV_PIX_FMT_NB.rawValue).lazy.map(PixelFormat.init(rawValue:)).filter { format in
      guard format.descriptor != nil, !format.isOnDevice, format == format.withoutRange else {
        return false
      }
      let tag = avcodec_pix_fmt_to_codec_tag(format.av)
      return untagged.contains(format.name)
        || tag != 0 && av_codec_get_id(muxer.pointee.codec_tag, tag) == AV_CODEC_ID_RAWVIDEO
    }
  }

  /// Raw formats by container that are known without a tag, by their bits or in another way.
  private static let untagged: [String: Set<String>] = [
    "nut": [], "matroska": [],
    "avi": ["bgr24", "pal8", "bgra", "rgb555le", "rgb444le"],
    "mov": [
      "yuyv422", "rgb24", "bgr24", "pal8", "uyvy422", "argb", "gray16be", "rgb48be", "rgb565be",
      "rgb565le", "rgb555be", "rgb555le",
    ],
  ]

  /// The formats that FFmpeg lists for an encoder; empty when it takes all.
  static func listedFormats(of encoder: UnsafePointer<AVCodec>) -> [PixelFormat] {
    guard var next = ff_encoder_pixel_formats(encoder) else { return [] }
    var formats: [PixelFormat] = []
    while next.pointee != AV_PIX_FMT_NONE {
      let format = PixelFormat(next.pointee).withoutRange
      if !formats.contains(format) { formats.append(format) }
      next += 1
    }
    return formats
  }
}
