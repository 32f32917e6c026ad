internal import CFFmpeg
package import CSplashKernels
package import SplashCore

/// Pixel formats the kernels take as they are.
package struct NativeFormat {
  package let samples: SplashFormat

  /// The kernels' name for a format; nil for one they do not know, which has to be converted first.
  package init?(_ format: PixelFormat) {
    guard let descriptor = format.descriptor, descriptor.nb_components >= 3, !format.isRGB,
      !format.has(Int32(AV_PIX_FMT_FLAG_BE)), !format.has(Int32(AV_PIX_FMT_FLAG_PAL)),
      !format.has(Int32(AV_PIX_FMT_FLAG_BITSTREAM)), !format.has(Int32(AV_PIX_FMT_FLAG_HWACCEL)),
      descriptor.log2_chroma_w <= 1, descriptor.log2_chroma_h <= 1, (8...14).contains(format.depth)
    else { return nil }
    let (luma, cb, cr) = (descriptor.comp.0, descriptor.comp.1, descriptor.comp.2)
    let bytes: Int32 = format.depth > 8 ? 2 : 1
    let layout: SplashLayout
    switch format.av {
    case AV_PIX_FMT_YUYV422: layout = .yuyv
    case AV_PIX_FMT_UYVY422: layout = .uyvy
    default:
      guard luma.plane == 0, luma.step == bytes, luma.offset == 0, cb.plane == 1 else { return nil }
      if cr.plane == 2, cb.step == bytes, cr.step == bytes {
        layout = .planar
      } else if cr.plane == 1, cb.step == 2 * bytes, cb.offset == 0, cr.offset == bytes {
        layout = .semiplanar
      } else {
        return nil
      }
    }
    samples = SplashFormat(
      layout: layout, depth: UInt8(format.depth), shift: UInt8(luma.shift),
      log2_width: descriptor.log2_chroma_w, log2_height: descriptor.log2_chroma_h)
  }

  /// The format to convert to when the kernels do not take one: Y'CbCr of the same or the next finer
  /// subsampling, as many bits up to 14, and alpha where there was some. Nil for pictures without
  /// color, which need no kernel.
  package static func nearest(to format: PixelFormat) -> PixelFormat? {
    if NativeFormat(format) != nil { return format }
    if format.isGrey { return nil }
    let alpha = format.hasAlpha ? "a" : ""
    let shape: String
    switch (format.isRGB, format.log2ChromaWidth, format.log2ChromaHeight) {
    case (true, _, _), (_, 0, _): shape = "444"
    case (_, 1, 0): shape = "422"
    case (_, 1, 1): shape = "420"
    case (_, _, 0): shape = "422"
    default: shape = "420"
    }
    let depths: [(limit: Int, suffix: String)] = [(8, ""), (10, "10le"), (12, "12le"), (16, "14le")]
    let suffixes = depths.filter { $0.limit >= min(format.depth, 16) }.map(\.suffix)
    // FFmpeg has no 14-bit formats with alpha, and no 4:2:0 with alpha at 12.
    for alpha in [alpha, ""] {
      for suffix in suffixes {
        if let found = PixelFormat(name: "yuv\(alpha)\(shape)p\(suffix)") { return found }
      }
    }
    return PixelFormat(AV_PIX_FMT_YUV444P)
  }
}
