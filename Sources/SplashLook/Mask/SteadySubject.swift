internal import CSplashKernels
internal import Glibc

/// Averages the masks of a network over time, so that changes from frame to frame and back hardly
/// show.
///
/// Luma is no evidence here, as it is for hue masks: people move, and masks of networks flicker
/// most where luma changes.
struct SteadySubject {
  /// The averaged mask, 0…1, in rows; empty before the first frame.
  private(set) var shares: [Float] = []

  /// Gaps longer than the first number of seconds fade the last mask, to 1/e in the second number.
  private static let (apart, memory) = (0.05, 0.1)

  /// Adds a mask to the average.
  ///
  /// - Parameters:
  ///   - gap: seconds since the last mask; nil if unknown.
  ///   - stability: temporal smoothing; the last mask weighs 0 at 0, 65 % at 0.5 and 79 % at 1.
  mutating func add(_ mask: SplashPlane, after gap: Double?, stability: Double) {
    let count = Int(mask.width * mask.height)
    let isFirst = shares.count != count || gap.map { $0 < 0 } ?? false
    if isFirst { shares = [Float](repeating: 0, count: count) }
    let fading = gap.map { 1 - exp((Self.apart - $0) / Self.memory) } ?? 0
    let share = isFirst ? 1 : Float(max(1 / (1 + 3.75 * stability), fading))
    shares.withUnsafeMutableBufferPointer { shares in
      for y in 0..<Int(mask.height) {
        let (row, start) = (mask.data + y * mask.stride, y * Int(mask.width))
        for x in 0..<Int(mask.width) {
          shares[start + x] += share * (Float(row[x]) / 255 - shares[start + x])
        }
      }
    }
  }

  /// Starts anew with the next mask.
  mutating func forget() { shares = [] }
}
