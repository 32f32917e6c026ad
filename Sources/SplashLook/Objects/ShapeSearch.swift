/// Rates each place around the expected one for a shape: the share of it that covers cells of the
/// mask. Cells outside of the mask do not count, since objects hide behind others and behind hands.
struct ShapeSearch {
  private let originX, originY, width, height: Int
  /// Cumulative values of cells, from the beginning of each row.
  private var sums: [Int32] = []

  /// - Parameter worth: the value of a cell, 0…2.
  init(
    around object: TrackedObject, gridWidth: Int, gridHeight: Int, worth: (Int) -> Int32
  ) {
    let reach = object.reach
    (originX, originY) = (object.x - reach, object.y - reach)
    width = object.size.width + 2 * reach
    height = object.size.height + 2 * reach
    sums.reserveCapacity((width + 1) * height)
    for row in originY..<originY + height {
      var sum: Int32 = 0
      sums.append(0)
      for column in originX..<originX + width {
        if 0..<gridHeight ~= row, 0..<gridWidth ~= column { sum += worth(row * gridWidth + column) }
        sums.append(sum)
      }
    }
  }

  /// The best place for the object's upper left corner: first at every second cell, then around the
  /// best of these.
  func best(for object: TrackedObject) -> (x: Int, y: Int) {
    let reach = object.reach
    var best = (worth: worth(of: object, 0, 0), x: 0, y: 0)
    func look(_ x: Int, _ y: Int) {
      guard abs(x) <= reach, abs(y) <= reach else { return }
      let worth = worth(of: object, x, y)
      if worth > best.worth { best = (worth, x, y) }
    }
    let even = reach / 2 * 2
    for y in stride(from: -even, through: even, by: 2) {
      for x in stride(from: -even, through: even, by: 2) { look(x, y) }
    }
    let (x, y) = (best.x, best.y)
    for nearY in y - 1...y + 1 { for nearX in x - 1...x + 1 { look(nearX, nearY) } }
    return (object.x + best.x, object.y + best.y)
  }

  private func worth(of object: TrackedObject, _ x: Int, _ y: Int) -> Double {
    var sum: Int32 = 0
    for run in object.shape {
      let row = (object.y + y + run.row - originY) * (width + 1) + object.x + x - originX
      sum += sums[row + run.end] - sums[row + run.start]
    }
    let distance = Double(x * x + y * y) / Double(object.reach * object.reach)
    return Double(sum) / Double(2 * object.area) - 0.3 * distance
  }
}
