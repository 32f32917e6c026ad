internal import CFFmpeg

/// Converts text subtitles to another format: MP4's, SubRip, WebVTT, ASS.
final class SubtitleConverter: StreamConverter {
  let result: CopiedStream
  private let decoder: UnsafeMutablePointer<AVCodecContext>
  private let encoder: UnsafeMutablePointer<AVCodecContext>
  private let timeBase: AVRational
  private static let longest: Int32 = 1 << 20

  /// - Returns: nil unless both are text and this FFmpeg can decode the source and encode the
  ///   result.
  init?(_ stream: CopiedStream, to codec: AVCodecID) {
    guard isText(stream.parameters.pointee.codec_id), isText(codec),
      let encoding = avcodec_find_encoder(codec), let decoder = openDecoder(for: stream)
    else { return nil }
    guard let encoder = avcodec_alloc_context3(encoding) else { fatalError("out of memory") }
    self.decoder = decoder
    self.encoder = encoder
    timeBase = stream.timeBase
    encoder.pointee.time_base = AVRational(num: 1, den: 1000)
    let size = Int(decoder.pointee.subtitle_header_size)
    if let header = decoder.pointee.subtitle_header,
      let copy = av_mallocz(size + 1)?.assumingMemoryBound(to: UInt8.self)
    {
      copy.update(from: header, count: size)
      encoder.pointee.subtitle_header = copy
      encoder.pointee.subtitle_header_size = Int32(size)
    }
    let status = avcodec_open2(encoder, encoding, nil)
    result = stream.encoded(by: encoder)
    if status < 0 { return nil }
  }

  deinit {
    var contexts = [decoder, encoder] as [UnsafeMutablePointer<AVCodecContext>?]
    for index in contexts.indices { avcodec_free_context(&contexts[index]) }
  }

  func convert(
    _ packet: UnsafeMutablePointer<AVPacket>?,
    emit: (UnsafeMutablePointer<AVPacket>) throws(SplashError) -> Void
  ) throws(SplashError) {
    guard let packet else { return }
    var (subtitle, isThere) = (AVSubtitle(), Int32(0))
    // Damaged packets are dropped.
    guard avcodec_decode_subtitle2(decoder, &subtitle, &isThere, packet) >= 0, isThere != 0 else {
      return
    }
    defer { avsubtitle_free(&subtitle) }
    guard subtitle.num_rects > 0 else { return }
    var text = av_packet_alloc()
    defer { av_packet_free(&text) }
    guard let text, av_new_packet(text, Self.longest) >= 0 else { fatalError("out of memory") }
    let unit = encoder.pointee.time_base
    let shown = Int64(subtitle.start_display_time)
    let length =
      subtitle.end_display_time == .max || subtitle.end_display_time == 0
      ? av_rescale_q(packet.pointee.duration, timeBase, unit)
      : Int64(subtitle.end_display_time) - shown
    subtitle.end_display_time = UInt32(clamping: length)
    subtitle.start_display_time = 0
    let size = avcodec_encode_subtitle(encoder, text.pointee.data, Self.longest, &subtitle)
    guard size > 0 else { return }
    av_shrink_packet(text, size)
    let time = packet.pointee.pts == ff_no_timestamp ? packet.pointee.dts : packet.pointee.pts
    text.pointee.pts = av_rescale_q(time, timeBase, unit) + shown
    text.pointee.dts = text.pointee.pts
    text.pointee.duration = length
    try emit(text)
  }
}

private func isText(_ codec: AVCodecID) -> Bool {
  (avcodec_descriptor_get(codec)?.pointee.props ?? 0) & AV_CODEC_PROP_TEXT_SUB != 0
}
