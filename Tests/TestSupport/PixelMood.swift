/// Contents of test pixels: each mood provokes another kind of fault.
public enum PixelMood: String, CaseIterable, Sendable {
  /// Codes that underflow.
  case nearZero
  /// Codes that overflow.
  case nearMaximum
  /// Colors near neutral, where vectors are skipped, with an occasional one that is not.
  case dull
  /// Colors on the borders of the hexagon's sectors and at the ends of 8-bit gates.
  case edges
  case random

  /// One sample of luma, Cb and Cr codes.
  public func sample(depth: Int, using random: inout SeededGenerator) -> (y: Int, cb: Int, cr: Int)
  {
    let top = (1 << depth) - 1
    func near(_ code: Int, _ spread: Int) -> Int {
      min(max(code + Int.random(in: -spread...spread, using: &random), 0), top)
    }
    let neutral = 1 << (depth - 1)
    switch self {
    case .nearZero: return (near(0, 3), near(0, 3), near(0, 3))
    case .nearMaximum: return (near(top, 3), near(top, 3), near(top, 3))
    case .dull:
      let spread = Int.random(in: 0..<24, using: &random) == 0 ? neutral : neutral >> 5
      return (near(neutral, neutral), near(neutral, spread), near(neutral, spread))
    case .edges: return edge(depth: depth, using: &random)
    case .random:
      return (
        Int.random(in: 0...top, using: &random), Int.random(in: 0...top, using: &random),
        Int.random(in: 0...top, using: &random)
      )
    }
  }

  /// Limited-range BT.709 codes of a color whose hue is a multiple of ten degrees and whose
  /// saturation and value are multiples of a tenth, give or take a code.
  private func edge(depth: Int, using random: inout SeededGenerator) -> (y: Int, cb: Int, cr: Int) {
    let hue = Double(Int.random(in: 0..<36, using: &random)) / 6
    let value = Double(Int.random(in: 0...10, using: &random)) / 10
    let chroma = value * Double(Int.random(in: 0...10, using: &random)) / 10
    func channel(_ offset: Double) -> Double {
      let k = (hue + offset).truncatingRemainder(dividingBy: 6)
      return value - chroma * max(0, min(k, 4 - k, 1))
    }
    let (red, green, blue) = (channel(5), channel(3), channel(1))
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    let unit = Double(1 << (depth - 8))
    func code(_ x: Double) -> Int {
      Int((x * unit).rounded()) + Int.random(in: -1...1, using: &random)
    }
    return (
      code(16 + 219 * luma), code(128 + 224 * (blue - luma) / 1.8556),
      code(128 + 224 * (red - luma) / 1.5748)
    )
  }
}
