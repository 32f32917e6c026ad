/// Flicker over the last pictures, from the mean over all of them that the filter gives.
struct FlickerWindow {
  private static let length = 60
  /// Sums of the share of changed samples, one a picture, the newest last.
  private var sums: [Double] = []
  private var count = 0

  /// - Parameter mean: over all pictures since the filter began; nil before there is one.
  mutating func add(_ mean: Double?) {
    guard let mean else {
      self = FlickerWindow()
      return
    }
    count += 1
    sums.append(mean * Double(count))
    if sums.count > Self.length { sums.removeFirst() }
  }

  /// Mean share of mask samples that change by more than a quarter from picture to picture; nil
  /// before there are two pictures.
  var flicker: Double? {
    guard let first = sums.first, let last = sums.last, sums.count > 1 else { return nil }
    return max(0, last - first) / Double(sums.count - 1)
  }
}
