package import CFFmpeg

/// How a frame's samples lie in memory, as libavutil describes it.
package struct PixelFormat: RawRepresentable, Hashable, Sendable {
  package var rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }
  package init(_ format: AVPixelFormat) { rawValue = format.rawValue }

  /// The format with FFmpeg's name; nil if unknown.
  package init?(name: String) {
    let format = av_get_pix_fmt(name)
    guard format != AV_PIX_FMT_NONE else { return nil }
    self.init(format)
  }

  package var av: AVPixelFormat { AVPixelFormat(rawValue) }

  package var name: String { av_get_pix_fmt_name(av).map { String(cString: $0) } ?? "none" }

  package var descriptor: AVPixFmtDescriptor? { av_pix_fmt_desc_get(av)?.pointee }

  /// Bits of the deepest component; 0 for formats without components.
  package var depth: Int { Int(descriptor?.comp.0.depth ?? 0) }
  package var log2ChromaWidth: Int { Int(descriptor?.log2_chroma_w ?? 0) }
  package var log2ChromaHeight: Int { Int(descriptor?.log2_chroma_h ?? 0) }

  package func has(_ flag: Int32) -> Bool {
    (descriptor?.flags ?? 0) & UInt64(bitPattern: Int64(flag)) != 0
  }

  /// Whether samples are R', G' and B', or indices of a palette of these.
  package var isRGB: Bool { has(AV_PIX_FMT_FLAG_RGB) || has(Int32(AV_PIX_FMT_FLAG_PAL)) }
  package var hasAlpha: Bool { has(AV_PIX_FMT_FLAG_ALPHA) }
  /// Whether there are no color samples; such frames stay grey.
  package var isGrey: Bool { !isRGB && (descriptor?.nb_components ?? 0) <= (hasAlpha ? 2 : 1) }

  /// The same format without the "full range" of the `yuvj…` names.
  package var withoutRange: PixelFormat {
    switch av {
    case AV_PIX_FMT_YUVJ420P: PixelFormat(AV_PIX_FMT_YUV420P)
    case AV_PIX_FMT_YUVJ422P: PixelFormat(AV_PIX_FMT_YUV422P)
    case AV_PIX_FMT_YUVJ444P: PixelFormat(AV_PIX_FMT_YUV444P)
    case AV_PIX_FMT_YUVJ440P: PixelFormat(AV_PIX_FMT_YUV440P)
    case AV_PIX_FMT_YUVJ411P: PixelFormat(AV_PIX_FMT_YUV411P)
    default: self
    }
  }
}
