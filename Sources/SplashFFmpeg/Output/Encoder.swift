internal import CFFmpeg
internal import Foundation

/// Encodes frames.
final class Encoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let name: String
  private let scaler: Scaler
  /// The colors of light that the file holds; `display` for files and masks that hold none.
  private let light: LinearColors
  /// For encoders with palettes; it takes 8 MB.
  private lazy var palette = PaletteConverter()
  private let format: PixelFormat
  private let range: ColorRange
  /// The color coding that the format prescribes; nil where the file can state it.
  private let fixed: ColorCoding?
  private var last: Int64?
  private var durations = DurationMemory()
  private let fallbackDuration: Int64
  private let pace: Pace
  /// The latest frame, where it may have to be repeated.
  private var latest: Frame?
  /// Whether it hangs when it is closed before its first frame.
  private let isStuckWithoutPicture: Bool

  /// Columns and rows at the lower right that are cut off because the encoder does not take them: 0
  /// or 1.
  let cropped: (columns: Int, rows: Int)

  /// - Parameters:
  ///   - output: the file, for errors.
  ///   - picture: describes the frames as they arrive.
  init(
    output: String, format choice: OutputFormat, options: OutputOptions,
    picture: PictureDescription
  ) throws(SplashError) {
    name = output
    let holdsLight = LinearColors.areStated(by: choice.encoder.pointee.id) && !options.holdsMask
    light = holdsLight ? options.linearColors : .display
    scaler = Scaler(isData: light == .display)
    format = try choice.pixelFormat(for: picture.format, options: options)
    let rate = picture.frameRate.num > 0 ? picture.frameRate : AVRational(num: 25, den: 1)
    pace = choice.pace(of: picture)
    fixed = format.isRGB || format.isGrey ? nil : choice.fixedCoding
    var picture = picture
    if let fixed {
      (picture.matrix, picture.range) = (fixed.matrix.colorSpace, fixed.range.colorRange)
    }
    // Frames converted from R'G'B' keep its matrix tag, which SVT-AV1 2 refuses for Y'CbCr.
    if !format.isRGB, picture.matrix == AVCOL_SPC_RGB {
      picture.matrix = AVCOL_SPC_UNSPECIFIED
    }
    range = picture.range == AVCOL_RANGE_JPEG ? .full : .limited
    picture.timeBase = pace.timeBase(of: picture.timeBase)
    if case .grid(let rate, _) = pace { picture.frameRate = rate }
    (context, cropped) = try Encoder.open(
      choice, options, picture, as: format, output: output)
    isStuckWithoutPicture = choice.isSVT
    fallbackDuration = min(
      max(1, av_rescale_q(1, av_inv_q(rate), context.pointee.time_base)), 1 << 40)
  }

  /// Opens the encoder for the frame size or, where it refuses an odd size, for the even one below.
  private static func open(
    _ choice: OutputFormat, _ options: OutputOptions, _ picture: PictureDescription,
    as format: PixelFormat, output: String
  ) throws(SplashError) -> (UnsafeMutablePointer<AVCodecContext>, (columns: Int, rows: Int)) {
    let odd = (columns: picture.width % 2, rows: picture.height % 2)
    let isWorthwhile = odd != (0, 0) && picture.width > 1 && picture.height > 1
    if isWorthwhile, choice.isSVT {
      return (try open(choice, options, picture, format, odd, output), odd)
    }
    do throws(SplashError) {
      return (try open(choice, options, picture, format, (0, 0), output), (0, 0))
    } catch {
      guard error.kind != .usage, isWorthwhile,
        let context = try? open(choice, options, picture, format, odd, output)
      else { throw error }
      return (context, odd)
    }
  }

  private static func open(
    _ choice: OutputFormat, _ options: OutputOptions, _ picture: PictureDescription,
    _ format: PixelFormat, _ cropped: (columns: Int, rows: Int), _ output: String
  ) throws(SplashError) -> UnsafeMutablePointer<AVCodecContext> {
    guard let context = avcodec_alloc_context3(choice.encoder) else { fatalError("out of memory") }
    context.pointee.width = Int32(picture.width - cropped.columns)
    context.pointee.height = Int32(picture.height - cropped.rows)
    context.pointee.pix_fmt = format.av
    context.pointee.time_base = picture.timeBase
    context.pointee.framerate = picture.frameRate
    context.pointee.sample_aspect_ratio = picture.sampleAspectRatio
    context.pointee.colorspace = picture.matrix
    context.pointee.color_range = picture.range
    context.pointee.color_primaries = picture.primaries
    context.pointee.color_trc = picture.transfer
    context.pointee.chroma_sample_location = picture.chromaLocation
    context.pointee.field_order = picture.fieldOrder
    context.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
    if choice.needsGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    // Without time stamps frames have to be stored in order of presentation.
    if choice.beginsAtZero { context.pointee.max_b_frames = 0 }
    if picture.isInterlaced, choice.codesFields {
      context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
    }
    do throws(SplashError) {
      try choice.openDevice(options.hardware, for: context, format: format, output: output)
      try apply(options, to: context, encoder: choice.encoderName)
      try check(
        avcodec_open2(context, choice.encoder, nil), .failure,
        "\(output): \(choice.encoderName) refuses \(picture.width)x\(picture.height) \(format.name)",
        remedy: { _ in
          (picture.width | picture.height) % 2 != 0
            ? "odd sizes need \(option: "pixelFormat") yuv444p, or .mkv with \(option: "codec") ffv1"
            : "try another \(option: "codec") or \(option: "pixelFormat")"
        })
    } catch {
      var failed: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&failed)
      throw error
    }
    return context
  }

  deinit {
    // SVT-AV1 waits for ever for its threads where they have never had a frame.
    if last == nil, isStuckWithoutPicture { sendBlank() }
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  private func sendBlank() {
    let blank = BufferPool().picture(
      width: Int(context.pointee.width), height: Int(context.pointee.height), format: format)
    blank.withMutablePlanes { planes in
      for plane in 0..<(format.samples?.planeCount ?? 0) {
        let size = format.samples!.size(ofPlane: plane, width: blank.width, height: blank.height)
        for y in 0..<size.rows { planes.row(y, ofPlane: plane).update(repeating: 0) }
      }
    }
    blank.timestamp = 0
    avcodec_send_frame(context, blank.av)
  }

  private static func apply(
    _ options: OutputOptions, to context: UnsafeMutablePointer<AVCodecContext>, encoder: String
  ) throws(SplashError) {
    try checkPreset(options.preset, of: encoder)
    var settings: [(flag: String, key: String, value: String)] = []
    let crf = options.crf.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
    switch encoder {
    case "libx264", "libx265":
      settings = [("\(option: "preset")", "preset", options.preset ?? "veryfast")]
      if options.bitrate == nil { settings.append(("\(option: "crf")", "crf", crf ?? "20")) }
      // x264 assumes that the upper field comes first.
      if encoder == "libx264", [AV_FIELD_BB, AV_FIELD_TB].contains(context.pointee.field_order) {
        settings.append(("", "x264-params", "bff=1"))
      }
      // x265 writes to standard error by itself.
      if encoder == "libx265", av_log_get_level() < AV_LOG_INFO {
        settings.append(("", "x265-params", "log-level=none"))
      }
    case "dnxhd":
      // DNxHR takes any size and rate; DNxHD takes only a few, each with its bit rate.
      if options.bitrate == nil { settings = [("", "profile", dnxhrProfile(context))] }
    case "exr": settings = [("", "compression", "zip16")]
    case "ffv1":
      // By default FFV1 codes four slices, which FFmpeg 9 refuses for some small frames.
      if min(context.pointee.width, context.pointee.height) < 16 {
        settings = [("", "slices", "1")]
      }
    case "libvpx-vp9":
      settings = [("", "deadline", "realtime"), ("", "cpu-used", "6"), ("", "row-mt", "1")]
      if options.bitrate == nil {
        settings += [("\(option: "crf")", "crf", crf ?? "31"), ("", "b", "0")]
      }
    default:
      if options.bitrate == nil, let scale = scales[encoder] {
        settings = [
          ("", "flags", "+qscale"), ("", "global_quality", "\(scale * Int(FF_QP2LAMBDA))"),
        ]
      }
    }
    if let quality = options.quality { settings += try photoQuality(quality, of: encoder) }
    let isSet = { key in settings.contains { $0.key == key } }
    if let crf, options.bitrate == nil, !isSet("crf") {
      settings.append(("\(option: "crf")", "crf", crf))
    }
    if let preset = options.preset, !isSet("preset") {
      settings.append(("\(option: "preset")", "preset", preset))
    }
    if let bitrate = options.bitrate { settings.append(("\(option: "bitrate")", "b", bitrate)) }
    settings += options.encoderOptions.map { ("\(option: "encoderOption")", $0.key, $0.value) }
    for (flag, key, value) in settings {
      let given = flag == "\(option: "encoderOption")" ? "\(key)=\(value)" : value
      try check(
        ff_set_private_option(context, key, value), .usage,
        "\(flag) \(given): \(encoder) refuses it",
        remedy: { _ in "see `ffmpeg -h encoder=\(encoder)`" })
    }
  }

  private static func dnxhrProfile(_ context: UnsafeMutablePointer<AVCodecContext>) -> String {
    switch PixelFormat(context.pointee.pix_fmt) {
    case let format where format.log2ChromaWidth == 0: "dnxhr_444"
    case let format: format.depth > 8 ? "dnxhr_hqx" : "dnxhr_hq"
    }
  }

  /// Constant quality, on their own scales, of encoders whose default is 200 kbit/s: 2 to 31 for
  /// MPEG's, lower is better; 0 to 10 for Theora, higher is better.
  private static let scales = [
    "mpeg1video": 3, "mpeg2video": 3, "mpeg4": 3, "wmv2": 3, "flv": 3, "libtheora": 8,
  ]

  /// The encoder options for a photo's quality of 1…100.
  private static func photoQuality(
    _ quality: Int, of encoder: String
  ) throws(SplashError) -> [(flag: String, key: String, value: String)] {
    switch encoder {
    case "libwebp", "libwebp_anim": return [("\(option: "quality")", "quality", "\(quality)")]
    case "mjpeg":
      // libjpeg's factor for its tables, whose steps equal MPEG's at a quantiser of 8.
      let share = quality < 50 ? 50 / Double(quality) : 2 - Double(quality) / 50
      let scale = min(31, max(2, Int((8 * share).rounded())))
      return [("", "flags", "+qscale"), ("", "global_quality", "\(scale * Int(FF_QP2LAMBDA))")]
    default:
      throw SplashError(
        .usage, "\(option: "quality") \(quality)",
        cause: "\(encoder) does not encode photos with loss",
        remedy: "leave it out, or write .jpg or .webp")
    }
  }

  /// Encodes a frame; nil at the end.
  ///
  /// - Parameter emit: called for each packet that is ready, in units of the encoder's time base.
  func encode(
    _ frame: consuming Frame?, _ clock: StageClock,
    emit: (UnsafeMutablePointer<AVPacket>) throws -> Void
  ) throws {
    guard var frame else {
      if format.av == AV_PIX_FMT_PAL8 { try encodeHeld(clock, emit) }
      try clock.measure(.encode) { try send(nil) }
      return try receive(clock, emit)
    }
    crop(&frame)
    if format.av == AV_PIX_FMT_PAL8, frame.format != format {
      let (width, height) = (Int(context.pointee.width), Int(context.pointee.height))
      try clock.measure(.convert) {
        try palette.add(frame, width: width, height: height)
      }
      if palette.isFull { try encodeHeld(clock, emit) }
    } else {
      try encode(fit(frame, clock), clock, emit)
    }
  }

  /// Encodes the frames that were held for a palette.
  private func encodeHeld(
    _ clock: StageClock, _ emit: (UnsafeMutablePointer<AVPacket>) throws -> Void
  ) throws {
    guard palette.holdsPictures else { return }
    clock.measure(.convert) { palette.choose() }
    while let ready = clock.measure(.convert, { palette.next() }) {
      try encode(ready, clock, emit)
    }
  }

  private func encode(
    _ picture: consuming Frame, _ clock: StageClock,
    _ emit: (UnsafeMutablePointer<AVPacket>) throws -> Void
  ) throws {
    var ready = picture
    let (timestamp, repeats) = pace.place(ready, after: last, duration: fallbackDuration)
    if repeats > 0, var old = latest.take() {
      for step in 1...repeats { try encode(&old, at: timestamp - repeats - 1 + step, clock, emit) }
    }
    try encode(&ready, at: timestamp, clock, emit)
    if pace.isFilled { latest = consume ready }
  }

  private func encode(
    _ frame: inout Frame, at timestamp: Int64, _ clock: StageClock,
    _ emit: (UnsafeMutablePointer<AVPacket>) throws -> Void
  ) throws {
    let duration = pace.isAsTimed ? ff_frame_duration(frame.av) : 1
    if duration > 0, duration < 1 << 40 { durations[timestamp] = duration }
    frame.timestamp = timestamp
    last = timestamp
    try clock.measure(.encode) {
      if let frames = context.pointee.hw_frames_ctx {
        var uploaded = try frame.uploaded(to: frames, for: name)
        try send(&uploaded)
      } else {
        try send(&frame)
      }
    }
    try receive(clock, emit)
  }

  private func receive(
    _ clock: StageClock, _ emit: (UnsafeMutablePointer<AVPacket>) throws -> Void
  ) throws {
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    while true {
      let status = clock.measure(.encode) { avcodec_receive_packet(context, packet) }
      if status == ff_error_again || status == ff_error_eof { return }
      try check(status, .failure, "\(name): the encoder failed")
      if packet!.pointee.duration <= 0 {
        packet!.pointee.duration = durations[packet!.pointee.pts] ?? fallbackDuration
      }
      try emit(packet!)
    }
  }

  private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws {
    try check(avcodec_send_frame(context, frame), .failure, "\(name): the encoder failed")
  }

  private func send(_ frame: inout Frame) throws {
    // Encoders with constant quantizers take it from the frame.
    frame.av.pointee.quality = context.pointee.global_quality
    try send(frame.av)
  }

  private func crop(_ frame: inout Frame) {
    let (width, height) = (context.pointee.width, context.pointee.height)
    guard frame.av.pointee.width == width + Int32(cropped.columns),
      frame.av.pointee.height == height + Int32(cropped.rows)
    else { return }
    (frame.av.pointee.width, frame.av.pointee.height) = (width, height)
  }

  /// Converts a frame to the format and size of the open encoder.
  private func fit(_ frame: consuming Frame, _ clock: StageClock) throws -> Frame {
    var ready = light == .display && frame.format.isLight ? frame.displayed() : frame
    let width = Int(context.pointee.width)
    let height = Int(context.pointee.height)
    let isColorless = ready.format.isRGB || ready.format.isGrey
    let keepsRange = isColorless || ColorRange(of: ready) == range
    let keepsMatrix = fixed.map { isColorless || ColorMatrix(of: ready) == $0.matrix } ?? true
    if ready.format != format || ready.width != width || ready.height != height || !keepsRange
      || !keepsMatrix
    {
      ready = try clock.measure(.convert) {
        try scaler.convert(
          ready, to: format, width: width, height: height,
          range: fixed?.range ?? (keepsRange ? nil : range), matrix: fixed?.matrix)
      }
    }
    return light == .acescg && format.isLight ? ready.recolored(toACEScg: true) : ready
  }
}

/// The durations of the latest frames by time stamp, for encoders that do not pass them on.
///
/// It holds more frames than any encoder delays, and never grows: encoders may drop frames.
private struct DurationMemory {
  private var entries = [(timestamp: Int64, duration: Int64)](
    repeating: (ff_no_timestamp, 0), count: 512)
  private var count = 0

  subscript(timestamp: Int64) -> Int64? {
    get { entries.first { $0.timestamp == timestamp }?.duration }
    set {
      entries[count % entries.count] = (timestamp, newValue ?? 0)
      count += 1
    }
  }
}
