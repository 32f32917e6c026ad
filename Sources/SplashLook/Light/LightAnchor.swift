internal import CSplashKernels
internal import FoundationEssentials
internal import Glibc

/// The colors of a frame whose light counts as white, which tell how far the light of other frames
/// has moved since.
///
/// A histogram of 64 × 64 codes, row after row: rows of log2 R'/G', columns of log2 B'/G' of
/// gamma-coded R'G'B', a sixteenth of an octave apart, grey in row 32 and column 32. A code is
/// proportional to the root of a place's share of samples; the largest is 255.
public struct LightAnchor: Sendable {
  static let side = Int(splash_light_places)
  /// Octaves from a place to the next.
  private static let step = 1.0 / 16

  let colors: [UInt8]
  /// The same as kernels take it.
  let transform: [Float]

  /// - Returns: nil where there are not 64 × 64 codes, or only zeros.
  init?(colors: [UInt8]) {
    guard colors.count == Self.side * Self.side, colors.contains(where: { $0 > 0 }) else {
      return nil
    }
    self.colors = colors
    var transform = [Float](repeating: 0, count: 2 * colors.count)
    splash_light_anchor_init(colors, &transform)
    self.transform = transform
  }

  /// Reads the codes as base64.
  init?(base64 text: String) {
    guard let data = Data(base64Encoded: text) else { return nil }
    self.init(colors: [UInt8](data))
  }

  var base64: String { Data(colors).base64EncodedString() }

  /// The colors of a picture as the gate sees them after its balance.
  ///
  /// - Returns: nil where no sample is neither black nor clipped.
  package init?(of picture: borrowing PlaneView, balancedBy gains: Gains) {
    var rule = SplashRule(of: picture)
    var source = SplashPicture(picture)
    let area = SplashArea(
      x: 0, y: 0, width: Int32(picture.chromaWidth), height: Int32(picture.chromaHeight))
    var roots = [Float](repeating: 0, count: Self.side * Self.side)
    splash_light_colors(&rule, &source, area, &roots)
    let moved = Self.move(
      roots.map { Double($0 * $0) }, down: log2(gains.red / gains.green) / Self.step,
      right: log2(gains.blue / gains.green) / Self.step)
    let most = moved.max() ?? 0
    guard most > 0 else { return nil }
    self.init(colors: moved.map { UInt8((255 * ($0 / most).squareRoot()).rounded()) })
  }

  /// Shares at places farther down and to the right, by parts of a place too; around the torus.
  private static func move(_ shares: [Double], down: Double, right: Double) -> [Double] {
    let (rows, columns) = (Int(down.rounded(.down)), Int(right.rounded(.down)))
    let (y, x) = (down - Double(rows), right - Double(columns))
    func share(_ row: Int, _ column: Int) -> Double {
      shares[((row - rows) & (side - 1)) * side + ((column - columns) & (side - 1))]
    }
    return (0..<side * side).map { at in
      let (row, column) = (at / side, at % side)
      return (1 - y) * ((1 - x) * share(row, column) + x * share(row, column - 1))
        + y * ((1 - x) * share(row - 1, column) + x * share(row - 1, column - 1))
    }
  }
}

extension LightAnchor: Equatable {
  public static func == (a: LightAnchor, b: LightAnchor) -> Bool { a.colors == b.colors }
}
