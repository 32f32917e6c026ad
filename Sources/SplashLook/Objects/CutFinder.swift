/// Finds cuts, frame by frame.
package struct CutFinder {
  /// Luma of the last frame at some places, and its usual mean change.
  private var luma: [UInt8] = []
  private var usualChange = 0.0

  /// At a cut, the mean change in 8-bit codes is more than the first number, and more than the
  /// usual change times the second.
  private static let cut = (change: 24.0, factor: 4.0)

  package init() {}

  /// Whether a frame belongs to another shot than the one before.
  package mutating func isCut(_ picture: borrowing PlaneView) -> Bool {
    let (columns, rows) = (64, 36)
    let isFirst = luma.count != columns * rows
    if isFirst { luma = Array(repeating: 0, count: columns * rows) }
    var sum = 0
    let depth = picture.format.depth
    for row in 0..<rows {
      let y = (2 * row + 1) * picture.height / (2 * rows)
      for column in 0..<columns {
        let x = (2 * column + 1) * picture.width / (2 * columns)
        let (code, place) = (picture.code(0, x, y) >> (depth - 8), row * columns + column)
        sum += abs(code - Int(luma[place]))
        luma[place] = UInt8(truncatingIfNeeded: code)
      }
    }
    guard !isFirst else { return false }
    let change = Double(sum) / Double(luma.count)
    let isCut = change > Self.cut.change && change > Self.cut.factor * usualChange
    usualChange = isCut ? 0 : 0.8 * usualChange + 0.2 * change
    return isCut
  }
}
