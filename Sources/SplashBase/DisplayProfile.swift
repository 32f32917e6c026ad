internal import Glibc

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

/// The transfer function of sRGB (IEC 61966-2-1): coded values and linear light, white 1.
package enum SRGBCurve {
  package static func light(_ code: Double) -> Double {
    code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
  }

  package static func code(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
