extension HueRange {
  /// Names that stand for degrees.
  public static let names: [(name: String, degrees: Double)] = [
    ("red", 0), ("orange", 30), ("yellow", 60), ("lime", 90), ("green", 120), ("cyan", 180),
    ("azure", 210), ("blue", 240), ("violet", 270), ("magenta", 300), ("pink", 330),
  ]

  /// Reads the form that `--hue` and `--drop` take.
  ///
  /// `COLOR[:[WIDTH][:SOFTNESS]][,s=MIN..MAX][,v=MIN..MAX]`, where COLOR is a name, degrees, or
  /// `#rrggbb` or `#rgb`, whose `#` may be missing where that makes no number; or a range
  /// `FROM..TO[:SOFTNESS]…` in degrees, which may pass through red. `red::8` has a softness and the
  /// general width.
  ///
  /// - Throws: `SettingError` that says which part cannot be read.
  public init(_ text: String) throws {
    self = try inside("hue") { try HueRange(word: text) }
  }

  /// The same for a word that somebody else names in errors.
  init(word text: String) throws {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var numbers = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    let color = numbers.removeFirst()
    if let dots = color.firstRange(of: "..") {
      guard let from = Double(color[..<dots.lowerBound]),
        let to = Double(color[dots.upperBound...]),
        from.isFinite, to.isFinite
      else { throw Self.unreadable(text, "\(color) is not a range in degrees like 340..20") }
      let span = HueRange(center: to - from).center
      let whole = abs(to - from) >= 360
      self.init(center: from + (whole ? 180 : span / 2), width: whole ? 180 : span / 2)
    } else {
      self.init(center: try Self.degrees(color, in: text))
      if let digits = numbers.first, numbers.count == 1 || !digits.isEmpty {
        width = try Self.number(digits, "width", in: text)
      }
      if !numbers.isEmpty { numbers.removeFirst() }
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
    // What is rounded up to a whole turn is red again.
    var text = center.short == "360" ? "0" : center.short
    if width != nil || softness != nil { text += ":\(width?.short ?? "")" }
    if let softness { text += ":\(softness.short)" }
    if let saturation { text += ",s=\(saturation.text)" }
    if let value { text += ",v=\(value.text)" }
    return text
  }

  private static func degrees(_ color: Substring, in text: String) throws -> Double {
    if let named = names.first(where: { $0.name == color.lowercased() }) { return named.degrees }
    if color.hasPrefix("#") { return try hue(ofHex: color.dropFirst(), in: text) }
    guard let degrees = Double(color), degrees.isFinite else {
      if [3, 6].contains(color.count), color.allSatisfy(\.isHexDigit) {
        return try hue(ofHex: color, in: text)
      }
      let known = names.map(\.name).joined(separator: ", ")
      throw unreadable(text, "\(color) is neither degrees, #rrggbb nor one of \(known)")
    }
    return degrees
  }

  private static func hue(ofHex digits: Substring, in text: String) throws -> Double {
    let whole = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
    guard whole.count == 6, whole.allSatisfy(\.isHexDigit), let code = Int(whole, radix: 16)
    else { throw unreadable(text, "a color is written #rrggbb or #rgb") }
    let color = HSV(
      red: Double(code >> 16) / 255, green: Double(code >> 8 & 255) / 255,
      blue: Double(code & 255) / 255)
    guard color.chroma > 0 else { throw unreadable(text, "#\(digits) is grey and has no hue") }
    return color.hue
  }

  private static func number(_ digits: Substring, _ name: String, in text: String) throws -> Double
  {
    guard !digits.isEmpty else { throw unreadable(text, "the \(name) after the colon is missing") }
    guard let number = Double(digits) else {
      throw unreadable(text, "\(name) \(digits) is not a number of degrees")
    }
    return number
  }

  private static func unreadable(_ text: String, _ cause: String) -> SettingError {
    SettingError(
      given: text, cause: cause, remedy: "write it like red, 350:15 or '#c81e2d:20:10'")
  }
}

extension Interval {
  /// The form that the flags take: "0.2..1".
  public var text: String { "\(min.short)..\(max.short)" }
}
