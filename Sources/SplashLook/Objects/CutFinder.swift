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
    var fresh: [UInt8] = []
    fresh.reserveCapacity(columns * rows)
    let depth = picture.format.depth
    for row in 0..<rows {
      let y = (2 * row + 1) * picture.height / (2 * rows)
      for column in 0..<columns {
        let x = (2 * column + 1) * picture.width / (2 * columns)
        fresh.append(UInt8(truncatingIfNeeded: picture.code(0, x, y) >> (depth - 8)))
      }
    }
    defer { luma = fresh }
    guard luma.count == fresh.count else { return false }
    let sum = zip(fresh, luma).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    let change = Double(sum) / Double(fresh.count)
    let isCut = change > Self.cut.change && change > Self.cut.factor * usualChange
    usualChange = isCut ? 0 : 0.8 * usualChange + 0.2 * change
    return isCut
  }
}
