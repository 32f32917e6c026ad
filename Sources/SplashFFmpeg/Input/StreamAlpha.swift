internal import CFFmpeg

/// The tag by which Matroska marks blocks that hold alpha beside the frame. It is valid for the
/// coded stream only, not after encoding again.
let alphaTag = "alpha_mode"

/// Whether the container marks a stream as having alpha beside each frame.
func hasAlpha(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
  tags(of: stream.pointee.metadata).contains {
    $0.key.lowercased() == alphaTag && $0.value != "0"
  }
}

/// The decoder for such a stream with its alpha; nil for other streams, and where this FFmpeg has
/// none: its own VP8 and VP9 decoders ignore alpha, libvpx's do not.
func transparentDecoder(of stream: UnsafeMutablePointer<AVStream>) -> UnsafePointer<AVCodec>? {
  guard hasAlpha(stream) else { return nil }
  return switch stream.pointee.codecpar.pointee.codec_id {
  case AV_CODEC_ID_VP8: avcodec_find_decoder_by_name("libvpx")
  case AV_CODEC_ID_VP9: avcodec_find_decoder_by_name("libvpx-vp9")
  default: nil
  }
}
