/// Gamma-coded R', G' and B', 0…1; white balance may raise them above 1.
public struct RGB: Equatable, Codable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double

  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The color multiplied by white balance gains.
  public func balanced(by gains: Gains) -> RGB {
    RGB(red: red * gains.red, green: green * gains.green, blue: blue * gains.blue)
  }

  public var hsv: HSV { HSV(red: red, green: green, blue: blue) }

  /// Reads `rrggbb` or `rgb`, with or without a leading `#`; nil for anything else.
  init?(hex: some StringProtocol) {
    let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
    let whole = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
    guard whole.count == 6, whole.allSatisfy(\.isHexDigit), let code = Int(whole, radix: 16) else {
      return nil
    }
    self.init(code: code)
  }

  /// Makes the color of the number 0xRRGGBB.
  init(code: Int) {
    self.init(
      red: Double(code >> 16) / 255, green: Double(code >> 8 & 255) / 255,
      blue: Double(code & 255) / 255)
  }

  /// The color as `#rrggbb`.
  public var hex: String {
    "#"
      + [red, green, blue].map { part in
        let code = Int((min(max(part, 0), 1) * 255).rounded())
        return (code < 16 ? "0" : "") + String(code, radix: 16)
      }.joined()
  }
}
