/// How samples along one side become fewer or more: means weighted by a triangle that reaches as
/// far as the next sample on the coarser side, as in bilinear interpolation.
struct Resampling {
  /// For each new sample the first old one that counts, and what each from there on counts: 1 in
  /// all.
  let taps: [(first: Int, weights: [Float])]

  /// - Parameters:
  ///   - start, length: the part of the side that is taken, in shares of it within 0…1.
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
