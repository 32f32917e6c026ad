internal import CFFmpeg

extension PixelFormat {
  /// Whether the look takes frames of this format without conversion.
  package var isNative: Bool { samples?.isNative ?? false }

  /// The look's result for a native format: planar 4:2:2 if it is packed.
  package var planar: PixelFormat {
    switch samples?.packing {
    case .yuyv, .uyvy: PixelFormat(AV_PIX_FMT_YUV422P)
    default: self
    }
  }

  /// The format to convert to for the look: this one if it is native; else Y'CbCr of the same or
  /// the next finer subsampling, with as many bits up to 14, and alpha if it has some. Nil for
  /// frames without color, which stay as they are.
  package var nearestNative: PixelFormat? {
    if isNative { return self }
    return isGrey ? nil : converted
  }

  /// The same; 4:2:0 for frames without color if a look adds some.
  package func native(withColor needsColor: Bool) -> PixelFormat {
    nearestNative ?? (needsColor ? converted : self)
  }

  private var converted: PixelFormat {
    let alpha = hasAlpha ? "a" : ""
    let shape: String
    switch (isRGB, log2ChromaWidth, log2ChromaHeight) {
    case _ where isGrey: shape = "420"
    case (true, _, _), (_, 0, _): shape = "444"
    case (_, 1, 0): shape = "422"
    case (_, 1, 1): shape = "420"
    case (_, _, 0): shape = "422"
    default: shape = "420"
    }
    let depths: [(limit: Int, suffix: String)] = [
      (8, ""), (10, "10le"), (12, "12le"), (16, "14le"),
    ]
    let suffixes = depths.filter { $0.limit >= min(depth, 16) }.map(\.suffix)
    // FFmpeg has no 14-bit formats with alpha, and no 12-bit 4:2:0 with alpha.
    for alpha in [alpha, ""] {
      for suffix in suffixes {
        if let found = PixelFormat(name: "yuv\(alpha)\(shape)p\(suffix)") { return found }
      }
    }
    return PixelFormat(AV_PIX_FMT_YUV444P)
  }

  /// The output format for frames of this native one: 16-bit planar Y'CbCr if the source, of format
  /// `original`, has more than 14 bits, with alpha if either has some; else this one.
  package func withDepth(of original: PixelFormat) -> PixelFormat {
    guard !original.isRGB, original.depth > 14, samples?.packing == .planar, depth <= 14 else {
      return self
    }
    let alpha = hasAlpha || original.hasAlpha ? "a" : ""
    let shape = log2ChromaWidth == 0 ? "444" : log2ChromaHeight == 0 ? "422" : "420"
    return PixelFormat(name: "yuv\(alpha)\(shape)p16le") ?? self
  }

  /// A native format with alpha and the same samples, or finer ones; this one if FFmpeg has none.
  package var withAlpha: PixelFormat {
    guard isNative, !hasAlpha else { return self }
    let shapes = log2ChromaWidth == 0 ? ["444"] : log2ChromaHeight == 0 ? ["422"] : ["420", "422"]
    let depths = [(8, ""), (10, "10le"), (12, "12le"), (14, "12le")].filter { $0.0 >= depth }
    for (_, suffix) in depths {
      for shape in shapes {
        if let found = PixelFormat(name: "yuva\(shape)p\(suffix)") { return found }
      }
    }
    return self
  }
}
