/// Flicker over the last frames, from the filter's mean over all frames.
struct FlickerWindow {
  private static let length = 60
  /// Sums of the share of changed samples, one per frame, the newest last.
  private var sums: [Double] = []
  private var count = 0

  /// - Parameter mean: over all frames since the filter began; nil before there is one.
  mutating func add(_ mean: Double?) {
    guard let mean else {
      self = FlickerWindow()
      return
    }
    count += 1
    sums.append(mean * Double(count))
    if sums.count > Self.length { sums.removeFirst() }
  }

  /// Mean share of mask samples that change by more than a quarter between frames; nil before there
  /// are two frames.
  var flicker: Double? {
    guard let first = sums.first, let last = sums.last, sums.count > 1 else { return nil }
    return max(0, last - first) / Double(sums.count - 1)
  }
}
