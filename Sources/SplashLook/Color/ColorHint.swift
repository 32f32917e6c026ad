/// Suggests a hue when the settings select next to nothing of a video.
///
/// It samples about a thousand colors of every sixteenth frame, and only while so little is
/// selected.
package struct ColorHint {
  /// The selected share of the frame, 0…1, below which it suggests a hue.
  package static let limit = 0.01
  private static let interval = 16
  private static let samples = 1000

  private var histogram = HueHistogram()
  private var pictures = 0
  /// Whether the video has color at all, including colors that the qualifier rejects.
  package private(set) var hasColor = false

  package init() {}

  /// Samples a frame.
  ///
  /// - Parameter kept: the mean share selected up to this frame.
  package mutating func add(
    _ picture: borrowing PlaneView, kept: Double, _ settings: SplashSettings, _ gains: Gains
  ) {
    defer { pictures += 1 }
    guard kept < Self.limit, pictures % Self.interval == 0, picture.hasReadableColor else { return }
    let whole = Spot(x: 0, y: 0, width: 1, height: 1)
    let colors = picture.colors(in: whole, limit: Self.samples)
    histogram.add(colors, gains: gains) { color in
      hasColor = hasColor || color.chroma >= settings.chromaFloor
      return color.chroma >= settings.chromaFloor
        && (settings.saturation.min...settings.saturation.max).contains(color.saturation)
        && (settings.value.min...settings.value.max).contains(color.value)
    }
  }

  /// A hue that is frequent in the video and passes the settings' qualifier: the nearest to the
  /// wanted hues that is neither wanted nor excluded already; nil if there is none.
  package func hue(near settings: SplashSettings) -> HueRange? {
    if settings.invert { return nil }
    return histogram.peak(near: settings.keptHues) { hue in
      (settings.keptHues + settings.drops).contains { range in
        hueDistance(hue, range.center) <= range.width ?? settings.threshold
      }
    }
  }
}
