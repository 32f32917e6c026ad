internal import CFFmpeg
internal import SplashCore

/// Tells when a camera's automatic exposure and white balance have come to rest: the means of
/// luma and chroma have stayed within two codes (of 255) for a second. A picture that never rests
/// counts as settled after five seconds.
public struct SettlingMeter: Sendable {
  private var start: Double?
  private var recent: [(time: Double, means: SIMD3<Double>)] = []

  /// Time the means have to stay, in seconds.
  public static let restTime = 1.0
  /// Time after which any picture counts as settled, in seconds.
  public static let longestTime = 5.0

  public init() {}

  /// Adds a picture: its time in seconds and its mean Y, Cb and Cr as 8-bit codes. True when the
  /// camera has settled.
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

  /// Mean Y, Cb and Cr of a picture on a grid of 32 by 32 points.
  static func means(of frame: borrowing Frame) -> SIMD3<Double> {
    let format = frame.format
    guard let descriptor = format.descriptor, descriptor.nb_components >= 3 else { return .zero }
    let components = [descriptor.comp.0, descriptor.comp.1, descriptor.comp.2]
    let data = [frame.av.pointee.data.0, frame.av.pointee.data.1, frame.av.pointee.data.2]
    let strides = [
      frame.av.pointee.linesize.0, frame.av.pointee.linesize.1, frame.av.pointee.linesize.2,
    ]
    var sums = SIMD3<Double>.zero
    for index in 0..<3 {
      let component = components[index]
      guard let plane = data[Int(component.plane)] else { return .zero }
      let width = index == 0 ? frame.width : frame.width >> format.log2ChromaWidth
      let height = index == 0 ? frame.height : frame.height >> format.log2ChromaHeight
      for y in 0..<32 {
        let row = plane + Int(strides[Int(component.plane)]) * (y * height / 32)
        for x in 0..<32 {
          sums[index] += Double(row[x * width / 32 * Int(component.step) + Int(component.offset)])
        }
      }
    }
    return sums / 1024
  }
}
