internal import CFFmpeg

/// Cover art for Matroska, which keeps it as an attached file: as a video stream, players would
/// show it as a second video.
final class CoverConverter: StreamConverter {
  let result: CopiedStream

  /// - Returns: nil for other streams, and for containers that keep a cover as it is, or not at
  ///   all.
  init?(_ stream: CopiedStream, to format: OutputFormat) {
    let cover = stream.attachedPicture
    guard format.muxerName == "matroska", !cover.isEmpty,
      let kind = Self.kinds[stream.parameters.pointee.codec_id.rawValue]
    else { return nil }
    var parameters = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    let size = cover.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let parameters, let bytes = av_mallocz(size) else { fatalError("out of memory") }
    bytes.copyMemory(from: cover, byteCount: cover.count)
    parameters.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
    parameters.pointee.codec_id = stream.parameters.pointee.codec_id
    parameters.pointee.extradata = bytes.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = Int32(cover.count)
    var metadata = stream.metadata
    let wanted: Tags = [("filename", "cover.\(kind.ending)"), ("mimetype", kind.type)]
    for tag in wanted where !metadata.contains(where: { $0.key.lowercased() == tag.key }) {
      metadata.append(tag)
    }
    result = CopiedStream(
      index: stream.index, parameters: parameters, timeBase: stream.timeBase, disposition: 0,
      metadata: metadata, sideData: [])
  }

  private static let kinds: [UInt32: (type: String, ending: String)] = [
    AV_CODEC_ID_MJPEG.rawValue: ("image/jpeg", "jpg"),
    AV_CODEC_ID_PNG.rawValue: ("image/png", "png"),
    AV_CODEC_ID_GIF.rawValue: ("image/gif", "gif"),
    AV_CODEC_ID_BMP.rawValue: ("image/bmp", "bmp"),
    AV_CODEC_ID_TIFF.rawValue: ("image/tiff", "tif"),
    AV_CODEC_ID_WEBP.rawValue: ("image/webp", "webp"),
  ]

  /// Does nothing: the picture is in the header already.
  func convert(
    _ packet: UnsafeMutablePointer<AVPacket>?,
    emit: (UnsafeMutablePointer<AVPacket>) throws(SplashError) -> Void
  ) throws(SplashError) {}
}
