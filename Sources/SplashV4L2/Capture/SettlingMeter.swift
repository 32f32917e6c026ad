/// Detects when a camera's automatic exposure and white balance have settled: the means of luma and
/// chroma have stayed within two codes (of 255) for a second. After five seconds it counts as
/// settled in any case.
public struct SettlingMeter: Sendable {
  private var start: Double?
  private var recent: [(time: Double, means: SIMD3<Double>)] = []

  /// Time for which the means have to stay, in seconds.
  public static let restTime = 1.0
  /// Time after which it counts as settled in any case, in seconds.
  public static let longestTime = 5.0

  public init() {}

  /// Adds a frame: its time in seconds and its mean Y, Cb and Cr as 8-bit codes. Returns true when
  /// the camera has settled.
  public mutating func add(time: Double, means: SIMD3<Double>) -> Bool {
    let first = start ?? time
    start = first
    recent.removeAll { $0.time < time - Self.restTime }
    recent.append((time, means))
    guard time - first >= Self.restTime else { return false }
    if time - first >= Self.longestTime { return true }
    let low = recent.reduce(means) { pointwiseMin($0, $1.means) }
    let high = recent.reduce(means) { pointwiseMax($0, $1.means) }
    return (high - low).max() <= 2
  }

  /// Mean Y, Cb and Cr of a frame on a grid of 32 by 32 points.
  static func means(of frame: borrowing Frame) -> SIMD3<Double> {
    let sums: SIMD3<Double>? = frame.withPlanes { planes in
      guard planes.format.hasColor else { return .zero }
      var sums = SIMD3<Double>.zero
      for index in 0..<3 {
        let (width, height) = planes.size(ofComponent: index)
        let largest = Double(1 << planes.format.components[index].depth - 1)
        for y in 0..<32 {
          for x in 0..<32 {
            sums[index] += Double(planes.code(index, x * width / 32, y * height / 32)) / largest
          }
        }
      }
      return sums
    }
    return (sums ?? .zero) * 255 / 1024
  }
}
