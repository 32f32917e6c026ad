/// At most 255 colors that represent those of frames.
///
/// The cells are split in two again and again, the part with the largest sum of squared errors
/// first, along the component with the largest error and where the remaining error is least (Wu,
/// Efficient Statistical Computations for Optimal Color Quantization); then two steps of k-means
/// move the means.
struct Palette: Equatable {
  static let mostColors = 255

  private(set) var colors: [SIMD4<Int32>]

  init(_ seen: ColorCells) {
    var cells = seen.cells
    var parts = [Part(cells[...])]
    while parts.count < Self.mostColors, let index = Self.worst(parts) {
      let part = parts[index]
      let middle = cells[part.range].partition { $0.color[part.axis] > part.limit }
      parts[index] = Part(cells[part.range.lowerBound..<middle])
      parts.append(Part(cells[middle..<part.range.upperBound]))
    }
    colors = parts.map(\.mean)
    for _ in 0..<2 where colors.count < cells.count { improve(for: cells) }
  }

  private static func worst(_ parts: [Part]) -> Int? {
    let index = parts.indices.max { parts[$0].error < parts[$1].error }
    return index.flatMap { parts[$0].error > 0 ? $0 : nil }
  }

  private mutating func improve(for cells: [ColorCells.Cell]) {
    var sums = [SIMD4<Double>](repeating: .zero, count: colors.count)
    for cell in cells {
      let count = Double(cell.count)
      var sum = SIMD4<Double>(cell.color) * count
      sum[3] = count
      sums[nearest(to: cell.color).index] += sum
    }
    for (index, sum) in sums.enumerated() where sum[3] > 0 {
      var mean = sum / sum[3]
      mean[3] = 0
      colors[index] = SIMD4<Int32>(mean.rounded(.toNearestOrAwayFromZero))
    }
  }

  /// The nearest palette color, and the square of its distance.
  func nearest(to color: SIMD4<Int32>) -> (index: Int, distance: Int32) {
    var best: (index: Int, distance: Int32) = (0, .max)
    colors.withUnsafeBufferPointer { colors in
      for index in 0..<colors.count {
        let gap = colors[index] &- color
        let distance = (gap &* gap).wrappedSum()
        if distance < best.distance { best = (index, distance) }
      }
    }
    return best
  }

  /// The sum of squared errors of frames in this palette.
  func error(for seen: ColorCells) -> Double {
    guard !colors.isEmpty else { return .infinity }
    return seen.cells.reduce(0) { $0 + Double(nearest(to: $1.color).distance) * Double($1.count) }
  }

  /// A group of cells, and its best split.
  private struct Part {
    let range: Range<Int>
    let mean: SIMD4<Int32>
    /// Sum of squared errors along the axis with the largest; 0 for a group that cannot be split.
    let error: Double
    let axis: Int
    /// Largest value along the axis in the first half.
    let limit: Int32

    init(_ cells: ArraySlice<ColorCells.Cell>) {
      range = cells.indices
      var (count, sum, squares) = (0.0, SIMD4<Double>.zero, SIMD4<Double>.zero)
      for cell in cells {
        let (weight, color) = (Double(cell.count), SIMD4<Double>(cell.color))
        count += weight
        sum += color * weight
        squares += color * color * weight
      }
      let middle = sum / max(count, 1)
      mean = SIMD4<Int32>(middle.rounded(.toNearestOrAwayFromZero))
      let errors = squares - middle * sum
      let axis = (0..<3).max { errors[$0] < errors[$1] }!
      self.axis = axis
      guard cells.count > 1, errors[axis] > 1e-6 else {
        (error, limit) = (0, 0)
        return
      }
      error = errors[axis]
      var bins = [(count: Double, sum: Double)](repeating: (0, 0), count: 256)
      for cell in cells {
        let value = Int(cell.color[axis])
        bins[value].count += Double(cell.count)
        bins[value].sum += Double(value) * Double(cell.count)
      }
      var best = (gain: -1.0, limit: Int32(0))
      var low = (count: 0.0, sum: 0.0)
      for value in 0..<255 {
        low = (low.count + bins[value].count, low.sum + bins[value].sum)
        let high = (count: count - low.count, sum: sum[axis] - low.sum)
        guard low.count > 0, high.count > 0 else { continue }
        let gain = low.sum * low.sum / low.count + high.sum * high.sum / high.count
        if gain > best.gain { best = (gain, Int32(value)) }
      }
      limit = best.limit
    }
  }
}
