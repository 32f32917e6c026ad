/// A mask that a network made of a frame, as displayed.
package struct NetworkMask: Sendable {
  package let width, height: Int
  /// 0…1, in rows.
  package let values: [Float]

  package init(width: Int, height: Int, values: [Float]) {
    precondition(values.count == width * height)
    (self.width, self.height, self.values) = (width, height, values)
  }

  /// The mean with a mask of the same size.
  ///
  /// - Parameter share: weight of the other mask, 0…1.
  func mean(with other: NetworkMask, share: Float) -> NetworkMask {
    NetworkMask(
      width: width, height: height,
      values: zip(values, other.values).map { (1 - share) * $0 + share * $1 })
  }

  /// What is near, for a mask of how near each place is.
  ///
  /// - Parameter share: of the range of depth, 0 for none of it and 1 for all.
  func nearest(_ share: Double) -> NetworkMask {
    /// The width of the edge, as a share of the range.
    let edge: Float = 0.1
    let limit = (1 - Float(share)) * (1 + edge) - edge
    return NetworkMask(
      width: width, height: height, values: values.map { min(max(($0 - limit) / edge, 0), 1) })
  }

  /// The mask in 8 bits as stored, in rows, and its size.
  ///
  /// - Parameter turn: for display.
  package func stored(_ turn: Turn) -> (width: Int, height: Int, samples: [UInt8]) {
    let size = turn.inverse.turned(width, height)
    var samples: [UInt8] = []
    samples.reserveCapacity(values.count)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let place = turn.displayed(
          column: column, row: row, width: size.width, height: size.height)
        let value = values[place.row * width + place.column]
        samples.append(UInt8((min(max(value, 0), 1) * 255).rounded()))
      }
    }
    return (size.width, size.height, samples)
  }

  /// The value at a point in shares of the frame's sides, with linear interpolation.
  package func value(_ x: Double, _ y: Double) -> Float {
    func neighbors(_ place: Double, _ count: Int) -> (first: Int, second: Int, share: Float) {
      let sample = min(max(place * Double(count) - 0.5, 0), Double(count - 1))
      let first = Int(sample)
      return (first, min(first + 1, count - 1), Float(sample - Double(first)))
    }
    let (column, row) = (neighbors(x, width), neighbors(y, height))
    func along(_ row: Int) -> Float {
      let (left, right) = (values[row * width + column.first], values[row * width + column.second])
      return left + column.share * (right - left)
    }
    let (upper, lower) = (along(row.first), along(row.second))
    return upper + row.share * (lower - upper)
  }

  /// This mask with a part replaced by another one, at the finer resolution of the two, within
  /// limits.
  func replacing(_ part: Spot, by finer: NetworkMask) -> NetworkMask {
    let (columns, rows) = (
      max(width, min(384, Int(Double(finer.width) / part.width))),
      max(height, min(384, Int(Double(finer.height) / part.height)))
    )
    var result = [Float](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      let y = (Double(row) + 0.5) / Double(rows)
      for column in 0..<columns {
        let x = (Double(column) + 0.5) / Double(columns)
        let (inX, inY) = ((x - part.x) / part.width, (y - part.y) / part.height)
        let isInside = (0..<1).contains(inX) && (0..<1).contains(inY)
        result[row * columns + column] = isInside ? finer.value(inX, inY) : value(x, y)
      }
    }
    return NetworkMask(width: columns, height: rows, values: result)
  }

  /// This mask raised to another one in a part, where that is higher.
  ///
  /// - Parameter limit: for the whole frame; values of the other mask above it are cut.
  func raised(in part: Spot, to other: NetworkMask, within limit: NetworkMask) -> NetworkMask {
    var result = values
    for row in 0..<height {
      let y = (Double(row) + 0.5) / Double(height)
      guard part.y..<part.y + part.height ~= y else { continue }
      for column in 0..<width {
        let x = (Double(column) + 0.5) / Double(width)
        guard part.x..<part.x + part.width ~= x else { continue }
        let most = limit.value(x, y)
        guard most > result[row * width + column] else { continue }
        let value = other.value((x - part.x) / part.width, (y - part.y) / part.height)
        result[row * width + column] = max(result[row * width + column], min(value, most))
      }
    }
    return NetworkMask(width: width, height: height, values: result)
  }

  /// The union of this mask and another one, at the finer resolution of the two.
  func joined(_ other: NetworkMask) -> NetworkMask {
    let (width, height) = (max(width, other.width), max(height, other.height))
    let (one, other) = (
      resized(width: width, height: height), other.resized(width: width, height: height)
    )
    return NetworkMask(
      width: width, height: height, values: zip(one.values, other.values).map { max($0, $1) })
  }

  /// The mask resampled to another size.
  func resized(width: Int, height: Int) -> NetworkMask {
    if width == self.width, height == self.height { return self }
    let values = (0..<width * height).map {
      value((Double($0 % width) + 0.5) / Double(width), (Double($0 / width) + 0.5) / Double(height))
    }
    return NetworkMask(width: width, height: height, values: values)
  }

  /// The box of the mask here or in the frame before, without a hundredth of the samples at each
  /// end of columns and rows, with a margin around it; nil if the mask is nearly empty.
  ///
  /// - Parameters:
  ///   - last: the mask of the frame before.
  ///   - margin: as a share of the box's size.
  func box(with last: NetworkMask?, margin: Double = 1.0 / 4) -> Spot? {
    var (columns, rows) = ([Int](repeating: 0, count: width), [Int](repeating: 0, count: height))
    for row in 0..<height {
      for column in 0..<width {
        var value = values[row * width + column]
        if let last {
          let x = (Double(column) + 0.5) / Double(width)
          value = max(value, last.value(x, (Double(row) + 0.5) / Double(height)))
        }
        if value > 0.35 {
          columns[column] += 1
          rows[row] += 1
        }
      }
    }
    let count = columns.reduce(0, +)
    guard count * 2000 > width * height else { return nil }
    /// Where all but a hundredth of the samples at each end begin and end, in shares of the side.
    func bounds(_ counts: [Int]) -> (first: Double, end: Double) {
      let few = max(1, count / 100)
      func reach(_ indices: some Sequence<Int>) -> Int {
        var sum = 0
        return indices.first {
          sum += counts[$0]; return sum >= few
        } ?? 0
      }
      let (first, last) = (reach(counts.indices), reach(counts.indices.reversed()))
      return (Double(first) / Double(counts.count), Double(last + 1) / Double(counts.count))
    }
    let (x, y) = (bounds(columns), bounds(rows))
    let (marginX, marginY) = (margin * (x.end - x.first), margin * (y.end - y.first))
    return Spot(
      x: x.first - marginX, y: y.first - marginY, width: x.end - x.first + 2 * marginX,
      height: y.end - y.first + 2 * marginY)
  }
}
