extension HueRange {
  /// Names that stand for degrees.
  public static let names: [(name: String, degrees: Double)] = [
    ("red", 0), ("orange", 30), ("yellow", 60), ("lime", 90), ("green", 120), ("cyan", 180),
    ("azure", 210), ("blue", 240), ("violet", 270), ("magenta", 300), ("pink", 330),
  ]

  /// Reads the form that `--hue` and `--drop` take.
  ///
  /// `COLOR[:WIDTH[:SOFTNESS]][,s=MIN..MAX][,v=MIN..MAX]`, where COLOR is a name, degrees or
  /// `#rrggbb`; or a range `FROM..TO[:SOFTNESS]…` in degrees, which may pass through red.
  ///
  /// - Throws: `SplashError` of kind usage that says which part cannot be read.
  public init(_ text: String) throws {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var numbers = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    let color = numbers.removeFirst()
    if let dots = color.firstRange(of: "..") {
      guard let from = Double(color[..<dots.lowerBound]), let to = Double(color[dots.upperBound...]),
        from.isFinite, to.isFinite
      else { throw Self.unreadable(text, "\(color) is not a range in degrees like 340..20") }
      let span = HueRange(center: to - from).center
      let whole = abs(to - from) >= 360
      self.init(center: from + (whole ? 180 : span / 2), width: whole ? 180 : span / 2)
    } else {
      self.init(center: try Self.degrees(color, in: text))
      if !numbers.isEmpty { width = try Self.number(numbers.removeFirst(), "width", in: text) }
    }
    if !numbers.isEmpty { softness = try Self.number(numbers.removeFirst(), "softness", in: text) }
    guard numbers.isEmpty else { throw Self.unreadable(text, "too many numbers after the color") }
    for part in parts.dropFirst() {
      guard let interval = Interval(part.dropFirst(2)) else {
        throw Self.unreadable(text, "\(part) is not s=MIN..MAX or v=MIN..MAX")
      }
      switch part.prefix(2) {
      case "s=": saturation = interval
      case "v=": value = interval
      default: throw Self.unreadable(text, "\(part) is not s=MIN..MAX or v=MIN..MAX")
      }
    }
  }

  /// The form that `--hue` and `--drop` take, with as many digits as are worth typing.
  public var text: String {
    var text = Self.short(center)
    if let width {
      text += ":\(Self.short(width))"
      if let softness { text += ":\(Self.short(softness))" }
    }
    if let saturation { text += ",s=\(saturation.text)" }
    if let value { text += ",v=\(value.text)" }
    return text
  }

  static func short(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func degrees(_ color: Substring, in text: String) throws -> Double {
    if let named = names.first(where: { $0.name == color.lowercased() }) { return named.degrees }
    if color.hasPrefix("#") { return try hue(ofHex: color.dropFirst(), in: text) }
    guard let degrees = Double(color), degrees.isFinite else {
      let known = names.map(\.name).joined(separator: ", ")
      throw unreadable(text, "\(color) is neither degrees, #rrggbb nor one of \(known)")
    }
    return degrees
  }

  private static func hue(ofHex digits: Substring, in text: String) throws -> Double {
    guard digits.count == 6, digits.allSatisfy(\.isHexDigit), let code = Int(digits, radix: 16)
    else { throw unreadable(text, "a color is written #rrggbb") }
    let color = HSV(
      red: Double(code >> 16) / 255, green: Double(code >> 8 & 255) / 255,
      blue: Double(code & 255) / 255)
    guard color.chroma > 0 else { throw unreadable(text, "#\(digits) is grey and has no hue") }
    return color.hue
  }

  private static func number(_ digits: Substring, _ name: String, in text: String) throws -> Double {
    guard let number = Double(digits) else {
      throw unreadable(text, "\(name) \(digits) is not a number of degrees")
    }
    return number
  }

  private static func unreadable(_ text: String, _ cause: String) -> SplashError {
    SplashError(
      .usage, "hue '\(text)'", cause: cause, remedy: "write it like red, 350:15 or '#c81e2d:20:10'")
  }
}

extension Interval {
  /// The form that the flags take: "0.2..1".
  public var text: String { "\(HueRange.short(min))..\(HueRange.short(max))" }
}
