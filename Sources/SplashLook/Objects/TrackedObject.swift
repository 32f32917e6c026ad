/// Adjacent cells of a row.
package struct ObjectRun: Sendable {
  package var row, start, end: Int
}

/// A tracked part of the mask: its shape when it was last seen alone, its place, and its motion.
struct TrackedObject: Sendable {
  /// The cells, relative to the upper left corner.
  private(set) var shape: [ObjectRun]
  private(set) var size: (width: Int, height: Int)
  private(set) var area: Int
  var color: SIMD2<Double>
  /// The upper left corner, in cells.
  var x, y: Int
  /// Cells per frame.
  private(set) var speed = SIMD2<Double>(0, 0)
  /// The share of it that was visible in the last frame, 0…1.
  var sight = 1.0
  /// Frames since it was last seen.
  var hidden = 0
  /// Frames for which the visible part has differed from the shape.
  var odd = 0

  init(cells: [ObjectRun], color: SIMD2<Double>) {
    (shape, size, area, x, y) = ([], (0, 0), 0, 0, 0)
    self.color = color
    take(cells)
  }

  /// Takes over the shape and the place of some cells.
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

  /// How far it may be from its expected place, in cells.
  var reach: Int { min(24, Int(0.5 * side + 0.5 * (speed * speed).sum().squareRoot()) + 4) }

  /// Moves it by its speed.
  mutating func predict() {
    x += Int(speed.x.rounded())
    y += Int(speed.y.rounded())
  }

  /// Updates the speed by the motion from `last` to here; nil if it was not seen.
  mutating func learn(from last: (x: Int, y: Int)?) {
    guard let last else {
      speed *= 0.85
      return
    }
    speed = 0.5 * speed + 0.5 * SIMD2(Double(x - last.x), Double(y - last.y))
  }

  /// Places it elsewhere, at rest.
  mutating func jump(to cells: [ObjectRun]) {
    take(cells)
    (speed, hidden, sight) = (SIMD2(0, 0), 0, 1)
  }

  /// Calls `body` for each cell of the shape inside of a grid.
  func forEachCell(width: Int, height: Int, _ body: (Int) -> Void) {
    for run in shape where 0..<height ~= y + run.row {
      let row = (y + run.row) * width
      let start = max(0, x + run.start), end = min(width, x + run.end)
      if start < end { for cell in row + start..<row + end { body(cell) } }
    }
  }
}
