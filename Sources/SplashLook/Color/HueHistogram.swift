/// A histogram of the hues in frames, after white balance.
package struct HueHistogram {
  /// Degrees per bin.
  package static let binWidth = 4

  /// Sum of chroma and number of samples in each bin, and the number of all samples.
  private var sums = [Double](repeating: 0, count: 360 / binWidth)
  private var counts = [Int](repeating: 0, count: 360 / binWidth)
  private var count = 0

  package init() {}

  /// Adds samples.
  ///
  /// - Parameter gate: whether a color counts; else it counts as grey.
  package mutating func add(_ colors: [RGB], gains: Gains, where gate: (HSV) -> Bool) {
    count += colors.count
    for color in colors {
      let color = color.balanced(by: gains).hsv
      guard gate(color) else { continue }
      let bin = Int(color.hue) / Self.binWidth
      sums[bin] += color.chroma
      counts[bin] += 1
    }
  }

  /// Share of the chroma in each bin; all 0 if the frames are grey.
  package var shares: [Double] {
    let total = sums.reduce(0, +)
    return total > 0 ? sums.map { ($0 / total * 10_000).rounded() / 10_000 } : sums
  }

  /// The frequent hue that is nearest to the wanted ones, as a range that holds it: a peak over
  /// five bins, at least a third as high as the highest and at least half a per cent of all
  /// samples.
  ///
  /// - Parameters:
  ///   - hues: the wanted hues; at least one.
  ///   - isTold: whether to skip a hue, since it is selected or excluded already.
  /// - Returns: nil if there is no such hue.
  package func peak(near hues: [HueRange], unless isTold: (Double) -> Bool) -> HueRange? {
    let bins = sums.count
    func around(_ bin: Int) -> [Int] { (bin - 2...bin + 2).map { ($0 + bins) % bins } }
    let heights = (0..<bins).map { bin in around(bin).reduce(0) { $0 + sums[$1] } }
    let highest = heights.max() ?? 0
    let peaks = (0..<bins).filter { bin in
      let samples = around(bin).reduce(0) { $0 + counts[$1] }
      return 200 * samples >= count && samples > 0 && 3 * heights[bin] >= highest
        && around(bin).allSatisfy { heights[$0] <= heights[bin] } && !isTold(middle(bin))
    }
    func distance(_ bin: Int) -> Double {
      hues.map { hueDistance(middle(bin), $0.center) }.min() ?? 0
    }
    return peaks.min { distance($0) < distance($1) }.map {
      HueRange(center: middle($0).rounded(), width: 12)
    }
  }

  /// The mean hue of the color in and around a bin.
  private func middle(_ bin: Int) -> Double {
    let near = (-2...2).map { (offset: $0, sum: sums[(bin + $0 + sums.count) % sums.count]) }
    let total = near.reduce(0) { $0 + $1.sum }
    let offset = near.reduce(0) { $0 + Double($1.offset) * $1.sum } / max(total, 1e-9)
    return HueRange(center: (Double(bin) + 0.5 + offset) * Double(Self.binWidth)).center
  }
}
