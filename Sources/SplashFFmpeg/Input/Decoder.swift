package import CFFmpeg

/// Decodes the packets of one stream. For files and for compressing cameras.
package final class Decoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let timeBase: AVRational
  private let matrix: ColorMatrix?
  private let range: ColorRange?
  private let linearColors: LinearColors
  private lazy var scaler = Scaler(isData: true)
  /// Whether the codec reproduces any samples exactly, as raw and lossless codecs do.
  private let isLossless: Bool
  /// The device that decodes; nil for the processor.
  let hardware: HardwareDecoding?
  /// Counts the codec's logged errors; nil where FFmpeg's log is not recorded, and damage is told
  /// by status codes and marks.
  private let complaints = FFmpegLog.isHeard ? DamageCounter() : nil
  /// Number of packets that came damaged or were refused, and of frames marked as damaged.
  private var damagedPackets = 0
  private var refusedPackets = 0
  private var damagedPictures = 0
  /// Number of packets received.
  package private(set) var received = 0
  /// The first error about data that the codec or its device could not decode.
  package private(set) var complaint: String?
  /// Whether anything could not be decoded.
  var hasFailed: Bool { refusedPackets + damagedPictures > 0 }
  /// Whether a frame was decoded, and whether the device has decoded one.
  private(set) var hasGivenPicture = false
  private(set) var hasUsedDevice = false
  /// Why the device no longer works, apart from faults of the data; nil while it works.
  private(set) var deviceFailure: String?
  /// Name of the codec and its device: `h264`, `h264 by vaapi`.
  var title: String {
    String(cString: context.pointee.codec.pointee.name)
      + (hardware.map { " by \($0.kind.name)" } ?? "")
  }

  /// Number of damaged frames so far.
  package var damaged: Int {
    max(damagedPackets, complaints?.count ?? refusedPackets + damagedPictures)
  }

  /// - Parameters:
  ///   - parameters: the codec parameters from the container or driver.
  ///   - timeBase: unit of the time stamps, in and out.
  ///   - matrix, range: override the stream's tags.
  ///   - linearColors: the colors of codecs that hold linear light.
  ///   - maxPixels: maximum number of pixels of a frame.
  ///   - isLive: true decodes without the delay of frame threads.
  ///   - codec: the decoder; nil for FFmpeg's choice.
  ///   - hardware: the device that decodes in place of the processor.
  ///   - name: the file or device, for errors.
  package init(
    parameters: UnsafePointer<AVCodecParameters>, timeBase: AVRational,
    matrix: ColorMatrix? = nil, range: ColorRange? = nil, linearColors: LinearColors = .rec709,
    maxPixels: Int = 1 << 28, isLive: Bool,
    codec: UnsafePointer<AVCodec>? = nil, hardware: HardwareDecoding? = nil, name: String
  ) throws(SplashError) {
    let codecName = nameOfCodec(in: parameters.pointee)
    guard let codec = codec ?? avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw SplashError(
        .badInput, "\(name): cannot decode \(codecName)", cause: "this FFmpeg has no decoder for it"
      )
    }
    guard let context = avcodec_alloc_context3(codec) else { fatalError("out of memory") }
    self.context = context
    let properties = avcodec_descriptor_get(parameters.pointee.codec_id)?.pointee.props ?? 0
    isLossless = properties & AV_CODEC_PROP_LOSSY == 0
    self.hardware = hardware
    self.timeBase = timeBase
    self.matrix = matrix
    self.range = range
    self.linearColors = LinearColors.areStated(by: codec.pointee.id) ? linearColors : .display
    try check(
      avcodec_parameters_to_context(context, parameters), .badInput,
      "\(name): cannot decode \(codecName)")
    context.pointee.pkt_timebase = timeBase
    context.pointee.max_pixels = Int64(maxPixels)
    context.pointee.thread_count = isLive ? 1 : 0
    context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
    hardware?.prepare(context)
    complaints?.listen(to: context)
    // By default a torn JPEG would be decoded with grey below the tear, and not be marked.
    if isLive, codec.pointee.id == AV_CODEC_ID_MJPEG {
      context.pointee.err_recognition |= AV_EF_EXPLODE
    }
    try check(
      avcodec_open2(context, codec, nil), .badInput, "\(name): cannot decode \(codecName)")
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
    complaints?.stop()
  }

  /// Sends a packet to the codec; nil at the end. Damaged data is counted, not thrown.
  package func send(_ packet: UnsafePointer<AVPacket>?) {
    if let packet, packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { damagedPackets += 1 }
    let (status, error) = listen { avcodec_send_packet(context, packet) }
    complaint = complaint ?? error
    watch(status, error)
    guard packet != nil else { return }
    received += 1
    if status < 0 { refusedPackets += 1 }
  }

  /// Drops buffered frames, before a packet from another place.
  package func flush() { avcodec_flush_buffers(context) }

  /// The next frame; nil when another packet is needed, or all frames have been given.
  package func receive() -> Frame? {
    // Skips the damaged frames of a packet, but never so many that this looks like a hang.
    for _ in 0..<256 {
      var frame = Frame()
      let (status, error) = listen { avcodec_receive_frame(context, frame.av) }
      complaint = complaint ?? error
      if status == ff_error_again || status == ff_error_eof { return nil }
      if status < 0 {
        damagedPictures += 1
        watch(status, error)
        if deviceFailure != nil { return nil }
        continue
      }
      if frame.av.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
        || frame.av.pointee.decode_error_flags != 0
      {
        damagedPictures += 1
      }
      hasUsedDevice = hasUsedDevice || hardware?.made(frame) ?? false
      if frame.format.isOnDevice {
        guard let ready = download(frame) else { return nil }
        frame = ready
      }
      hasGivenPicture = true
      normalize(&frame)
      return frame
    }
    return nil
  }

  /// Makes a call whose errors are recorded. libjxl writes to standard error without FFmpeg's log.
  private func listen(_ call: () -> Int32) -> (status: Int32, error: String?) {
    guard context.pointee.codec_id == AV_CODEC_ID_JPEGXL else { return FFmpegLog.listen(call) }
    return StandardError.withoutLibraries { FFmpegLog.listen(call) }
  }

  private func download(_ frame: borrowing Frame) -> Frame? {
    do throws(SplashError) {
      return try frame.downloaded()
    } catch {
      complaint = complaint ?? error.description
      damagedPictures += 1
      deviceFailure = deviceFailure ?? error.description
      return nil
    }
  }

  /// Notes a failure of the device: invalid data has a status of its own, all others come from the
  /// device.
  private func watch(_ status: Int32, _ error: String?) {
    guard hardware != nil, status < 0, deviceFailure == nil,
      ![ff_error_invalid_data, ff_error_again, ff_error_eof].contains(status)
    else { return }
    deviceFailure = error ?? avMessage(status)
  }

  /// Lossless H.264 adds stored differences to predictions without clamping.
  private var takesAnySample: Bool {
    context.pointee.codec_id == AV_CODEC_ID_H264
      && [ff_profile_h264_high_444, ff_profile_h264_cavlc_444].contains(context.pointee.profile)
  }

  private func normalize(_ frame: inout Frame) {
    let av = frame.av
    av.pointee.pts = av.pointee.best_effort_timestamp
    av.pointee.time_base = timeBase
    av.pointee.pict_type = AV_PICTURE_TYPE_NONE
    let plain = frame.format.withoutRange
    if plain != frame.format {
      frame.format = plain
      av.pointee.color_range = AVCOL_RANGE_JPEG
    }
    // Photos and raw video in grey are full range, as FFmpeg assumes, and mostly have no tag.
    if isLossless, plain.isGrey, av.pointee.color_range == AVCOL_RANGE_UNSPECIFIED {
      av.pointee.color_range = AVCOL_RANGE_JPEG
    }
    if isLossless || damaged > 0 || takesAnySample { frame.limitSamples() }
    if let matrix { av.pointee.colorspace = matrix.colorSpace }
    if let range { av.pointee.color_range = range.colorRange }
    if plain.isFloat { settleFloats(&frame) }
  }

  /// Converts floats to planar light, or to 16-bit codes if the file holds no light.
  private func settleFloats(_ frame: inout Frame) {
    let form = frame.format.wide(isLight: linearColors != .display)
    if let wide = frame.fromHalves() { frame = wide }
    if form != frame.format,
      let settled = try? scaler.convert(frame, to: form, width: frame.width, height: frame.height)
    {
      frame = settled
    }
    guard frame.format.isLight else { return }
    frame.statesSRGB()
    if linearColors == .acescg { frame = frame.recolored(toACEScg: false) }
  }
}

/// FFmpeg's name of a stream's codec or, where it has none, the container's: "vvc1".
private func nameOfCodec(in parameters: AVCodecParameters) -> String {
  guard parameters.codec_id == AV_CODEC_ID_NONE, parameters.codec_tag != 0 else {
    return String(cString: avcodec_get_name(parameters.codec_id))
  }
  return withUnsafeBytes(of: parameters.codec_tag.littleEndian) {
    String(decoding: $0, as: UTF8.self)
  }
}
