internal import CSplashKernels

/// How the samples of a frame lie in a program's memory, by FFmpeg's name of the format.
public struct PixelLayout: Sendable {
  /// "yuv420p", "nv12", "rgba".
  public let name: String
  let samples: Samples

  enum Samples: Sendable {
    /// Y'CbCr in a native format.
    case native(SampleFormat)
    /// Three or four bytes per pixel; the fourth is ignored.
    case rgb(SplashRGBOrder)
  }

  /// All layouts: planar Y'CbCr of 8 to 14 bits, with and without alpha, semi-planar, packed 4:2:2,
  /// and R'G'B' with three or four bytes per pixel.
  public static let all: [PixelLayout] = planar + semiplanar + packed + rgb
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Red, green, blue and an unchanged byte, 8 bits each.
  public static let rgba = PixelLayout("rgba", red: 0, blue: 16)
  /// Blue, green, red and an unchanged byte, 8 bits each.
  public static let bgra = PixelLayout("bgra", red: 16, blue: 0)

  /// - Parameter name: one of those in `all`.
  public init?(name: String) {
    guard let known = Self.byName[name] else { return nil }
    self = known
  }

  private init(_ name: String, _ format: SampleFormat) {
    (self.name, samples) = (name, .native(format))
  }

  private init(_ name: String, red: Int32, blue: Int32, size: Int32 = 4) {
    (self.name, samples) = (name, .rgb(SplashRGBOrder(red: red, blue: blue, size: size)))
  }

  /// Whether the samples are red, green and blue instead of Y'CbCr.
  public var isRGB: Bool {
    if case .rgb = samples { true } else { false }
  }

  /// Number of planes that are read and written; alpha of Y'CbCr is not.
  public var planeCount: Int {
    switch samples {
    case .native(let format): format.planeCount
    case .rgb: 1
    }
  }

  /// The bytes per row that hold samples, and the rows, of a plane of a frame.
  ///
  /// - Parameters:
  ///   - plane: less than `planeCount`.
  ///   - width: of the frame, in luma samples.
  ///   - height: likewise.
  public func size(ofPlane plane: Int, width: Int, height: Int) -> (bytes: Int, rows: Int) {
    switch samples {
    case .native(let format): format.size(ofPlane: plane, width: width, height: height)
    case .rgb(let order): (Int(order.size) * width, height)
    }
  }

  private static var planar: [PixelLayout] {
    var formats: [PixelLayout] = []
    for depth in [8, 10, 12, 14] {
      let suffix = depth > 8 ? "\(depth)le" : ""
      for (shape, log2Width, log2Height) in [
        ("420", 1, 1), ("422", 1, 0), ("440", 0, 1), ("444", 0, 0),
      ]
      where shape != "440" || depth < 14 {
        // The look ignores alpha here.
        for alpha in ["", "a"] where alpha.isEmpty || shape != "440" && depth <= 10 {
          let format = SampleFormat(
            .planar, depth: depth, log2ChromaWidth: log2Width, log2ChromaHeight: log2Height)
          formats.append(PixelLayout("yuv\(alpha)\(shape)p\(suffix)", format))
        }
      }
    }
    return formats
  }

  private static var semiplanar: [PixelLayout] {
    let shapes = [("12", "0", 1, 1), ("16", "2", 1, 0), ("24", "4", 0, 0)]
    return shapes.flatMap { (short, digit, log2Width, log2Height) -> [PixelLayout] in
      func format(depth: Int, shift: Int) -> SampleFormat {
        SampleFormat(
          .semiplanar, depth: depth, shift: shift, log2ChromaWidth: log2Width,
          log2ChromaHeight: log2Height)
      }
      return [
        PixelLayout("nv\(short)", format(depth: 8, shift: 0)),
        PixelLayout("p\(digit)10le", format(depth: 10, shift: 6)),
        PixelLayout("p\(digit)12le", format(depth: 12, shift: 4)),
      ]
    }
  }

  private static var packed: [PixelLayout] {
    [
      PixelLayout(
        "yuyv422", SampleFormat(.yuyv, depth: 8, log2ChromaWidth: 1, log2ChromaHeight: 0)),
      PixelLayout(
        "uyvy422", SampleFormat(.uyvy, depth: 8, log2ChromaWidth: 1, log2ChromaHeight: 0)),
    ]
  }

  private static var rgb: [PixelLayout] {
    [
      rgba, PixelLayout("rgb0", red: 0, blue: 16), bgra, PixelLayout("bgr0", red: 16, blue: 0),
      PixelLayout("rgb24", red: 0, blue: 16, size: 3),
      PixelLayout("bgr24", red: 16, blue: 0, size: 3),
    ]
  }
}

extension SampleFormat {
  /// A Y'CbCr format in one of the native layouts.
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
