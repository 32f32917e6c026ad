/// The color profile of a photo, reduced to a curve from R', G' and B' to linear light and a matrix
/// from that light to red, green and blue of sRGB.
package struct DisplayProfile: Equatable, Sendable {
  /// The curve that is nearest to the profile's own.
  package enum Curve: UInt8, CaseIterable, Sendable {
    /// IEC 61966-2-1.
    case sRGB
    /// Powers of 2.2, 1.8 and 1.
    case gamma22, gamma18, linear
  }

  package var curve: Curve
  package var red, green, blue: ColorPrimaries.Weights

  package init(
    _ curve: Curve, red: ColorPrimaries.Weights, green: ColorPrimaries.Weights,
    blue: ColorPrimaries.Weights
  ) {
    (self.curve, self.red, self.green, self.blue) = (curve, red, green, blue)
  }
}
