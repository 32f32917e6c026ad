package import SplashBase

/// What to keep instead, where next to nothing of a video is kept.
///
/// It looks at the colors of every sixteenth picture, about a thousand samples of them, and only
/// while there is something to tell.
package struct ColorHint {
  /// The share kept, 0…1, under which there is something to tell.
  package static let limit = 0.001
  private static let interval = 16
  private static let samples = 1000

  private var histogram = HueHistogram()
  private var pictures = 0
  /// Whether there was a color at all, be it one that the gates keep out.
  package private(set) var hasColor = false

  package init() {}

  /// Takes a picture into account.
  ///
  /// - Parameter kept: the share that was kept up to it.
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

  /// A hue that the pictures have much of and that the settings' gates let through, the nearest to
  /// those that were wanted, and none that was asked for or dropped; nil where there is none.
  package func hue(near settings: SplashSettings) -> HueRange? {
    if settings.invert { return nil }
    return histogram.peak(near: settings.keptHues) { hue in
      (settings.keptHues + settings.drops).contains { range in
        hueDistance(hue, range.center) <= range.width ?? settings.threshold
      }
    }
  }
}
