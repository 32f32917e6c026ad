extension NetworkMask {
  /// The number of samples above a half.
  var area: Int { values.count { $0 > 0.5 } }

  /// Intersection over union; 0 if both are empty.
  func overlap(with other: NetworkMask) -> Float {
    precondition(width == other.width && height == other.height)
    var (both, either) = (0, 0)
    for (one, other) in zip(values, other.values) {
      if one > 0.5, other > 0.5 { both += 1 }
      if one > 0.5 || other > 0.5 { either += 1 }
    }
    return Float(both) / Float(max(either, 1))
  }

  /// The box around the mask, without a hundredth of its samples at each end of columns and rows,
  /// and its innermost sample, in shares of the frame's sides; nil if the mask is empty.
  var prompt: (box: Spot, inner: Region.Point)? {
    var (columns, rows) = ([Int](repeating: 0, count: width), [Int](repeating: 0, count: height))
    for index in values.indices where values[index] > 0.5 {
      columns[index % width] += 1
      rows[index / width] += 1
    }
    let count = rows.reduce(0, +)
    guard count > 0 else { return nil }
    func ends(_ counts: [Int]) -> (first: Double, end: Double) {
      func reach(_ indices: some Sequence<Int>) -> Int {
        var sum = 0
        return indices.first {
          sum += counts[$0]
          return sum * 100 > count
        } ?? 0
      }
      let (first, last) = (reach(counts.indices), reach(counts.indices.reversed()))
      return (Double(first) / Double(counts.count), Double(last + 1) / Double(counts.count))
    }
    let (x, y) = (ends(columns), ends(rows))
    return (
      Spot(x: x.first, y: y.first, width: x.end - x.first, height: y.end - y.first),
      innermost(1)[0]
    )
  }

  /// Samples far from the outline and from each other, the innermost first, in shares of the
  /// frame's sides; fewer if the mask is small, none if it is empty.
  func innermost(_ count: Int) -> [Region.Point] {
    var (left, points) = (self, [Region.Point]())
    // The side of a square with its share of the mask.
    let apart = (Double(area) / Double(count)).squareRoot()
    while points.count < count {
      let depths = left.depths
      guard let inner = depths.indices.max(by: { depths[$0] < depths[$1] }), depths[inner] > 0
      else { break }
      let (x, y) = (inner % width, inner / width)
      points.append(
        Region.Point(
          x: (Double(x) + 0.5) / Double(width), y: (Double(y) + 0.5) / Double(height)))
      guard points.count < count else { break }
      left = NetworkMask(
        width: width, height: height,
        values: left.values.indices.map { index in
          let (right, down) = (Double(index % width - x), Double(index / width - y))
          return right * right + down * down > apart * apart ? left.values[index] : 0
        })
    }
    return points
  }

  /// The distance of each sample from the nearest one outside, in about thirds of a sample:
  /// straight steps count 3, diagonal ones 4 (Borgefors, "Distance transformations in digital
  /// images", 1986). The edge of the frame does not count as outside.
  private var depths: [Int] {
    let far = 1 << 20
    var depths = values.map { $0 > 0.5 ? far : 0 }
    func pass(_ rows: some Sequence<Int>, _ columns: some Sequence<Int>, _ way: Int) {
      for y in rows {
        for x in columns {
          let index = y * width + x
          var least = depths[index]
          func look(_ right: Int, _ down: Int, _ length: Int) {
            guard 0..<width ~= x + right, 0..<height ~= y + down else { return }
            least = min(least, depths[index + down * width + right] + length)
          }
          look(-way, 0, 3)
          look(0, -way, 3)
          look(-1, -way, 4)
          look(1, -way, 4)
          depths[index] = least
        }
      }
    }
    pass(0..<height, 0..<width, 1)
    pass((0..<height).reversed(), (0..<width).reversed(), -1)
    return depths
  }
}
