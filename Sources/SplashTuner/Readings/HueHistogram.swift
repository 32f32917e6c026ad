internal import SplashCore
internal import SplashFilter

/// How much color a picture has at each hue, as the gate sees it.
struct HueHistogram {
  /// Degrees a bin.
  static let binWidth = 4

  /// Share of the picture's chroma in each bin; all 0 for a grey picture.
  let shares: [Double]

  /// - Parameters:
  ///   - floor: chroma below which a sample counts as grey.
  ///   - samples: about how many chroma samples to look at, evenly spread.
  /// - Returns: nil for a picture whose colors cannot be read.
  init?(of frame: borrowing Frame, gains: Gains, floor: Double, samples: Int = 8000) {
    let whole = Spot(x: 0, y: 0, width: 1, height: 1)
    guard let colors = frame.colors(in: whole, limit: samples) else { return nil }
    var sums = [Double](repeating: 0, count: 360 / Self.binWidth)
    for color in colors {
      let color = color.balanced(by: gains).hsv
      guard color.chroma > floor else { continue }
      sums[Int(color.hue) / Self.binWidth] += color.chroma
    }
    let total = sums.reduce(0, +)
    shares = total > 0 ? sums.map { ($0 / total * 10_000).rounded() / 10_000 } : sums
  }
}
