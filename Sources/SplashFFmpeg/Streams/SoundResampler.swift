internal import CFFmpeg

/// Converts decoded sound to the rate, channels and sample format of an encoder.
final class SoundResampler {
  private var context: OpaquePointer?
  private let encoder: UnsafeMutablePointer<AVCodecContext>
  private let format: Int32
  private let rate: Int32
  private var layout = AVChannelLayout()

  /// - Returns: nil where libswresample cannot convert it.
  init?(
    from frame: UnsafePointer<AVFrame>, to encoder: UnsafeMutablePointer<AVCodecContext>
  ) {
    self.encoder = encoder
    format = frame.pointee.format
    rate = frame.pointee.sample_rate
    var source = namedLayout(frame.pointee.ch_layout)
    var original = frame.pointee.ch_layout
    av_channel_layout_copy(&layout, &original)
    defer { av_channel_layout_uninit(&source) }
    guard
      swr_alloc_set_opts2(
        &context, &encoder.pointee.ch_layout, encoder.pointee.sample_fmt,
        encoder.pointee.sample_rate, &source, AVSampleFormat(format), rate, 0, nil) >= 0,
      swr_init(context) >= 0
    else { return nil }
  }

  deinit {
    swr_free(&context)
    av_channel_layout_uninit(&layout)
  }

  func takes(_ frame: UnsafePointer<AVFrame>) -> Bool {
    var other = frame.pointee.ch_layout
    return frame.pointee.format == format && frame.pointee.sample_rate == rate
      && av_channel_layout_compare(&layout, &other) == 0
  }

  /// Samples of the result that are still in the resampler.
  var delay: Int64 { swr_get_delay(context, Int64(encoder.pointee.sample_rate)) }

  /// The samples that are ready after a frame, or all remaining ones for nil. The caller frees
  /// them.
  func convert(_ frame: UnsafePointer<AVFrame>?) -> UnsafeMutablePointer<AVFrame>? {
    let count = frame?.pointee.nb_samples ?? 0
    let room = max(1, swr_get_out_samples(context, count))
    let result = emptySoundFrame(like: encoder, samples: room)
    let done =
      if let frame {
        frame.pointee.extended_data.withMemoryRebound(
          to: UnsafePointer<UInt8>?.self, capacity: 1
        ) { swr_convert(context, result!.pointee.extended_data, room, $0, count) }
      } else {
        swr_convert(context, result!.pointee.extended_data, room, nil, 0)
      }
    result!.pointee.nb_samples = max(0, done)
    return result
  }

  /// That many samples of silence. The caller frees them.
  func silence(_ count: Int32) -> UnsafeMutablePointer<AVFrame>? {
    let result = emptySoundFrame(like: encoder, samples: count)
    av_samples_set_silence(
      result!.pointee.extended_data, 0, count, encoder.pointee.ch_layout.nb_channels,
      encoder.pointee.sample_fmt)
    return result
  }
}

/// An allocated frame for samples in the encoder's format. The caller frees it.
func emptySoundFrame(
  like encoder: UnsafeMutablePointer<AVCodecContext>, samples: Int32
) -> UnsafeMutablePointer<AVFrame>? {
  guard let frame = av_frame_alloc() else { fatalError("out of memory") }
  frame.pointee.nb_samples = samples
  frame.pointee.format = encoder.pointee.sample_fmt.rawValue
  frame.pointee.sample_rate = encoder.pointee.sample_rate
  guard av_channel_layout_copy(&frame.pointee.ch_layout, &encoder.pointee.ch_layout) >= 0,
    av_frame_get_buffer(frame, 0) >= 0
  else { fatalError("out of memory") }
  return frame
}

/// A layout with named channels: the default layout for the number of channels where they have no
/// names. The caller frees it.
func namedLayout(_ layout: AVChannelLayout) -> AVChannelLayout {
  var (source, named) = (layout, AVChannelLayout())
  if layout.order == AV_CHANNEL_ORDER_UNSPEC {
    av_channel_layout_default(&named, layout.nb_channels)
  } else if av_channel_layout_copy(&named, &source) < 0 {
    fatalError("out of memory")
  }
  return named
}
