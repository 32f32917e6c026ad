internal import CFFmpeg
internal import Foundation
internal import SplashCore

/// Turns pictures into packets.
final class Encoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let name: String
  private let scaler = Scaler()
  private let format: PixelFormat
  private let range: ColorRange
  private var last: Int64?
  private var durations = DurationMemory()
  private let fallbackDuration: Int64
  private let isConstantRate: Bool

  /// - Parameters:
  ///   - output: the file, for errors.
  ///   - picture: what the pictures look like when they arrive.
  ///   - needsGlobalHeader: whether the container wants the codec's header apart from the packets.
  init(
    output: String, format choice: OutputFormat, options: OutputOptions,
    picture: PictureDescription, needsGlobalHeader: Bool
  ) throws(SplashError) {
    name = output
    format = try choice.pixelFormat(for: picture.format, options: options)
    guard let context = avcodec_alloc_context3(choice.encoder) else { fatalError("out of memory") }
    self.context = context
    context.pointee.width = Int32(picture.width)
    context.pointee.height = Int32(picture.height)
    context.pointee.pix_fmt = format.av
    isConstantRate = choice.isConstantRate
    let frameRate = picture.frameRate.num > 0 ? picture.frameRate : AVRational(num: 25, den: 1)
    context.pointee.time_base = isConstantRate ? av_inv_q(frameRate) : picture.timeBase
    context.pointee.framerate = picture.frameRate
    context.pointee.sample_aspect_ratio = picture.sampleAspectRatio
    context.pointee.colorspace = picture.matrix
    context.pointee.color_range = picture.range
    range = picture.range == AVCOL_RANGE_JPEG ? .full : .limited
    context.pointee.color_primaries = picture.primaries
    context.pointee.color_trc = picture.transfer
    context.pointee.chroma_sample_location = picture.chromaLocation
    context.pointee.field_order = picture.fieldOrder
    context.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
    if needsGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    if picture.isInterlaced, !choice.isRaw {
      context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
    }
    fallbackDuration = min(
      max(1, av_rescale_q(1, av_inv_q(frameRate), context.pointee.time_base)), 1 << 40)

    try Encoder.apply(options, to: context, encoder: choice.encoderName)
    let isOdd = (picture.width | picture.height) % 2 != 0
    try check(
      avcodec_open2(context, choice.encoder, nil), .failure,
      "\(output): \(choice.encoderName) refuses \(picture.width)x\(picture.height) \(format.name)",
      remedy: { _ in
        isOdd
          ? "odd sizes need --pixel-format yuv444p, or .mkv with --codec ffv1"
          : "try another --codec or --pixel-format"
      })
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  private static func apply(
    _ options: OutputOptions, to context: UnsafeMutablePointer<AVCodecContext>, encoder: String
  ) throws(SplashError) {
    try checkPreset(options.preset, of: encoder)
    var settings: [(flag: String, key: String, value: String)] = []
    let crf = options.crf.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
    switch encoder {
    case "libx264", "libx265":
      settings = [("--preset", "preset", options.preset ?? "veryfast")]
      if options.bitrate == nil { settings.append(("--crf", "crf", crf ?? "20")) }
      // x265 writes to standard error by itself.
      if encoder == "libx265", av_log_get_level() < AV_LOG_INFO {
        settings.append(("", "x265-params", "log-level=none"))
      }
    case "libvpx-vp9":
      settings = [("", "deadline", "realtime"), ("", "cpu-used", "6"), ("", "row-mt", "1")]
      if options.bitrate == nil { settings += [("--crf", "crf", crf ?? "31"), ("", "b", "0")] }
    default: break
    }
    let isSet = { key in settings.contains { $0.key == key } }
    if let crf, options.bitrate == nil, !isSet("crf") { settings.append(("--crf", "crf", crf)) }
    if let preset = options.preset, !isSet("preset") {
      settings.append(("--preset", "preset", preset))
    }
    if let bitrate = options.bitrate { settings.append(("--bitrate", "b", bitrate)) }
    settings += options.encoderOptions.map { ("--encoder-option", $0.key, $0.value) }
    for (flag, key, value) in settings {
      let given = flag == "--encoder-option" ? "\(key)=\(value)" : value
      try check(
        ff_set_private_option(context, key, value), .usage,
        "\(flag) \(given): \(encoder) refuses it",
        remedy: { _ in "see `ffmpeg -h encoder=\(encoder)`" })
    }
  }

  /// Presets of x264 and x265, which write to standard error by themselves when they get another.
  private static let presets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
    "placebo",
  ]

  private static func checkPreset(_ preset: String?, of encoder: String) throws(SplashError) {
    guard let preset, ["libx264", "libx265"].contains(encoder), !presets.contains(preset) else {
      return
    }
    throw SplashError(
      .usage, "--preset \(preset): \(encoder) has no such preset",
      remedy: "use one of \(presets.joined(separator: ", "))")
  }

  /// Encodes a picture; nil says that no more will come.
  ///
  /// - Parameter emit: called for each packet that is ready, in units of the encoder's time base.
  func encode(
    _ frame: consuming Frame?, _ clock: StageClock,
    emit: (UnsafeMutablePointer<AVPacket>) throws -> Void
  ) throws {
    if let frame {
      let ready = try fit(frame, clock)
      try clock.measure(.encode) { try send(ready.av) }
    } else {
      try clock.measure(.encode) { try send(nil) }
    }
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

  /// Makes a picture what the encoder was opened for, with a time stamp after the last one.
  private func fit(_ frame: consuming Frame, _ clock: StageClock) throws -> Frame {
    var ready = frame
    let width = Int(context.pointee.width)
    let height = Int(context.pointee.height)
    let keepsRange = ready.format.isRGB || ready.format.isGrey || ColorRange(of: ready) == range
    if ready.format != format || ready.width != width || ready.height != height || !keepsRange {
      ready = try clock.measure(.convert) {
        try scaler.convert(
          ready, to: format, width: width, height: height, range: keepsRange ? nil : range)
      }
    }
    let duration = isConstantRate ? 1 : ff_frame_duration(ready.av)
    var timestamp =
      (isConstantRate ? nil : ready.timestamp) ?? last.map { $0 + fallbackDuration } ?? 0
    if let last, timestamp <= last { timestamp = last + 1 }
    ready.timestamp = timestamp
    last = timestamp
    if duration > 0, duration < 1 << 40 { durations[timestamp] = duration }
    return ready
  }
}

/// How long the latest pictures last, by time stamp, for encoders that do not pass it on.
///
/// It holds more pictures than any encoder keeps back, and never grows: encoders may drop pictures.
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
