/// The red, green and blue that a frame's colors are mixed from (H.273, color primaries); white is
/// D65.
public enum ColorPrimaries: String, CaseIterable, Codable, Sendable {
  case bt709
  case displayP3
  case bt2020

  /// The matrix from linear RGB of these primaries to that of BT.709, as three rows. Chromaticities
  /// of BT.709, SMPTE EG 432-1 and BT.2020 by SMPTE RP 177; for BT.2020 this is BT.2087.
  public var toBT709: (red: Weights, green: Weights, blue: Weights) {
    switch self {
    case .bt709: (Weights(1, 0, 0), Weights(0, 1, 0), Weights(0, 0, 1))
    case .displayP3:
      (
        Weights(1.2249401763, -0.2249401763, 0), Weights(-0.0420569547, 1.0420569547, 0),
        Weights(-0.0196375546, -0.0786360456, 1.0982736001)
      )
    case .bt2020:
      (
        Weights(1.6604910021, -0.5876411388, -0.0728498633),
        Weights(-0.1245504745, 1.1328998971, -0.0083494226),
        Weights(-0.0181507634, -0.1005788980, 1.1187296614)
      )
    }
  }

  /// Weights of red, green and blue in one row of a matrix.
  public struct Weights: Equatable, Sendable {
    public let red: Double
    public let green: Double
    public let blue: Double

    package init(_ red: Double, _ green: Double, _ blue: Double) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }
}
