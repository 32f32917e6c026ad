/// What the color profile of a photo comes to: how R', G' and B' become light, and that light in
/// red, green and blue of sRGB.
package struct DisplayProfile: Equatable, Sendable {
  /// The nearest one to the profile's own.
  package enum Curve: UInt8, CaseIterable, Sendable {
    /// IEC 61966-2-1.
    case sRGB
    /// Powers.
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
