internal import CSplashKernels

/// The center of a mask as shares of its width and height, and its share of the area, all 0…1.
struct MaskMiddle: Equatable {
  var x, y, share: Double
}

/// Finds the center of a mask: along each side the mean position of samples of half and more,
/// without the outer tenth at either end, so that distant specks have no effect.
struct MiddleFinder {
  /// If fewer than one of this many samples is selected, there is no center.
  private static let least = 5000
  private var columns: [UInt16] = []
  private var rowCounts: [Int] = []

  /// - Parameter rows: the rows to read.
  /// - Returns: nil if less than 0.02 % is selected.
  mutating func middle(of plane: SplashPlane, rows: StrideTo<Int>) -> MaskMiddle? {
    let (width, height) = (Int(plane.width), Int(plane.height))
    if columns.count != width { columns = Array(repeating: 0, count: width) }
    if rowCounts.count != height { rowCounts = Array(repeating: 0, count: height) }
    var (total, read) = (0, 0)
    columns.withUnsafeMutableBufferPointer { columns in
      columns.update(repeating: 0)
      rowCounts.withUnsafeMutableBufferPointer { rowCounts in
        rowCounts.update(repeating: 0)
        for y in rows {
          let line = plane.row(y)
          var count = 0
          for x in 0..<width {
            let isKept = line[x] >> 7
            columns[x] &+= UInt16(isKept)
            count &+= Int(isKept)
          }
          rowCounts[y] = count
          total += count
          read += width
        }
      }
    }
    guard total > 0, total * Self.least >= read else { return nil }
    return MaskMiddle(
      x: Self.middle(of: columns, total: total), y: Self.middle(of: rowCounts, total: total),
      share: Double(total) / Double(read))
  }

  private static func middle(of counts: [some BinaryInteger], total: Int) -> Double {
    let (from, to) = (Double(total) * 0.1, Double(total) * 0.9)
    var (passed, sum) = (0.0, 0.0)
    for (place, count) in counts.enumerated() where count > 0 {
      let end = passed + Double(count)
      sum += max(0, min(end, to) - max(passed, from)) * (Double(place) + 0.5)
      passed = end
    }
    return sum / (to - from) / Double(counts.count)
  }
}
