/// R'G'B' of a frame's chroma samples before white balance.
///
/// Luma is the mean of the luma samples that a chroma sample covers, and each of R', G' and B' is
/// clamped to 0…1: steps 1 and 2 of the color rule. R'G'B' frames are read directly. High dynamic
/// range and wide primaries are read as a display shows them.
extension PlaneView {
  /// Whether the frame has color that can be read: three components of 8 to 16 bits.
  package var hasReadableColor: Bool { format.hasColor && (8...16).contains(format.depth) }

  /// The color of a chroma sample, each of R', G' and B' 0…1; above 1 in high dynamic range if
  /// brighter than white.
  package func color(_ x: Int, _ y: Int) -> RGB { coding.displayed(stored(x, y)) }

  private func stored(_ x: Int, _ y: Int) -> RGB {
    let codes = CodeScale(coding, depth: format.depth)
    if format.isRGB {
      return RGB(
        red: Double(code(0, x, y)) / codes.top, green: Double(code(1, x, y)) / codes.top,
        blue: Double(code(2, x, y)) / codes.top)
    }
    let matrix = coding.matrix
    let luma = codes.level(meanLuma(x, y))
    let cb = (Double(code(1, x, y)) - codes.neutral) / codes.chroma
    let cr = (Double(code(2, x, y)) - codes.neutral) / codes.chroma
    let red = luma + 2 * (1 - matrix.kr) * cr
    let blue = luma + 2 * (1 - matrix.kb) * cb
    let green = (luma - matrix.kr * red - matrix.kb * blue) / (1 - matrix.kr - matrix.kb)
    return RGB(
      red: min(max(red, 0), 1), green: min(max(green, 0), 1), blue: min(max(blue, 0), 1))
  }

  private func meanLuma(_ x: Int, _ y: Int) -> Double {
    let columns = x << format.log2ChromaWidth..<min((x + 1) << format.log2ChromaWidth, width)
    let rows = y << format.log2ChromaHeight..<min((y + 1) << format.log2ChromaHeight, height)
    var sum = 0
    for row in rows {
      for column in columns { sum += code(0, column, row) }
    }
    return Double(sum) / Double(columns.count * rows.count)
  }

  /// The colors of the chroma samples in a part of the stored frame, edges included: at least one,
  /// at most about `limit`, evenly spread.
  package func colors(in spot: Spot, limit: Int = 40_000) -> [RGB] {
    let columns = Self.samples(spot.x, spot.width, of: chromaWidth)
    let rows = Self.samples(spot.y, spot.height, of: chromaHeight)
    let step = max(
      1, Int((Double(columns.count * rows.count) / Double(limit)).squareRoot().rounded(.up)))
    var colors: [RGB] = []
    for y in stride(from: rows.lowerBound, through: rows.upperBound, by: step) {
      for x in stride(from: columns.lowerBound, through: columns.upperBound, by: step) {
        colors.append(color(x, y))
      }
    }
    return colors
  }

  private static func samples(_ start: Double, _ length: Double, of count: Int) -> ClosedRange<Int>
  {
    func sample(_ place: Double) -> Int {
      Int((min(max(place, 0), 1) * Double(count)).rounded(.down))
    }
    let first = min(sample(start), count - 1)
    // A part that ends exactly between two samples does not include the second.
    let last = min(max(first, sample((start + length).nextDown)), count - 1)
    return first...last
  }
}
