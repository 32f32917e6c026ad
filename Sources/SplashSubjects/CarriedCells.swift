internal import Glibc

/// Mask values of a frame's cells, carried to the next frame: each new cell takes the mean of those
/// of nearby old cells, which weigh more the more alike they look.
struct CarriedCells {
  /// Mask values, 0…1, in rows.
  var shares: [Float]
  private let colors: CellColors

  /// The most cells that an object moves from frame to frame.
  private static let reach = 4
  /// Squared color differences: the scale on which likeness falls, the difference from which on a
  /// cell counts as newly visible, and the scale on which it then loses weight by a factor of e.
  private static let (alike, new, newer): (Float, Float, Float) = (4, 30, 200)
  /// Cost of a shift by one cell; it grows with the square of the distance.
  private static let step: Float = 0.5

  init(_ shares: [Float], of colors: CellColors) {
    precondition(shares.count == colors.width * colors.height)
    (self.shares, self.colors) = (shares, colors)
  }

  /// The mask values in the next frame, which has as many cells.
  func next(_ fresh: CellColors) -> CarriedCells {
    let width = fresh.width
    precondition(width == colors.width && fresh.height == colors.height)
    var carried = [Float](repeating: 0, count: shares.count)
    guard let (rows, columns) = surroundings else { return CarriedCells(carried, of: fresh) }
    var (weights, sums, weight) = (carried, carried, carried)
    var best = [Float](repeating: .infinity, count: shares.count)
    var apart = CellDifference(of: fresh, from: colors)
    let alike = Self.alike
    for down in -Self.reach...Self.reach {
      let rows = rows.clamped(to: max(0, -down)..<min(fresh.height, fresh.height - down))
      for right in -Self.reach...Self.reach {
        let columns = columns.clamped(to: max(0, -right)..<min(width, width - right))
        guard !rows.isEmpty, !columns.isEmpty else { continue }
        let way = down * width + right
        let detour = Self.step * Float(right * right + down * down)
        apart.measure(rows, columns, way)
        for y in rows {
          let cells = y * width + columns.lowerBound..<y * width + columns.upperBound
          // Loops over few arrays, so that they are vectorized.
          withRows(&best, apart.result, &weight, cells) { best, apart, weight in
            for cell in 0..<cells.count {
              let difference = apart[cell] + detour
              best[cell] = difference < best[cell] ? difference : best[cell]
              let square = (difference + alike) * (difference + alike)
              weight[cell] = 1 / (square * square)
            }
          }
          withRows(&weights, weight, cells) { weights, weight in
            for cell in 0..<cells.count { weights[cell] += weight[cell] }
          }
          withRows(&sums, weight, cells) { sums, weight in
            shares.withUnsafeBufferPointer { shares in
              let old = shares.baseAddress! + cells.lowerBound + way
              for cell in 0..<cells.count { sums[cell] += weight[cell] * old[cell] }
            }
          }
        }
      }
    }
    for cell in carried.indices where sums[cell] > 0 {
      carried[cell] = sums[cell] / weights[cell] * exp(-max(0, best[cell] - Self.new) / Self.newer)
    }
    return CarriedCells(carried, of: fresh)
  }

  /// Where mask values may be above 0 in the next frame; nil if there are none.
  private var surroundings: (rows: Range<Int>, columns: Range<Int>)? {
    let (width, height) = (colors.width, colors.height)
    let filled = shares.indices.filter { shares[$0] > 0.01 }
    guard let first = filled.first, let last = filled.last else { return nil }
    let columns = filled.map { $0 % width }
    return (
      max(0, first / width - Self.reach)..<min(height, last / width + 1 + Self.reach),
      max(0, columns.min()! - Self.reach)..<min(width, columns.max()! + 1 + Self.reach)
    )
  }
}

/// The colors of a frame in cells, scaled so that equal differences look alike.
struct CellColors {
  let width, height: Int
  /// Luma, Cb and Cr in 8-bit codes, weighted, in rows.
  fileprivate let planes: [[Float]]

  private static let weights: [Float] = [0.7, 1.5, 1.5]

  /// - Parameter colors: R', G' and B' of each cell, 0…1, one plane after another.
  init(_ colors: [Float], width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    let count = width * height
    precondition(colors.count == 3 * count)
    var planes = Array(repeating: [Float](repeating: 0, count: count), count: 3)
    for cell in 0..<count {
      // BT.601 is accurate enough to compare colors.
      let (red, blue) = (255 * colors[cell], 255 * colors[2 * count + cell])
      let luma = 0.299 * red + 0.587 * 255 * colors[count + cell] + 0.114 * blue
      planes[0][cell] = Self.weights[0] * luma
      planes[1][cell] = Self.weights[1] * 0.564 * (blue - luma)
      planes[2][cell] = Self.weights[2] * 0.713 * (red - luma)
    }
    self.planes = planes
  }
}

/// Measures how much cells of two frames differ, together with their neighbors.
private struct CellDifference {
  private let fresh, last: CellColors
  private var single, along: [Float]
  private(set) var result: [Float]

  init(of fresh: CellColors, from last: CellColors) {
    (self.fresh, self.last) = (fresh, last)
    single = [Float](repeating: 0, count: fresh.width * fresh.height)
    (along, result) = (single, single)
  }

  /// Measures the mean squared difference between the 3 × 3 cells around each cell and those around
  /// its counterpart, into `result`.
  ///
  /// - Parameters:
  ///   - rows, columns: the cells that have a counterpart.
  ///   - way: from a cell to its counterpart, as an offset in the array.
  mutating func measure(_ rows: Range<Int>, _ columns: Range<Int>, _ way: Int) {
    let (width, count) = (fresh.width, columns.count)
    for y in rows {
      let first = y * width + columns.lowerBound
      let cells = first..<first + count
      for plane in 0..<3 {
        withRows(&single, fresh.planes[plane], cells) { single, fresh in
          last.planes[plane].withUnsafeBufferPointer { last in
            let last = last.baseAddress! + first + way
            for cell in 0..<count {
              let step = fresh[cell] - last[cell]
              single[cell] = plane == 0 ? step * step : single[cell] + step * step
            }
          }
        }
      }
      withRows(&along, single, cells) { along, single in
        along[0] = single[0] + single[0] + single[min(1, count - 1)]
        let end = count - 1
        if end > 0 {
          for cell in 1..<end {
            along[cell] = single[cell &- 1] + single[cell] + single[cell &+ 1]
          }
          along[end] = single[end - 1] + single[end] + single[end]
        }
      }
    }
    for y in rows {
      let above = max(y - 1, rows.lowerBound) - y
      let below = min(y + 1, rows.upperBound - 1) - y
      let first = y * width + columns.lowerBound
      withRows(&result, along, first..<first + count) { result, along in
        let (above, below) = (along + above * width, along + below * width)
        for cell in 0..<count { result[cell] = (above[cell] + along[cell] + below[cell]) / 27 }
      }
    }
  }
}

/// Calls the closure with the first of some cells of an array to change, and of another.
private func withRows(
  _ changed: inout [Float], _ read: [Float], _ cells: Range<Int>,
  _ body: (UnsafeMutablePointer<Float>, UnsafePointer<Float>) -> Void
) {
  changed.withUnsafeMutableBufferPointer { changed in
    read.withUnsafeBufferPointer { read in
      body(changed.baseAddress! + cells.lowerBound, read.baseAddress! + cells.lowerBound)
    }
  }
}

/// The same with two arrays to change.
private func withRows(
  _ changed: inout [Float], _ read: [Float], _ other: inout [Float], _ cells: Range<Int>,
  _ body: (UnsafeMutablePointer<Float>, UnsafePointer<Float>, UnsafeMutablePointer<Float>) -> Void
) {
  other.withUnsafeMutableBufferPointer { other in
    withRows(&changed, read, cells) { body($0, $1, other.baseAddress! + cells.lowerBound) }
  }
}
