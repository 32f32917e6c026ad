/// A color by hue, saturation and value, on the usual hexagon (A. R. Smith, "Color Gamut Transform
/// Pairs", SIGGRAPH 1978).
public struct HSV: Equatable, Sendable {
  /// Degrees, 0..<360; 0 for greys.
  public var hue: Double
  /// Chroma over value, 0…1; 0 for black.
  public var saturation: Double
  /// The largest of R', G' and B', at most 1.
  public var value: Double
  /// The largest minus the smallest of R', G' and B'.
  public var chroma: Double

  /// - Parameters: gamma-coded R', G', B', 0…1 each; white balance may raise them above 1.
  public init(red: Double, green: Double, blue: Double) {
    let largest = max(red, green, blue)
    let smallest = min(red, green, blue)
    chroma = largest - smallest
    value = min(largest, 1)
    saturation = largest > 0 ? chroma / largest : 0
    guard chroma > 0 else {
      hue = 0
      return
    }
    let sixths =
      largest == red
      ? (green - blue) / chroma
      : largest == green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma
    hue = (sixths < 0 ? sixths + 6 : sixths) * 60
    if hue >= 360 { hue = 0 }
  }
}
