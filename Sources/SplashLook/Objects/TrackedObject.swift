/// Cells side by side in a row.
package struct ObjectRun: Sendable {
  package var row, start, end: Int
}

/// A part of the mask that is followed: its shape when it was last seen alone, where that is now,
/// and how it moves.
struct TrackedObject: Sendable {
  /// From the upper left corner.
  private(set) var shape: [ObjectRun]
  private(set) var size: (width: Int, height: Int)
  private(set) var area: Int
  var color: SIMD2<Double>
  /// The upper left corner, in cells.
  var x, y: Int
  /// Cells a picture.
  private(set) var speed = SIMD2<Double>(0, 0)
  /// The share of it that was in sight in the last picture, 0…1.
  var sight = 1.0
  /// Pictures since it was last seen.
  var hidden = 0
  /// Pictures since what is seen of it had the shape that it should have.
  var odd = 0

  init(cells: [ObjectRun], color: SIMD2<Double>) {
    (shape, size, area, x, y) = ([], (0, 0), 0, 0, 0)
    self.color = color
    take(cells)
  }

  /// Takes the shape of cells, where they are.
  mutating func take(_ cells: [ObjectRun]) {
    let left = cells.map(\.start).min()!, top = cells.map(\.row).min()!
    shape = cells.map { ObjectRun(row: $0.row - top, start: $0.start - left, end: $0.end - left) }
    size = (cells.map(\.end).max()! - left, cells.map(\.row).max()! - top + 1)
    area = cells.reduce(0) { $0 + $1.end - $1.start }
    (x, y) = (left, top)
    odd = 0
  }

  /// Side of a square of the same area, in cells.
  var side: Double { Double(area).squareRoot() }

  /// How far it may be from where it is expected.
  var reach: Int { min(24, Int(0.5 * side + 0.5 * (speed * speed).sum().squareRoot()) + 4) }

  /// Goes on as it moved.
  mutating func predict() {
    x += Int(speed.x.rounded())
    y += Int(speed.y.rounded())
  }

  /// Learns how it moved, from where it was to where it is; nil for one that was not seen.
  mutating func learn(from last: (x: Int, y: Int)?) {
    guard let last else {
      speed *= 0.85
      return
    }
    speed = 0.5 * speed + 0.5 * SIMD2(Double(x - last.x), Double(y - last.y))
  }

  /// Appears at another place, at rest.
  mutating func jump(to cells: [ObjectRun]) {
    take(cells)
    (speed, hidden, sight) = (SIMD2(0, 0), 0, 1)
  }

  /// The cells of the shape where it is, as far as they lie in a grid.
  func forEachCell(width: Int, height: Int, _ body: (Int) -> Void) {
    for run in shape where 0..<height ~= y + run.row {
      let row = (y + run.row) * width
      let start = max(0, x + run.start), end = min(width, x + run.end)
      if start < end { for cell in row + start..<row + end { body(cell) } }
    }
  }
}
