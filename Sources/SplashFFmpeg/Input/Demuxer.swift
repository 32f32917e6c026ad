internal import CFFmpeg
internal import Foundation

/// Opens a file, an address or standard input and reads its packets.
final class Demuxer {
  let name: String
  let context: UnsafeMutablePointer<AVFormatContext>
  private let interruption: Interruption
  /// Reads files and standard input; nil for inputs that libavformat opens itself.
  private let io: DescriptorIO?
  private var timeline: Timeline
  /// The files read through this demuxer.
  private let files = ReadFiles()
  /// Which time counts as reading; waiting for a pipe or the network does not.
  let time: StageClock.Time

  /// - Parameter staysOpening: whether opening lasts until `endOpening()`, so that the time limit
  ///   of an address for opening goes on.
  init(
    _ input: String, options: InputOptions, staysOpening: Bool = false
  ) throws(SplashError) {
    name = input
    let location = InputLocation(input)
    let format = try options.format.map(Demuxer.format)
    let layout = try Demuxer.raw(options) + location.numbering(rate: options.rate)
    io = try location.openDescriptor()
    time = io?.time ?? location.time
    interruption = Interruption(
      grace: 0, patience: location.isAddress ? options.timeout : .infinity,
      isGivenUp: options.isGivenUp ?? { false })

    var context = avformat_alloc_context()
    guard let fresh = context else { fatalError("out of memory") }
    fresh.pointee.pb = io?.context
    fresh.pointee.interrupt_callback = interruption.callback
    Demuxer.note(files, openedBy: fresh)
    var settings: OpaquePointer?
    defer { av_dict_free(&settings) }
    for (key, value) in layout { av_dict_set(&settings, key, value, 0) }
    let protocols = [location.allowedProtocols, options.allowedProtocols].compactMap(\.self)
    av_dict_set(&settings, "protocol_whitelist", protocols.joined(separator: ","), 0)
    // Allows lists of files to name any file.
    if options.allowedProtocols != nil {
      av_dict_set(&settings, "safe", "0", 0)
    } else {
      av_dict_set(&settings, "format_whitelist", Demuxer.ownFormats, 0)
    }

    let (status, error) = interruption.watch(context) {
      FFmpegLog.listen {
        location.url.withPath { avformat_open_input(&context, $0, format ?? nil, &settings) }
      }
    }
    guard let opened = context, status >= 0 else {
      throw Demuxer.refusal(
        of: input, brand: io?.brand, silence: interruption.complaint, status, error)
    }
    self.context = opened
    if String(cString: opened.pointee.iformat.pointee.name) == "concat" {
      Demuxer.note(files, of: input)
    }
    timeline = Timeline(mayLeap: opened.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0)
    try refuseUndecodable(options)
    let (found, complaint) = interruption.watch(opened) {
      StandardError.withoutLibraries {
        FFmpegLog.listen { avformat_find_stream_info(opened, nil) }
      }
    }
    nameFonts(in: opened)
    guard found >= 0 else {
      throw SplashError(
        .badInput, "\(input): cannot find out what is in it",
        cause: interruption.complaint ?? complaint ?? avMessage(found))
    }
    remark = complaint
    try refuseUndecodable(options)
    if !staysOpening { endOpening() }
  }

  /// The error that the search for streams gave although it found some.
  private(set) var remark: String?

  /// Ends the time limit for opening: the caller has what it needs to begin.
  func endOpening() { interruption.endOpening() }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  /// The demuxer's options for raw frames.
  private static func raw(_ options: InputOptions) throws(SplashError) -> [(String, String)] {
    guard options.format == "rawvideo" else { return [] }
    guard let raw = options.raw else {
      throw SplashError(
        .usage, "\(option: "inputFormat") rawvideo", cause: "raw frames do not say what they are",
        remedy: rawFlags)
    }
    guard PixelFormat(name: raw.pixelFormat) != nil else {
      throw SplashError(
        .usage, "\(option: "pixelFormat") \(raw.pixelFormat)", cause: "FFmpeg has no such format",
        remedy: "see `ffmpeg -pix_fmts`")
    }
    return [
      ("video_size", "\(raw.width)x\(raw.height)"), ("framerate", raw.rate),
      ("pixel_format", raw.pixelFormat),
    ]
  }

  private static let rawFlags =
    "write \(option: "inputFormat") rawvideo \(option: "size") WxH, with \(option: "fps") and "
    + "\(option: "pixelFormat") where it is not 25 and yuv420p"

  /// All formats but DASH, whose demuxer in FFmpeg 6.1 opens files named in a manifest whatever the
  /// protocols (CVE-2023-6605), and formats that render text.
  private static let ownFormats = {
    var names: [String] = []
    var state: UnsafeMutableRawPointer?
    while let format = av_demuxer_iterate(&state) {
      let name = String(cString: format.pointee.name)
      if name != "dash", name != "tty" { names.append(name) }
    }
    return names.joined(separator: ",")
  }()

  private static func format(
    _ name: String
  ) throws(SplashError) -> UnsafePointer<AVInputFormat> {
    guard let format = av_find_input_format(name) else {
      throw SplashError(
        .usage, "\(option: "inputFormat") \(name)", cause: "FFmpeg has no such format",
        remedy: "see `ffmpeg -demuxers` for those it has")
    }
    return format
  }

  /// The error for an input that cannot be opened, with a remedy.
  private static func refusal(
    of name: String, brand: String?, silence: String?, _ status: Int32, _ error: String?
  ) -> SplashError {
    let what = "\(name): cannot read as video"
    if let silence {
      return SplashError(
        .badInput, what, cause: silence,
        remedy: "try again, or wait longer with \(option: "timeout")")
    }
    if let cause = sizeComplaint(error) {
      return SplashError(.badInput, what, cause: cause)
    }
    if let brand, Demuxer.photoBrands.contains(brand) {
      return SplashError(
        .badInput, what, cause: "it is a HEIC or AVIF photo, which this FFmpeg cannot read",
        remedy: "convert it first: heif-convert \(name) photo.png (Debian: libheif-examples)")
    }
    if error == "moov atom not found", brand != nil {
      return SplashError(
        .badInput, what, cause: "its index (moov) is missing",
        remedy:
          "the recording was not finished or the copy is incomplete; copy it again, or have a "
          + "repair tool rebuild the index with the help of an intact clip of the same camera")
    }
    let refusals = ["not on whitelist", "loading first segment", "Unsafe file name"]
    let isRefused = refusals.contains { error?.contains($0) == true }
    // FFmpeg 7.1 and later guess the format by the file name.
    let isUnwanted = error?.hasPrefix("Format not on whitelist") == true
    let isManifest = isUnwanted && !isText(name)
    if isUnwanted, !isManifest {
      return SplashError(.badInput, what, cause: "it is a text", remedy: "name a video or a photo")
    }
    if name == "-", status == ff_error_invalid_data {
      return SplashError(
        .badInput, what, cause: error ?? avMessage(status),
        remedy: "pipe y4m or nut (ffmpeg … -f nut -); for raw frames \(rawFlags)")
    }
    let isMisnamed = error?.hasPrefix("Not detecting m3u8/hls") == true
    let flags =
      (isMisnamed ? "\(option: "inputFormat") hls " : "")
      + "\(option: "allowProtocols") file,http,tcp"
    return SplashError(
      .badInput, what,
      cause: isMisnamed
        ? "it is a playlist by another name"
        : isManifest ? "it is a DASH manifest" : error ?? avMessage(status),
      remedy: isRefused || isMisnamed
        ? "it refers to other files or the network; if you trust it, \(flags)"
        : status == ff_error_invalid_data ? "check that it is a video file" : nil)
  }

  /// Whether FFmpeg would render a file as text because of its extension.
  private static func isText(_ name: String) -> Bool {
    let endings = ["ans", "art", "asc", "diz", "ice", "nfo", "txt", "vt"]
    return endings.contains { name.lowercased().hasSuffix(".\($0)") }
  }

  /// Brands of photos in QuickTime's family of files.
  private static let photoBrands = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis",
  ]

  /// Refuses streams that must not reach a decoder or libavformat's search for streams.
  private func refuseUndecodable(_ options: InputOptions) throws(SplashError) {
    try refuseWebP()
    try refuseHugePictures(options.maxPixels)
  }

  /// Damaged WebP frames trip assertions of libavcodec's decoder, which end the process. WebP files
  /// never come here: libwebp decodes them.
  private func refuseWebP() throws(SplashError) {
    let parameters = streams.map(\.pointee.codecpar.pointee)
    guard parameters.contains(where: { $0.codec_id == AV_CODEC_ID_WEBP }) else { return }
    throw SplashError(
      .badInput, "\(name): WebP is read from files of its own, not numbered or within others",
      remedy: "name the .webp files, or make PNG of them with ffmpeg")
  }

  private func refuseHugePictures(_ limit: Int) throws(SplashError) {
    for stream in streams {
      let (width, height) = (
        Int(stream.pointee.codecpar.pointee.width), Int(stream.pointee.codecpar.pointee.height)
      )
      guard stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
        width.multipliedReportingOverflow(by: height).partialValue > limit
      else { continue }
      throw SplashError(
        .badInput, "\(name): a frame of \(width)x\(height) would take too much memory",
        cause: "it has more than \(limit) pixels",
        remedy: "if it is meant, allow it with \(option: "maxPixels") \(width * height)")
    }
  }

  /// All streams, in the file's order.
  var streams: [UnsafeMutablePointer<AVStream>] {
    (0..<Int(context.pointee.nb_streams)).map { context.pointee.streams[$0]! }
  }

  /// The time stamp in microseconds at which the first stream begins; `ff_no_timestamp` where it is
  /// unknown. Samples before zero that only prime a sound decoder do not count.
  var start: Int64 {
    let start = context.pointee.start_time
    return start != ff_no_timestamp && start < 0 && streams.allSatisfy(beginsByZero) ? 0 : start
  }

  private func beginsByZero(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let (start, parameters) = (stream.pointee.start_time, stream.pointee.codecpar.pointee)
    guard start != ff_no_timestamp, start < 0 else { return true }
    let priming = Double(parameters.initial_padding) / Double(max(1, parameters.sample_rate))
    // Matroska's time stamps are milliseconds.
    return -Double(start) * av_q2d(stream.pointee.time_base) < priming + 0.001
  }

  /// Reads only these streams: libavformat would wait for packets of others, which may lie anywhere
  /// in the file.
  func keep(_ wanted: (UnsafeMutablePointer<AVStream>) -> Bool) {
    for stream in streams where !wanted(stream) { stream.pointee.discard = AVDISCARD_ALL }
  }

  /// Reads the next packet; its time stamps are made to increase where the file's do not.
  func read(into packet: UnsafeMutablePointer<AVPacket>) -> ReadResult {
    let (status, error) = interruption.watch(context) {
      FFmpegLog.listen { av_read_frame(context, packet) }
    }
    if status >= 0 {
      timeline.place(packet, of: context.pointee.streams[Int(packet.pointee.stream_index)]!.pointee)
      return .packet
    }
    if let complaint = interruption.complaint { return .broken(complaint) }
    if status == ff_error_exit { return .end }
    if let error { return .broken(error) }
    return status == ff_error_eof ? .end : .broken(avMessage(status))
  }

  enum ReadResult {
    case packet
    case end
    /// The file breaks off, for the given reason.
    case broken(String)
  }

  /// Why existing bytes could not be read, in words; nil where all could. Some demuxers take such
  /// an error for the end.
  var readFailure: String? {
    guard let status = context.pointee.pb?.pointee.error, status < 0,
      ![ff_error_exit, ff_error_eof].contains(status)
    else { return nil }
    return avMessage(status)
  }

  /// Makes a waiting `read` return the end. Any thread.
  func interrupt() {
    interruption.interrupt()
    io?.interrupt()
  }

  /// Seeks to the last keyframe at or before a time of a stream, or to an earlier one.
  func seek(to timestamp: Int64, of stream: UnsafeMutablePointer<AVStream>) throws(SplashError) {
    guard let io = context.pointee.pb, io.pointee.seekable != 0 else { return }
    go(to: timestamp, of: stream)
    // MPEG streams are searched by their clock, which stands beside other frames too; MP4 without
    // edit lists by decoding times, which precede the presentation times of reordered frames.
    guard
      context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0
        || stream.pointee.codecpar.pointee.video_delay > 0
    else { return }
    let second = ticks(1, stream.pointee.time_base)
    // Times before the first frame lead to the very beginning.
    let start = stream.pointee.start_time
    let first = (start == ff_no_timestamp ? 0 : start) - second
    var (target, back) = (timestamp, second)
    while !isBeforeKeyFrame(of: stream, until: timestamp), target > first {
      (target, back) = (max(first, timestamp - back), back * 2)
      go(to: target, of: stream)
    }
    go(to: target, of: stream)
  }

  private func go(to timestamp: Int64, of stream: UnsafeMutablePointer<AVStream>) {
    // Inputs that cannot seek are read from the beginning, and frames before the start are dropped.
    _ = avformat_seek_file(
      context, stream.pointee.index, Int64.min, timestamp, timestamp, 0)
    timeline.forget()
  }

  /// Reads the next packet of a stream. Returns whether it is a keyframe at or before a time.
  private func isBeforeKeyFrame(
    of stream: UnsafeMutablePointer<AVStream>, until timestamp: Int64
  ) -> Bool {
    guard let packet = av_packet_alloc() else { fatalError("out of memory") }
    defer {
      var end: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&end)
    }
    while case .packet = read(into: packet) {
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == stream.pointee.index else { continue }
      let pts = packet.pointee.pts
      let stamp = pts == ff_no_timestamp ? packet.pointee.dts : pts
      return packet.pointee.flags & AV_PKT_FLAG_KEY != 0 && stamp <= timestamp
    }
    return false
  }
}

/// The error for a frame that exceeds the size limit of FFmpeg or splash, from FFmpeg's message;
/// nil where the message is another.
func sizeComplaint(_ error: String?) -> String? {
  guard let error, error.hasPrefix("Picture size") else { return nil }
  return
    "\(error); \(option: "maxPixels") bounds frames, and FFmpeg takes 268435456 pixels at most"
}

/// Marks attachments with media types of RFC 8081 as fonts; FFmpeg 5.1 knows older types only.
private func nameFonts(in context: UnsafeMutablePointer<AVFormatContext>?) {
  guard let context else { return }
  let kinds = [
    "font/ttf": AV_CODEC_ID_TTF, "font/sfnt": AV_CODEC_ID_TTF, "font/collection": AV_CODEC_ID_TTF,
    "font/otf": AV_CODEC_ID_OTF,
  ]
  for index in 0..<Int(context.pointee.nb_streams) {
    guard let stream = context.pointee.streams[index],
      let parameters = stream.pointee.codecpar,
      parameters.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT,
      parameters.pointee.codec_id == AV_CODEC_ID_NONE,
      let said = av_dict_get(stream.pointee.metadata, "mimetype", nil, 0),
      let kind = kinds[String(cString: said.pointee.value).lowercased()]
    else { continue }
    parameters.pointee.codec_id = kind
  }
}
