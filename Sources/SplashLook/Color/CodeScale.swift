/// Converts between sample codes and levels from 0 (black) to 1 (white).
struct CodeScale {
  /// The code of black, the codes from black to white, and the codes between the ends of chroma.
  let black, luma, chroma: Double
  /// The code of neutral chroma.
  let neutral: Double
  /// The largest code.
  let top: Double

  init(_ coding: ColorCoding, depth: Int) {
    let unit = Double(1 << (depth - 8))
    neutral = 128 * unit
    top = Double(1 << depth) - 1
    switch coding.range {
    case .limited: (black, luma, chroma) = (16 * unit, 219 * unit, 224 * unit)
    case .full: (black, luma, chroma) = (0, top, top)
    }
  }

  func level(_ code: Double) -> Double { (code - black) / luma }
  func code(_ level: Double) -> Int { Int(min(max(black + level * luma, 0), top).rounded()) }
}
