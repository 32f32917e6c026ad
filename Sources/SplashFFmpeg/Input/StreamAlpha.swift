internal import CFFmpeg

/// By which Matroska's reader and writer say that blocks hold alpha beside the picture. It is true of
/// the stream as it is coded, and of no other that is made of it.
let alphaTag = "alpha_mode"

/// Whether the container says that a stream has alpha beside each of its pictures.
func hasAlpha(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
  tags(of: stream.pointee.metadata).contains {
    $0.key.lowercased() == alphaTag && $0.value != "0"
  }
}

/// The decoder that gives the alpha of such a stream; nil for other streams, and where this FFmpeg has
/// none: its own decoders of VP8 and VP9 leave alpha out, and libvpx's give it.
func transparentDecoder(of stream: UnsafeMutablePointer<AVStream>) -> UnsafePointer<AVCodec>? {
  guard hasAlpha(stream) else { return nil }
  return switch stream.pointee.codecpar.pointee.codec_id {
  case AV_CODEC_ID_VP8: avcodec_find_decoder_by_name("libvpx")
  case AV_CODEC_ID_VP9: avcodec_find_decoder_by_name("libvpx-vp9")
  default: nil
  }
}
