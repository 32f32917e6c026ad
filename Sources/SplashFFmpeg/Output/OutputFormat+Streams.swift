internal import CFFmpeg
internal import SplashCore

extension OutputFormat {
  /// Why the container has no place for a stream that passes through; nil where it has one.
  func objection(to stream: CopiedStream) -> String? {
    let codec = stream.parameters.pointee.codec_id
    switch avformat_query_codec(muxer, codec, FF_COMPLIANCE_NORMAL) {
    case 1: break
    case 0:
      guard let tags = muxer.pointee.codec_tag, av_codec_get_tag(tags, codec) != 0 else {
        return "\(muxerName) has no place for it"
      }
    default:
      // Some containers do not say what they take before they have it, and want pictures first.
      return trial(of: stream, upTo: { avformat_init_output($0, nil) })
        .map { _ in "\(muxerName) has no place for it" }
    }
    return trial(of: stream, upTo: { avformat_write_header($0, nil) })
  }

  /// What FFmpeg says against a container of this kind with that one stream, written to memory: its
  /// header may be too damaged.
  private func trial(
    of stream: CopiedStream, upTo step: (UnsafeMutablePointer<AVFormatContext>?) -> Int32
  ) -> String? {
    if muxer.pointee.flags & AVFMT_NOFILE != 0 { return nil }
    var context: UnsafeMutablePointer<AVFormatContext>?
    guard avformat_alloc_output_context2(&context, muxer, nil, nil) >= 0,
      avio_open_dyn_buf(&context!.pointee.pb) >= 0,
      let track = avformat_new_stream(context, nil)
    else { fatalError("out of memory") }
    defer {
      var bytes: UnsafeMutablePointer<UInt8>?
      avio_close_dyn_buf(context!.pointee.pb, &bytes)
      av_free(bytes)
      avformat_free_context(context)
    }
    context!.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    avcodec_parameters_copy(track.pointee.codecpar, stream.parameters)
    track.pointee.codecpar.pointee.codec_tag = 0
    track.pointee.time_base = stream.timeBase
    let (status, error) = FFmpegLog.listen { step(context) }
    return status >= 0 ? nil : error ?? avMessage(status)
  }
}

/// Says which stream a container cannot carry, unless such streams may be left out.
func refuseUnsupported(
  _ streams: [CopiedStream], output: String, format: OutputFormat, options: OutputOptions
) throws(SplashError) {
  guard !format.isPictureOnly, !options.skipUnsupported else { return }
  for stream in streams {
    guard let objection = format.objection(to: stream) else { continue }
    throw SplashError(
      .badInput, "\(output): cannot carry \(stream.title)", cause: objection,
      remedy:
        "choose another container, such as .mkv or .mov, or leave it out with --skip-unsupported")
  }
}
