internal import Synchronization

/// Histograms of saturation and value of a hue's colors, after white balance.
struct GateHistogram: Encodable {
  /// Shares of the chroma in bins of equal width from 0 to 1, scaled so that the highest is 1; all
  /// are 0 where no color has that hue.
  let saturation, value: [Double]

  private static let bins = 32

  /// - Parameters:
  ///   - colors: after white balance.
  ///   - hue: the hue; where its widths are nil those of the settings are used.
  init(_ colors: [HSV], of hue: HueRange, _ settings: SplashSettings) {
    let reach = (hue.width ?? settings.threshold) + (hue.softness ?? settings.softness)
    var (saturation, value) = (
      [Double](repeating: 0, count: Self.bins), [Double](repeating: 0, count: Self.bins)
    )
    for color in colors where hueDistance(color.hue, hue.center) <= reach {
      saturation[Self.bin(color.saturation)] += color.chroma
      value[Self.bin(color.value)] += color.chroma
    }
    (self.saturation, self.value) = (Self.scaled(saturation), Self.scaled(value))
  }

  private static func bin(_ number: Double) -> Int {
    min(bins - 1, max(0, Int(number * Double(bins))))
  }

  private static func scaled(_ sums: [Double]) -> [Double] {
    let highest = sums.max() ?? 0
    return highest > 0 ? sums.map { ($0 / highest * 1000).rounded() / 1000 } : sums
  }
}

/// The filter's readings of the last frame. Any thread.
final class LookReadings: Sendable {
  private let state = Mutex(Reading())

  struct Reading {
    var gains = Gains()
    /// Kept share of the frame, 0…1.
    var kept: Double?
    var flicker: Double?
    /// Positions of windows that follow a selection, as displayed.
    var windows: [Selection: Region] = [:]
  }

  var last: Reading {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
