internal import CFFmpeg

/// Decodes sound and encodes it again, for containers that cannot carry it as it is.
///
/// No sample is lost or added: time stamps account for the priming samples of decoder and encoder.
/// A gap in the source of more than 40 ms becomes silence, ten minutes at most, and an overlap is
/// cut, so that sound stays in sync; smaller differences are rounding of time stamps.
final class SoundConverter: StreamConverter {
  let result: CopiedStream
  private let decoder: UnsafeMutablePointer<AVCodecContext>
  private let encoder: UnsafeMutablePointer<AVCodecContext>
  private let timeBase: AVRational
  private let queue: OpaquePointer
  private let decoded: UnsafeMutablePointer<AVFrame>
  private let packet: UnsafeMutablePointer<AVPacket>
  private var resampler: SoundResampler?
  /// Expected position of the next sample of the queue, in samples of the result.
  private var next: Int64?

  /// - Parameters:
  ///   - stream: the source.
  ///   - codec: of the result.
  ///   - rate: the only sample rate the container takes; nil where it takes any.
  ///   - needsGlobalHeader: whether the container wants the codec's header apart from the packets.
  /// - Returns: nil where this FFmpeg cannot decode the source or encode the result.
  init?(
    _ stream: CopiedStream, to codec: AVCodecID, rate: Int32?, needsGlobalHeader: Bool
  ) {
    guard let decoder = openDecoder(for: stream) else { return nil }
    guard
      let encoder = openSoundEncoder(
        codec, for: decoder, rate: rate, needsGlobalHeader: needsGlobalHeader)
    else {
      var decoder: UnsafeMutablePointer<AVCodecContext>? = decoder
      avcodec_free_context(&decoder)
      return nil
    }
    self.decoder = decoder
    self.encoder = encoder
    timeBase = stream.timeBase
    result = stream.encoded(by: encoder)
    let channels = encoder.pointee.ch_layout.nb_channels
    guard let queue = av_audio_fifo_alloc(encoder.pointee.sample_fmt, channels, 8192),
      let decoded = av_frame_alloc(), let packet = av_packet_alloc()
    else { fatalError("out of memory") }
    self.queue = queue
    self.decoded = decoded
    self.packet = packet
  }

  deinit {
    var contexts = [decoder, encoder] as [UnsafeMutablePointer<AVCodecContext>?]
    for index in contexts.indices { avcodec_free_context(&contexts[index]) }
    av_audio_fifo_free(queue)
    var (frame, packet) = (decoded as UnsafeMutablePointer<AVFrame>?, packet as Optional)
    av_frame_free(&frame)
    av_packet_free(&packet)
  }

  func begin(at time: Double) { next = ticks(time, encoder.pointee.time_base) }

  func convert(
    _ packet: UnsafeMutablePointer<AVPacket>?,
    emit: (UnsafeMutablePointer<AVPacket>) throws(SplashError) -> Void
  ) throws(SplashError) {
    // Damaged packets are dropped, and silence takes their place.
    _ = avcodec_send_packet(decoder, packet)
    while avcodec_receive_frame(decoder, decoded) >= 0 {
      try take(decoded, emit)
      av_frame_unref(decoded)
    }
    guard packet == nil else { return }
    if let resampler { store(resampler.convert(nil)) }
    try encode(isLast: true, emit)
  }

  // MARK: - From decoder to queue

  private func take(
    _ frame: UnsafeMutablePointer<AVFrame>,
    _ emit: (UnsafeMutablePointer<AVPacket>) throws(SplashError) -> Void
  ) throws(SplashError) {
    if resampler?.takes(frame) != true {
      if let old = resampler { store(old.convert(nil)) }
      resampler = SoundResampler(from: frame, to: encoder)
    }
    // Sound that cannot be converted is dropped like damaged sound.
    guard let resampler else { return }
    let unit = encoder.pointee.time_base
    var overlap: Int64 = 0
    let time = frame.pointee.best_effort_timestamp
    if time != ff_no_timestamp {
      let place = av_rescale_q(time, timeBase, unit) - resampler.delay
      var gap = place - (next ?? place)
      next = next ?? place
      let rate = Int64(encoder.pointee.sample_rate)
      let tolerance = rate / 25
      // A longer gap means that the clock has jumped: the time stamps go on there.
      if gap > Self.longestSilence * rate {
        next = next.map { $0 + gap }
        gap = 0
      }
      while gap > tolerance {
        let count = min(gap, rate)
        store(resampler.silence(Int32(count)))
        gap -= count
        try encode(isLast: false, emit)
      }
      if gap < -tolerance { overlap = -gap }
    }
    next = next ?? 0
    store(resampler.convert(frame), without: overlap)
    try encode(isLast: false, emit)
  }

  /// Maximum seconds of a gap that are filled with silence.
  private static let longestSilence: Int64 = 600

  /// - Parameter skipped: number of samples to drop at the beginning.
  private func store(_ samples: UnsafeMutablePointer<AVFrame>?, without skipped: Int64 = 0) {
    guard let samples else { return }
    var frame: UnsafeMutablePointer<AVFrame>? = samples
    defer { av_frame_free(&frame) }
    let count = Int64(samples.pointee.nb_samples) - skipped
    guard count > 0 else { return }
    let format = encoder.pointee.sample_fmt
    let channels = Int(encoder.pointee.ch_layout.nb_channels)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let start = Int(skipped) * Int(av_get_bytes_per_sample(format)) * (isPlanar ? 1 : channels)
    var planes = (0..<(isPlanar ? channels : 1)).map {
      UnsafeMutableRawPointer(samples.pointee.extended_data[$0]! + start) as Optional
    }
    guard av_audio_fifo_write(queue, &planes, Int32(count)) >= 0 else {
      fatalError("out of memory")
    }
    next = (next ?? 0) + count
  }

  // MARK: - From queue to encoder

  private func encode(
    isLast: Bool, _ emit: (UnsafeMutablePointer<AVPacket>) throws(SplashError) -> Void
  ) throws(SplashError) {
    let size = encoder.pointee.frame_size > 0 ? encoder.pointee.frame_size : 1024
    while av_audio_fifo_size(queue) >= (isLast ? 1 : size) {
      var frame = emptySoundFrame(like: encoder, samples: min(size, av_audio_fifo_size(queue)))
      defer { av_frame_free(&frame) }
      frame!.pointee.pts = (next ?? 0) - Int64(av_audio_fifo_size(queue))
      _ = frame!.pointee.extended_data.withMemoryRebound(
        to: UnsafeMutableRawPointer?.self, capacity: 1
      ) { av_audio_fifo_read(queue, $0, frame!.pointee.nb_samples) }
      try send(frame, emit)
    }
    if isLast { try send(nil, emit) }
  }

  private func send(
    _ frame: UnsafeMutablePointer<AVFrame>?,
    _ emit: (UnsafeMutablePointer<AVPacket>) throws(SplashError) -> Void
  ) throws(SplashError) {
    let what = { "\(self.result.title): the encoder failed" }
    try check(avcodec_send_frame(encoder, frame), .failure, what())
    while true {
      let status = avcodec_receive_packet(encoder, packet)
      if status == ff_error_again || status == ff_error_eof { return }
      try check(status, .failure, what())
      try emit(packet)
      av_packet_unref(packet)
    }
  }
}
