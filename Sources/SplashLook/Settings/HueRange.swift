/// A range of hues to select or exclude.
///
/// Hues are HSV degrees: red 0, yellow 60, green 120, cyan 180, blue 240, magenta 300. The circle
/// wraps: 350 is 20 degrees away from 10.
public struct HueRange: Equatable, Sendable {
  /// Middle of the range in degrees, 0 up to but not including 360.
  public var center: Double
  /// Half-width in degrees inside which colors count in full; nil takes `SplashSettings.threshold`.
  public var width: Double?
  /// Degrees outside the width over which the color fades out; nil takes `SplashSettings.softness`.
  public var softness: Double?
  /// Saturations that this hue selects; nil for the general ones.
  public var saturation: Interval?
  /// Values that this hue selects; nil for the general ones.
  public var value: Interval?
  /// A color name such as `blue`, or a light, dark or bright form such as `light blue`. It selects
  /// the colors that people call by this name, which hue and width only approximate. Nil for a
  /// range of hues.
  public internal(set) var word: String?

  /// Whether greys are selected too, which have no hue: the range covers the whole circle and has a
  /// saturation of its own from 0. The chroma floor is then ignored.
  public var keepsGreys: Bool { width.map { $0 >= 180 } == true && saturation?.min == 0 }

  /// - Parameters:
  ///   - center: degrees, wrapped into 0..<360; must be finite.
  ///   - width: half-width in degrees; nil for the general one.
  ///   - softness: degrees outside of the width over which it fades; nil for the general one.
  ///   - saturation: range to select; nil for the general one.
  ///   - value: range to select; nil for the general one.
  public init(
    center: Double, width: Double? = nil, softness: Double? = nil, saturation: Interval? = nil,
    value: Interval? = nil
  ) {
    let turn = center.truncatingRemainder(dividingBy: 360)
    self.center = turn < 0 ? turn + 360 : turn
    self.width = width
    self.softness = softness
    self.saturation = saturation
    self.value = value
  }
}

/// A closed interval of saturation or value, within 0…1.
public struct Interval: Equatable, Sendable {
  public var min: Double
  public var max: Double

  public init(_ min: Double, _ max: Double) {
    self.min = min
    self.max = max
  }

  /// Reads "0.2..1".
  public init?(_ text: some StringProtocol) {
    guard let dots = text.firstRange(of: ".."),
      let min = Double(text[..<dots.lowerBound]), let max = Double(text[dots.upperBound...])
    else { return nil }
    self.init(min, max)
  }
}
