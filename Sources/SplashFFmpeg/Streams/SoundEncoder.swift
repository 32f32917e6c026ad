internal import CFFmpeg

/// Opens an encoder for a decoder's sound: with the same number of channels, rate and sample format
/// where it takes them, or else the nearest.
///
/// - Parameter rate: the sample rate; nil for that of the decoder.
/// - Returns: nil where this FFmpeg has no such encoder, or none that takes the sound.
func openSoundEncoder(
  _ id: AVCodecID, for decoder: UnsafeMutablePointer<AVCodecContext>, rate: Int32?,
  needsGlobalHeader: Bool
) -> UnsafeMutablePointer<AVCodecContext>? {
  guard let codec = avcodec_find_encoder(id), decoder.pointee.sample_rate > 0,
    decoder.pointee.ch_layout.nb_channels > 0
  else { return nil }
  var layouts = [namedLayout(decoder.pointee.ch_layout)]
  defer { for index in layouts.indices { av_channel_layout_uninit(&layouts[index]) } }
  for count in [decoder.pointee.ch_layout.nb_channels, 2, 1] {
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, count)
    layouts.append(layout)
  }
  for index in layouts.indices {
    guard let context = avcodec_alloc_context3(codec) else { fatalError("out of memory") }
    context.pointee.sample_rate = rate ?? nearestRate(decoder.pointee.sample_rate, of: codec)
    context.pointee.sample_fmt = nearestFormat(decoder.pointee.sample_fmt, of: codec)
    context.pointee.time_base = AVRational(num: 1, den: context.pointee.sample_rate)
    if needsGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    av_channel_layout_copy(&context.pointee.ch_layout, &layouts[index])
    if avcodec_open2(context, codec, nil) >= 0 { return context }
    var failed: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&failed)
  }
  return nil
}

/// The same rate, the next higher one, or the highest that the encoder has.
private func nearestRate(_ rate: Int32, of codec: UnsafePointer<AVCodec>) -> Int32 {
  guard var next = ff_encoder_sample_rates(codec) else { return rate }
  var rates: [Int32] = []
  while next.pointee != 0 {
    rates.append(next.pointee)
    next += 1
  }
  return rates.filter { $0 >= rate }.min() ?? rates.max() ?? rate
}

/// The same sample format, interleaved or planar, or else the widest that the encoder has.
private func nearestFormat(
  _ format: AVSampleFormat, of codec: UnsafePointer<AVCodec>
) -> AVSampleFormat {
  guard var next = ff_encoder_sample_formats(codec) else { return format }
  var formats: [AVSampleFormat] = []
  while next.pointee != AV_SAMPLE_FMT_NONE {
    formats.append(next.pointee)
    next += 1
  }
  let packed = av_get_packed_sample_fmt(format)
  return formats.first { av_get_packed_sample_fmt($0) == packed }
    ?? formats.max { av_get_bytes_per_sample($0) < av_get_bytes_per_sample($1) } ?? format
}
