/// Weights that resample one side to another length: a triangle that reaches to the next sample of
/// the coarser side, as in bilinear interpolation.
struct Resampling {
  /// For each new sample the first old one that has a weight, and the weights from there on, which
  /// add up to 1.
  let taps: [(first: Int, weights: [Float])]

  /// - Parameters:
  ///   - start, length: the part of the side to resample, in shares of it within 0…1.
  init(from count: Int, start: Double = 0, length: Double = 1, to newCount: Int) {
    let scale = Double(count) * length / Double(newCount)
    let reach = max(scale, 1)
    taps = (0..<newCount).map { index in
      let center = Double(count) * start + (Double(index) + 0.5) * scale
      let first = min(max(0, Int(center - reach + 0.5)), count - 1)
      let end = max(first + 1, min(count, Int(center + reach + 0.5)))
      let weights = (first..<end).map { max(0, 1 - abs(Double($0) + 0.5 - center) / reach) }
      let sum = weights.reduce(0, +)
      return (first, weights.map { Float($0 / sum) })
    }
  }
}
