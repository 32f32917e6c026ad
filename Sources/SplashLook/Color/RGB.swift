/// Gamma-coded R', G' and B', 0…1; balance may bring them above 1.
public struct RGB: Equatable, Codable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double

  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// This color under another light.
  public func balanced(by gains: Gains) -> RGB {
    RGB(red: red * gains.red, green: green * gains.green, blue: blue * gains.blue)
  }

  public var hsv: HSV { HSV(red: red, green: green, blue: blue) }

  /// Reads `rrggbb` or `rgb`, with or without a `#` before it; nil for anything else.
  init?(hex: some StringProtocol) {
    let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
    let whole = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
    guard whole.count == 6, whole.allSatisfy(\.isHexDigit), let code = Int(whole, radix: 16) else {
      return nil
    }
    self.init(code: code)
  }

  /// The color of 0xRRGGBB.
  init(code: Int) {
    self.init(
      red: Double(code >> 16) / 255, green: Double(code >> 8 & 255) / 255,
      blue: Double(code & 255) / 255)
  }

  /// The form `#rrggbb`.
  public var hex: String {
    "#"
      + [red, green, blue].map { part in
        let code = Int((min(max(part, 0), 1) * 255).rounded())
        return (code < 16 ? "0" : "") + String(code, radix: 16)
      }.joined()
  }
}
