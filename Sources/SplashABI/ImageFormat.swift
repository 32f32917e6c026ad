internal import CSplash
internal import SplashBase

/// A format of pictures that C callers may give, by FFmpeg's name.
enum ImageFormat {
  /// Y'CbCr in a native format.
  case native(SampleFormat)
  /// Four bytes a pixel.
  case rgb(splash_rgb_order)

  static let all: [(name: String, format: ImageFormat)] = planar + semiplanar + packed + rgb
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.format) })

  init?(name: String) {
    guard let format = Self.byName[name] else { return nil }
    self = format
  }

  private static var planar: [(String, ImageFormat)] {
    var formats: [(String, ImageFormat)] = []
    for depth in [8, 10, 12, 14] {
      let suffix = depth > 8 ? "\(depth)le" : ""
      for (shape, log2Width, log2Height) in [
        ("420", 1, 1), ("422", 1, 0), ("440", 0, 1), ("444", 0, 0),
      ]
      where shape != "440" || depth < 14 {
        // Alpha is nothing that the look sees here.
        for alpha in ["", "a"] where alpha.isEmpty || shape != "440" && depth <= 10 {
          let format = SampleFormat(
            .planar, depth: depth, log2ChromaWidth: log2Width, log2ChromaHeight: log2Height)
          formats.append(("yuv\(alpha)\(shape)p\(suffix)", .native(format)))
        }
      }
    }
    return formats
  }

  private static var semiplanar: [(String, ImageFormat)] {
    let shapes = [("12", "0", 1, 1), ("16", "2", 1, 0), ("24", "4", 0, 0)]
    return shapes.flatMap { (short, digit, log2Width, log2Height) -> [(String, ImageFormat)] in
      func format(depth: Int, shift: Int) -> ImageFormat {
        .native(
          SampleFormat(
            .semiplanar, depth: depth, shift: shift, log2ChromaWidth: log2Width,
            log2ChromaHeight: log2Height))
      }
      return [
        ("nv\(short)", format(depth: 8, shift: 0)),
        ("p\(digit)10le", format(depth: 10, shift: 6)),
        ("p\(digit)12le", format(depth: 12, shift: 4)),
      ]
    }
  }

  private static var packed: [(String, ImageFormat)] {
    [
      ("yuyv422", .native(SampleFormat(.yuyv, depth: 8, log2ChromaWidth: 1, log2ChromaHeight: 0))),
      ("uyvy422", .native(SampleFormat(.uyvy, depth: 8, log2ChromaWidth: 1, log2ChromaHeight: 0))),
    ]
  }

  private static var rgb: [(String, ImageFormat)] {
    let (red, blue) = (splash_rgb_order(red: 0, blue: 16), splash_rgb_order(red: 16, blue: 0))
    return [("rgba", .rgb(red)), ("rgb0", .rgb(red)), ("bgra", .rgb(blue)), ("bgr0", .rgb(blue))]
  }
}

extension SampleFormat {
  /// Y'CbCr laid out in one of the native ways.
  init(
    _ packing: Packing, depth: Int, shift: Int = 0, log2ChromaWidth: Int, log2ChromaHeight: Int
  ) {
    let bytes = depth > 8 ? 2 : 1
    func component(_ plane: Int, _ offset: Int, _ step: Int) -> Component {
      Component(plane: plane, offset: offset, step: step, shift: shift, depth: depth)
    }
    let components =
      switch packing {
      case .planar: [component(0, 0, bytes), component(1, 0, bytes), component(2, 0, bytes)]
      case .semiplanar:
        [component(0, 0, bytes), component(1, 0, 2 * bytes), component(1, bytes, 2 * bytes)]
      case .yuyv: [component(0, 0, 2), component(0, 1, 4), component(0, 3, 4)]
      case .uyvy: [component(0, 1, 2), component(0, 0, 4), component(0, 2, 4)]
      }
    self.init(
      components: components, log2ChromaWidth: log2ChromaWidth, log2ChromaHeight: log2ChromaHeight)
  }
}
