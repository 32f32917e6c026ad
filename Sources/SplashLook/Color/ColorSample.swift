internal import Glibc

/// The colors of a spot in a frame, and the hue that selects them.
public struct ColorSample: Equatable, Sendable {
  /// Mean R'G'B' of the spot as shot.
  public let color: RGB
  /// Circular mean hue as shot, degrees; nil if the spot is too grey to have one.
  public let hue: Double?
  /// Circular mean hue with the white balance's gains, as the qualifier sees it; nil as above.
  public let gateHue: Double?
  /// Chroma of that mean: its distance from grey, 0…1.
  public let gateChroma: Double
  /// Number of chroma samples.
  public let count: Int
  /// Degrees from `gateHue` that hold nine tenths of the spot's color.
  public let spread: Double
  /// Saturation and value ranges that hold nine tenths of the spot's color, as the qualifier sees
  /// it.
  public let saturation: Interval
  public let value: Interval

  /// Mean chroma below which a spot counts as grey: its hue would be noise.
  public static let greyLimit = 0.015

  /// - Parameters:
  ///   - colors: the spot's chroma samples as shot; at least one.
  ///   - gains: of the white balance.
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

  /// Degrees by which the white balance shifts the hue, 0…180; nil if either hue is nil.
  public var turned: Double? {
    guard let hue, let gateHue else { return nil }
    return hueDistance(hue, gateHue)
  }

  /// Whether the white balance shifts the hue by more than 20°, so that it may be wrong.
  public var isTurnedFar: Bool { turned.map { $0 > 20 } ?? false }

  /// The sum of unit vectors in the hues' directions, weighted by chroma, so that noise on grey
  /// samples hardly counts.
  private static func mean(_ colors: [HSV]) -> (hue: Double?, chroma: Double) {
    let east = colors.reduce(0) { $0 + $1.chroma * cos($1.hue * .pi / 180) }
    let north = colors.reduce(0) { $0 + $1.chroma * sin($1.hue * .pi / 180) }
    let chroma = hypot(east, north) / Double(colors.count)
    let hue = HueRange(center: atan2(north, east) * 180 / .pi).center
    return (chroma >= greyLimit ? hue : nil, chroma)
  }

  /// The value below which a given share of the spot's color lies. Unless the whole spot is below
  /// the chroma floor, samples are weighted by chroma, so that grey ones hardly count.
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

  /// The hue range that selects the spot with `settings`; nil if the spot's chroma is below their
  /// chroma floor.
  ///
  /// The width leaves room for shades of the same object beside the spot: 1.5 times the spread plus
  /// 6 degrees, but from 12 to 60. The least saturation is three fifths of the spot's 5 % quantile,
  /// for highlights and haze; paler colors of that hue belong to other things, such as hands beside
  /// a red object. The value range is set only if the general one would cut into the spot.
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

  /// The range that selects the spot, as `range(for:)`. For a spot without a hue, or below the
  /// chroma floor, it selects greys by the saturations and values of nine tenths of the spot:
  /// saturation from 0 to at least that of white, value at least 0.1 to each side of its middle,
  /// and for a black spot both at least as far as those of black. Limits by the ISCC-NBS names (K.
  /// L. Kelly and D. B. Judd, NBS 440, 1976), as in `ColorName`: 0.11; 0.46 and 0.23.
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

  /// The general interval widened to hold the spot's; nil if it holds it already.
  private static func interval(_ general: Interval, holding spot: Interval) -> Interval? {
    var own = general
    if spot.min < general.min { own.min = max(0, ((spot.min - 0.05) * 100).rounded(.down) / 100) }
    if spot.max > general.max { own.max = min(1, ((spot.max + 0.05) * 100).rounded(.up) / 100) }
    return own == general ? nil : own
  }
}

/// The shorter way between two hues in degrees, 0…180.
public func hueDistance(_ first: Double, _ second: Double) -> Double {
  let apart = abs(first - second).truncatingRemainder(dividingBy: 360)
  return min(apart, 360 - apart)
}

extension HueRange {
  /// Whether a color exists that both ranges select fully: hue ranges meet if their widths do, grey
  /// ranges if their values do.
  ///
  /// - Parameter settings: default widths and intervals for the ranges.
  package func meets(_ other: HueRange, for settings: SplashSettings) -> Bool {
    guard keepsGreys == other.keepsGreys else { return false }
    if keepsGreys {
      let (one, two) = (value ?? settings.value, other.value ?? settings.value)
      return one.min <= two.max && two.min <= one.max
    }
    return hueDistance(center, other.center)
      <= (width ?? settings.threshold) + (other.width ?? settings.threshold)
  }

  /// The smallest range that holds this one and another, with the wider qualifier of both.
  ///
  /// - Parameters:
  ///   - other: the range to include.
  ///   - settings: default widths and intervals for the ranges.
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
