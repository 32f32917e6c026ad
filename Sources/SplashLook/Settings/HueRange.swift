/// A part of the hue circle to keep or to exclude.
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
  /// Saturation that this hue keeps, in place of the general one.
  public var saturation: Interval?
  /// Value that this hue keeps, in place of the general one.
  public var value: Interval?
  /// A color, or a light, dark or bright form of one, such as `blue` and `light blue`: what people call
  /// so is kept, and the numbers are those of the color. Nil for a range.
  public internal(set) var word: String?

  /// Whether greys are meant too, which have no hue: all of the circle, and a saturation of its own
  /// that begins at 0. The chroma floor does not count then.
  public var keepsGreys: Bool { width.map { $0 >= 180 } == true && saturation?.min == 0 }

  /// - Parameters:
  ///   - center: degrees, taken around the circle into 0..<360; finite.
  ///   - width: half-width in degrees; nil for the general one.
  ///   - softness: degrees over which it fades outside of that; nil for the general one.
  ///   - saturation: what this hue keeps; nil for the general range.
  ///   - value: likewise.
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

/// A closed interval of saturation or value, 0…1 at most.
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
