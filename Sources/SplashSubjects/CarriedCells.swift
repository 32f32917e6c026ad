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
    var (weights, sums) = (carried, carried)
    var best = [Float](repeating: .infinity, count: shares.count)
    var apart = CellDifference(of: fresh, from: colors)
    for down in -Self.reach...Self.reach {
      let rows = rows.clamped(to: max(0, -down)..<min(fresh.height, fresh.height - down))
      for right in -Self.reach...Self.reach {
        let columns = columns.clamped(to: max(0, -right)..<min(width, width - right))
        guard !rows.isEmpty, !columns.isEmpty else { continue }
        let way = down * width + right
        let detour = Self.step * Float(right * right + down * down)
        let differences = apart.around(rows, columns, way)
        weights.withUnsafeMutableBufferPointer { weights in
          sums.withUnsafeMutableBufferPointer { sums in
            best.withUnsafeMutableBufferPointer { best in
              shares.withUnsafeBufferPointer { shares in
                differences.withUnsafeBufferPointer { differences in
                  for y in rows {
                    let row = y * width
                    for cell in row + columns.lowerBound..<row + columns.upperBound {
                      let difference = differences[cell] + detour
                      best[cell] = difference < best[cell] ? difference : best[cell]
                      let square = (difference + Self.alike) * (difference + Self.alike)
                      let weight = 1 / (square * square)
                      weights[cell] += weight
                      sums[cell] += weight * shares[cell + way]
                    }
                  }
                }
              }
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
  private var single, along, result: [Float]

  init(of fresh: CellColors, from last: CellColors) {
    (self.fresh, self.last) = (fresh, last)
    single = [Float](repeating: 0, count: fresh.width * fresh.height)
    (along, result) = (single, single)
  }

  /// The mean squared difference between the 3 × 3 cells around each cell and those around its
  /// counterpart.
  ///
  /// - Parameters:
  ///   - rows, columns: the cells that have a counterpart.
  ///   - way: from a cell to its counterpart, as an offset in the array.
  mutating func around(_ rows: Range<Int>, _ columns: Range<Int>, _ way: Int) -> [Float] {
    let width = fresh.width
    single.withUnsafeMutableBufferPointer { single in
      for plane in 0..<3 {
        fresh.planes[plane].withUnsafeBufferPointer { fresh in
          last.planes[plane].withUnsafeBufferPointer { last in
            for y in rows {
              let row = y * width
              for cell in row + columns.lowerBound..<row + columns.upperBound {
                let step = fresh[cell] - last[cell + way]
                single[cell] = plane == 0 ? step * step : single[cell] + step * step
              }
            }
          }
        }
      }
      let (first, end) = (columns.lowerBound, columns.upperBound - 1)
      along.withUnsafeMutableBufferPointer { along in
        for y in rows {
          let row = y * width
          for x in first...end {
            let (left, right) = (x > first ? x - 1 : x, x < end ? x + 1 : x)
            along[row + x] = single[row + left] + single[row + x] + single[row + right]
          }
        }
        result.withUnsafeMutableBufferPointer { result in
          for y in rows {
            let above = max(y - 1, rows.lowerBound) * width
            let (row, below) = (y * width, min(y + 1, rows.upperBound - 1) * width)
            for x in columns {
              result[row + x] = (along[above + x] + along[row + x] + along[below + x]) / 27
            }
          }
        }
      }
    }
    return result
  }
}
