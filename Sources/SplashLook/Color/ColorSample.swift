internal import Glibc

/// What a spot of a picture looks like, and the hue that keeps it.
public struct ColorSample: Equatable, Sendable {
  /// Mean R'G'B' of the spot as shot.
  public let color: RGB
  /// Circular mean hue as shot, degrees; nil where the spot is too grey to have one.
  public let hue: Double?
  /// Circular mean hue as the gate sees it, with the balance's gains; nil as above.
  public let gateHue: Double?
  /// Chroma of that mean: how far it is from grey, 0…1.
  public let gateChroma: Double
  /// How many chroma samples were looked at.
  public let count: Int
  /// Degrees from `gateHue` within which nine tenths of the spot's color lie.
  public let spread: Double
  /// Saturation and value between which nine tenths of the spot's color lie, as the gate sees them.
  public let saturation: Interval
  public let value: Interval

  /// Chroma below which the mean of a spot counts as grey: its hue is an accident of noise.
  public static let greyLimit = 0.015

  /// - Parameters:
  ///   - colors: the spot's chroma samples as shot; at least one.
  ///   - gains: the balance in the gate.
  public init(_ colors: [RGB], gains: Gains = Gains()) {
    precondition(!colors.isEmpty)
    let total = Double(colors.count)
    color = RGB(
      red: colors.reduce(0) { $0 + $1.red } / total,
      green: colors.reduce(0) { $0 + $1.green } / total,
      blue: colors.reduce(0) { $0 + $1.blue } / total)
    count = colors.count
    hue = Self.mean(colors.map(\.hsv)).hue
    let seen = colors.map { $0.balanced(by: gains).hsv }
    let (center, chroma) = Self.mean(seen)
    gateHue = center
    gateChroma = chroma
    spread =
      center.map { center in
        Self.share(0.9, of: seen, \.chroma) { hueDistance($0.hue, center) }
      } ?? 0
    let isGrey = chroma < SplashSettings().chromaFloor
    func middle(_ number: (HSV) -> Double) -> Interval {
      let weight = { isGrey ? 1 : $0.chroma } as (HSV) -> Double
      return Interval(
        Self.share(0.05, of: seen, weight, number), Self.share(0.95, of: seen, weight, number))
    }
    (saturation, value) = (middle(\.saturation), middle(\.value))
  }

  /// Degrees by which the balance turns the hue, 0…180; nil where there is none on either side.
  public var turned: Double? {
    guard let hue, let gateHue else { return nil }
    return hueDistance(hue, gateHue)
  }

  /// Whether it turns it by more than 20°, so that the balance is to be doubted.
  public var isTurnedFar: Bool { turned.map { $0 > 20 } ?? false }

  /// The direction of the sum of unit vectors, each as long as its chroma, so that noise on grey
  /// samples of the spot counts for little.
  private static func mean(_ colors: [HSV]) -> (hue: Double?, chroma: Double) {
    let east = colors.reduce(0) { $0 + $1.chroma * cos($1.hue * .pi / 180) }
    let north = colors.reduce(0) { $0 + $1.chroma * sin($1.hue * .pi / 180) }
    let chroma = hypot(east, north) / Double(colors.count)
    let hue = HueRange(center: atan2(north, east) * 180 / .pi).center
    return (chroma >= greyLimit ? hue : nil, chroma)
  }

  /// The number below which a share of the spot's color lies. Samples of a spot whose chroma is not
  /// under the usual floor count by their chroma: grey ones between the colored have no say.
  private static func share(
    _ share: Double, of colors: [HSV], _ weight: (HSV) -> Double, _ number: (HSV) -> Double
  ) -> Double {
    let sorted = colors.map { (number: number($0), weight: weight($0)) }
      .sorted { $0.number < $1.number }
    var left = share * sorted.reduce(0) { $0 + $1.weight }
    for (number, weight) in sorted {
      left -= weight
      if left <= 0 { return number }
    }
    return sorted[sorted.count - 1].number
  }

  /// The hue to keep so that the spot survives the gates of `settings`; nil where it is under their
  /// chroma floor, which no hue can lift.
  ///
  /// The width leaves room around the spread for the shades that a lit object has beside the spot:
  /// one and a half times the spread and 6 degrees more, but 12 at least and 60 at most. Saturation
  /// may fall to three fifths of the spot's twentieth, for highlights and haze; paler things of the
  /// same hue are others, as hands beside something red. Value gets an interval of its own only
  /// where the general one would cut into the spot.
  public func range(for settings: SplashSettings) -> HueRange? {
    guard let gateHue, gateChroma >= settings.chromaFloor else { return nil }
    var range = HueRange(
      center: gateHue.rounded(), width: min(max(12, 1.5 * spread + 6).rounded(), 60))
    range.saturation = Self.interval(settings.saturation, holding: saturation)
    let palest = (saturation.min * 60).rounded() / 100
    if palest > settings.saturation.min {
      range.saturation = Interval(palest, (range.saturation ?? settings.saturation).max)
    }
    range.value = Self.interval(settings.value, holding: value)
    return range
  }

  /// The hue to keep, as `range(for:)`, and of a spot that has none, or is under the chroma floor,
  /// the greys: saturations and values that nine tenths of the spot have. Saturations begin at 0 and
  /// reach that of white, values reach as far as 0.1 from their middle, and of a black spot both
  /// reach those of black, by the ISCC-NBS names (K. L. Kelly and D. B. Judd, NBS 440, 1976), as
  /// `ColorName` has them: 0.11; 0.46 and 0.23.
  public func pickedRange(for settings: SplashSettings) -> HueRange {
    func rounded(_ number: Double) -> Double { (min(max(number, 0), 1) * 100).rounded() / 100 }
    if let range = range(for: settings) { return range }
    let middle = (value.min + value.max) / 2
    let black = 0.23
    let least = middle <= black ? 0 : min(value.min, middle - 0.1)
    let most = middle <= black ? max(value.max, black) : max(value.max, middle + 0.1)
    return HueRange(
      center: 0, width: 180,
      saturation: Interval(0, rounded(max(saturation.max, middle <= black ? 0.46 : 0.11))),
      value: Interval(rounded(least), rounded(most)))
  }

  /// The general interval with room for another one; nil where it has that already.
  private static func interval(_ general: Interval, holding spot: Interval) -> Interval? {
    var own = general
    if spot.min < general.min { own.min = max(0, ((spot.min - 0.05) * 100).rounded(.down) / 100) }
    if spot.max > general.max { own.max = min(1, ((spot.max + 0.05) * 100).rounded(.up) / 100) }
    return own == general ? nil : own
  }
}

/// Degrees between two hues the short way round, 0…180.
public func hueDistance(_ first: Double, _ second: Double) -> Double {
  let apart = abs(first - second).truncatingRemainder(dividingBy: 360)
  return min(apart, 360 - apart)
}

extension HueRange {
  /// Whether some color is in full in both: of hues those whose widths meet, of greys those whose
  /// values do.
  ///
  /// - Parameter settings: what widths and intervals mean that the ranges leave open.
  package func meets(_ other: HueRange, for settings: SplashSettings) -> Bool {
    guard keepsGreys == other.keepsGreys else { return false }
    if keepsGreys {
      let (one, two) = (value ?? settings.value, other.value ?? settings.value)
      return one.min <= two.max && two.min <= one.max
    }
    return hueDistance(center, other.center)
      <= (width ?? settings.threshold) + (other.width ?? settings.threshold)
  }

  /// The smallest range that holds this one and another, with the wider of both gates.
  ///
  /// - Parameters:
  ///   - other: the one to be held as well.
  ///   - settings: what widths and intervals mean that the ranges leave open.
  public func widened(by other: HueRange, for settings: SplashSettings) -> HueRange {
    let (width, otherWidth) = (self.width ?? settings.threshold, other.width ?? settings.threshold)
    var turn = (other.center - center).truncatingRemainder(dividingBy: 360)
    if turn > 180 { turn -= 360 }
    if turn < -180 { turn += 360 }
    let low = min(-width, turn - otherWidth)
    let high = max(width, turn + otherWidth)
    var result = HueRange(
      center: center + (low + high) / 2, width: min((high - low) / 2, 180), softness: softness)
    result.saturation = Self.union(saturation, other.saturation, settings.saturation)
    result.value = Self.union(value, other.value, settings.value)
    return result
  }

  private static func union(_ one: Interval?, _ two: Interval?, _ general: Interval) -> Interval? {
    guard one != nil || two != nil else { return nil }
    let (one, two) = (one ?? general, two ?? general)
    return Interval(Swift.min(one.min, two.min), Swift.max(one.max, two.max))
  }
}
