/// Narrows hue ranges so that they select some colors and reject others.
package struct ColorSeparation {
  private let settings: SplashSettings

  /// - Parameter settings: default widths and qualifier ranges.
  package init(_ settings: SplashSettings) { self.settings = settings }

  /// Mean of the mask over some colors, 0…1, after white balance.
  package func share(of colors: [HSV], keptBy ranges: [HueRange]) -> Double {
    let masks = colors.map { color in ranges.map { mask(of: color, $0) }.max() ?? 0 }
    return masks.reduce(0, +) / Double(max(1, colors.count))
  }

  /// Moves up to three edges of a range, one after another, to the middle between wanted and
  /// unwanted colors: first the edge that leaves the fewest colors on the wrong side, and among
  /// equals the one with the most room.
  ///
  /// - Returns: the same range if it rejects the unwanted colors already, or if no edge helps.
  package func narrowed(
    _ range: HueRange, keeping kept: [HSV], leaving left: [HSV]
  ) -> HueRange {
    var range = range
    for _ in 0..<3 where share(of: left, keptBy: [range]) > 0.05 {
      let edges: [Edge] =
        range.keepsGreys ? [.highSaturation, .lowValue, .highValue] : Edge.allCases
      let cuts = edges.map { ($0, cut(at: $0, of: range, keeping: kept, leaving: left)) }
      guard
        let (edge, cut) = cuts.min(by: {
          ($0.1.wrong, -$0.1.room / $0.0.scale) < ($1.1.wrong, -$1.1.room / $1.0.scale)
        }), cut.wrong < 0.5
      else { break }
      range = moved(edge, of: range, to: cut)
    }
    return range
  }

  private enum Edge: CaseIterable {
    case highHue, lowHue, lowSaturation, highSaturation, lowValue, highValue

    /// A large step of this edge, to compare room.
    var scale: Double { self == .highHue || self == .lowHue ? 60 : 0.5 }

    /// A number of the color that increases from inside the range to outside.
    func number(of color: HSV, from center: Double) -> Double {
      switch self {
      case .highHue: turn(from: center, to: color.hue)
      case .lowHue: -turn(from: center, to: color.hue)
      case .lowSaturation: -color.saturation
      case .highSaturation: color.saturation
      case .lowValue: -color.value
      case .highValue: color.value
      }
    }

    private func turn(from center: Double, to hue: Double) -> Double {
      (hue - center + 540).truncatingRemainder(dividingBy: 360) - 180
    }
  }

  private struct Cut {
    /// Where the mask becomes one half.
    var place: Double
    /// Share of wanted colors outside plus share of unwanted colors inside.
    var wrong: Double
    /// How far the edge could move without a change of `wrong`.
    var room: Double
  }

  private func cut(
    at edge: Edge, of range: HueRange, keeping kept: [HSV], leaving left: [HSV]
  ) -> Cut {
    let inner = kept.map { edge.number(of: $0, from: range.center) }.sorted()
    let outer = left.map { edge.number(of: $0, from: range.center) }.sorted()
    let (low, high) = (min(inner[0], outer[0]), max(inner[inner.count - 1], outer[outer.count - 1]))
    let steps = 200
    let places = (0...steps).map { low + (high - low) * Double($0) / Double(steps) }
    let wrong = places.map { place in
      Double(inner.count { $0 > place }) / Double(inner.count)
        + Double(outer.count { $0 <= place }) / Double(outer.count)
    }
    let least = wrong.min() ?? 1
    let first = wrong.firstIndex(of: least) ?? 0
    let last = wrong[first...].firstIndex { $0 > least } ?? wrong.count
    let (start, end) = (places[first], places[last - 1])
    return Cut(place: (start + end) / 2, wrong: least, room: end - start)
  }

  private func moved(_ edge: Edge, of range: HueRange, to cut: Cut) -> HueRange {
    var range = range
    switch edge {
    case .highHue, .lowHue:
      let width = range.width ?? settings.threshold
      let softness = min(range.softness ?? settings.softness, max(1, cut.room.rounded()))
      let end = max(cut.place - softness / 2, -width)
      let middle = ((end - width) / 2).rounded()
      range = HueRange(
        center: range.center + (edge == .highHue ? middle : -middle),
        width: max(1, ((end + width) / 2).rounded(.down)), softness: softness,
        saturation: range.saturation, value: range.value)
    case .lowSaturation, .highSaturation:
      range.saturation = interval(
        range.saturation ?? settings.saturation, edge == .lowSaturation, cut.place)
    case .lowValue, .highValue:
      range.value = interval(range.value ?? settings.value, edge == .lowValue, cut.place)
    }
    return range
  }

  private func interval(_ interval: Interval, _ isLow: Bool, _ place: Double) -> Interval {
    func rounded(_ number: Double) -> Double { (min(max(number, 0), 1) * 100).rounded() / 100 }
    let half = settings.gateSoftness / 2
    return isLow
      ? Interval(min(max(interval.min, rounded(half - place)), interval.max), interval.max)
      : Interval(interval.min, max(min(interval.max, rounded(place - half)), interval.min))
  }

  /// Step 5 of the color rule (Specification.md) for one hue.
  private func mask(of color: HSV, _ range: HueRange) -> Double {
    func fade(_ beyond: Double, _ softness: Double) -> Double {
      softness > 0 ? min(max(1 - beyond / softness, 0), 1) : beyond <= 0 ? 1 : 0
    }
    func gate(_ number: Double, _ interval: Interval) -> Double {
      fade(interval.min - number, settings.gateSoftness)
        * fade(number - interval.max, settings.gateSoftness)
    }
    let away = hueDistance(color.hue, range.center) - (range.width ?? settings.threshold)
    return fade(away, range.softness ?? settings.softness)
      * gate(color.saturation, range.saturation ?? settings.saturation)
      * gate(color.value, range.value ?? settings.value)
      * (range.keepsGreys ? 1 : fade(settings.chromaFloor - color.chroma, settings.chromaFloor / 2))
  }
}
