internal import SplashFFmpeg
internal import CFFmpeg

/// Decodes Motion JPEG or H.264 from a camera: one frame for each buffer, without delay.
final class PacketDecoder {
  private let decoder: Decoder
  private let current = Packet()

  init(
    _ codec: AVCodecID, _ size: VideoSize, _ options: CameraOptions, _ device: String
  ) throws(SplashError) {
    var parameters = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    guard let known = parameters else { fatalError("out of memory") }
    known.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    known.pointee.codec_id = codec
    known.pointee.width = Int32(size.width)
    known.pointee.height = Int32(size.height)
    decoder = try Decoder(
      parameters: known, timeBase: microseconds, matrix: options.matrix, range: options.range,
      isLive: true, name: device)
  }

  /// The frame; nil when the data are damaged, or need a keyframe that has not come yet.
  func decode(_ bytes: UnsafeMutableRawBufferPointer) -> Frame? {
    guard bytes.count > 0 else { return nil }
    let packet = current.av
    packet.pointee.data = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    packet.pointee.size = Int32(bytes.count)
    decoder.send(packet)
    av_packet_unref(packet)
    guard let frame = decoder.receive(), frame.av.pointee.decode_error_flags == 0,
      frame.av.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0
    else { return nil }
    return frame
  }
}
