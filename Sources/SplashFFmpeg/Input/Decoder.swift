package import CFFmpeg
package import SplashCore

/// Turns packets of one stream into pictures. For files and for cameras that compress.
package final class Decoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let timeBase: AVRational
  private let matrix: ColorMatrix?
  private let range: ColorRange?
  /// Whether the codec passes on any samples it is given: raw and lossless ones do.
  private let isLossless: Bool
  /// What it leaves the work to; nil for the processor.
  let hardware: HardwareDecoding?
  /// What the codec logs about damage; nil where nobody hears FFmpeg's log, and damage is told by
  /// what it returns and marks.
  private let complaints = FFmpegLog.isHeard ? DamageCounter() : nil
  /// Packets that came damaged, or could not be taken; and pictures marked as damaged.
  private var damagedPackets = 0
  private var refusedPackets = 0
  private var damagedPictures = 0
  /// Packets that came.
  package private(set) var received = 0
  /// What the codec or its device said first about data it could not decode.
  package private(set) var complaint: String?
  /// Something could not be decoded.
  var hasFailed: Bool { refusedPackets + damagedPictures > 0 }
  /// A picture came; and one came from the device.
  private(set) var hasGivenPicture = false
  private(set) var hasUsedDevice = false
  /// Why the device does not work any more, which has nothing to do with what it was sent; nil while it
  /// does.
  private(set) var deviceFailure: String?
  /// Its name, and what it leaves the work to: `h264`, `h264 by vaapi`.
  var title: String {
    String(cString: context.pointee.codec.pointee.name)
      + (hardware.map { " by \($0.kind.name)" } ?? "")
  }

  /// Pictures that were damaged so far.
  package var damaged: Int {
    max(damagedPackets, complaints?.count ?? refusedPackets + damagedPictures)
  }

  /// - Parameters:
  ///   - parameters: what the container or driver says of the stream.
  ///   - timeBase: unit of the time stamps, in and out.
  ///   - matrix, range: what the samples are, over the stream's tags.
  ///   - maxPixels: what a picture may have at most.
  ///   - isLive: true keeps no picture back to decode several at a time.
  ///   - codec: what decodes; nil for FFmpeg's choice.
  ///   - hardware: what decodes in the place of the processor.
  ///   - name: the file or device, for errors.
  package init(
    parameters: UnsafePointer<AVCodecParameters>, timeBase: AVRational,
    matrix: ColorMatrix? = nil, range: ColorRange? = nil, maxPixels: Int = 1 << 28, isLive: Bool,
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
    try check(
      avcodec_parameters_to_context(context, parameters), .badInput,
      "\(name): cannot decode \(codecName)")
    context.pointee.pkt_timebase = timeBase
    context.pointee.max_pixels = Int64(maxPixels)
    context.pointee.thread_count = isLive ? 1 : 0
    context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
    hardware?.prepare(context)
    complaints?.listen(to: context)
    // A torn JPEG is otherwise decoded, with grey below the tear, and not marked.
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

  /// Takes a packet; nil says that no more will come. Damaged data is counted, not thrown.
  package func send(_ packet: UnsafePointer<AVPacket>?) {
    if let packet, packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { damagedPackets += 1 }
    let (status, error) = listen { avcodec_send_packet(context, packet) }
    complaint = complaint ?? error
    watch(status, error)
    guard packet != nil else { return }
    received += 1
    if status < 0 { refusedPackets += 1 }
  }

  /// Forgets what was sent, for a packet from elsewhere.
  package func flush() { avcodec_flush_buffers(context) }

  /// The next picture; nil when another packet is needed, or all have been given.
  package func receive() -> Frame? {
    // A packet may hold several damaged pictures, but not so many that this looks like a hang.
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

  /// libjxl writes to standard error past FFmpeg's log.
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

  /// What is wrong with a film has a status of its own, and devices have all others.
  private func watch(_ status: Int32, _ error: String?) {
    guard hardware != nil, status < 0, deviceFailure == nil,
      ![ff_error_invalid_data, ff_error_again, ff_error_eof].contains(status)
    else { return }
    deviceFailure = error ?? avMessage(status)
  }

  /// H.264 without loss adds what it stores to what it predicts, and bounds nothing.
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
    // Those of photos and raw video have the full range, as FFmpeg takes them, and mostly no tag.
    if isLossless, plain.isGrey, av.pointee.color_range == AVCOL_RANGE_UNSPECIFIED {
      av.pointee.color_range = AVCOL_RANGE_JPEG
    }
    if isLossless || damaged > 0 || takesAnySample { frame.limitSamples() }
    if let matrix { av.pointee.colorspace = matrix.colorSpace }
    if let range { av.pointee.color_range = range.colorRange }
  }
}

/// FFmpeg's name of a stream's codec or, where it knows none, the container's: "vvc1".
private func nameOfCodec(in parameters: AVCodecParameters) -> String {
  guard parameters.codec_id == AV_CODEC_ID_NONE, parameters.codec_tag != 0 else {
    return String(cString: avcodec_get_name(parameters.codec_id))
  }
  return withUnsafeBytes(of: parameters.codec_tag.littleEndian) {
    String(decoding: $0, as: UTF8.self)
  }
}
