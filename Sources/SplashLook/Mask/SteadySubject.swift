internal import CSplashKernels
internal import Glibc

/// The masks of a network, each laid over those before: a network that changes its mind from
/// picture to picture and back shows little of it.
///
/// Luma is no evidence here, as it is for masks of colors: people move, and so networks tremble
/// most where luma changes.
struct SteadySubject {
  /// 0…1, in rows; empty before the first.
  private(set) var shares: [Float] = []

  /// Seconds between pictures from which on the last mask fades at least, and to 1/e in how many.
  private static let (apart, memory) = (0.05, 0.1)

  /// Lays a mask over the last.
  ///
  /// - Parameters:
  ///   - gap: seconds since the last; nil where that is not known.
  ///   - stability: at 0 the last does not count, at 0.5 as 65 %, at 1 as 79 %.
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

  /// The next mask is the first.
  mutating func forget() { shares = [] }
}
