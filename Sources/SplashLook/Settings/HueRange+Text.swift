extension HueRange {
  /// Reads the text of `--hue` and `--exclude`.
  ///
  /// `COLOR[:[WIDTH][:SOFTNESS]][,s=MIN..MAX][,v=MIN..MAX]`, where COLOR is a name of
  /// `ColorName.all`, degrees, or `#rrggbb` or `#rgb`, whose `#` may be missing if the rest is not
  /// a number; or a range `FROM..TO[:SOFTNESS]…` in degrees, which may pass through red. `red::8`
  /// has a softness and the width of red, `200::8` the general width. A name has a width,
  /// saturation and value of its own; written ones replace them. A name with light, pale, dark,
  /// deep or bright before it, and no numbers, stands for all that people call so: `pale-blue`.
  ///
  /// - Returns: one range; two for a name that has two, unless a width is given.
  /// - Throws: `SettingError` that names the part that cannot be read.
  public static func ranges(_ text: String) throws -> [HueRange] {
    try inside("hue") { try ranges(word: text) }
  }

  /// The first of the ranges in a text.
  ///
  /// - Throws: `SettingError` that names the part that cannot be read.
  public init(_ text: String) throws { self = try Self.ranges(text)[0] }

  /// The same; the caller adds the setting's name to errors.
  static func ranges(word text: String) throws -> [HueRange] {
    if let word = HueRange(named: text) { return [word] }
    if let colors = MeantWord.severalColors(text) {
      let flags = colors.map { "\(option: "hue") \($0)" }.joined(separator: " ")
      throw SettingError(
        given: text, cause: "several colors in one value",
        remedy: "repeat the option, as in \(flags)")
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var numbers = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    let color = numbers.removeFirst()
    var ranges: [HueRange]
    if let dots = color.firstRange(of: "..") {
      ranges = [try span(color, dots, in: text)]
    } else {
      ranges = try ColorName.named(color)?.ranges ?? [HueRange(center: degrees(color, in: text))]
      if let digits = numbers.first, numbers.count == 1 || !digits.isEmpty {
        ranges = [ranges[0]]
        ranges[0].width = try number(digits, "width", in: text)
      }
      if !numbers.isEmpty { numbers.removeFirst() }
    }
    let softness = try numbers.first.map { try number($0, "softness", in: text) }
    guard numbers.count <= 1 else { throw unreadable(text, "too many numbers after the color") }
    let (saturation, value) = try gates(parts.dropFirst(), in: text)
    return ranges.map { range in
      HueRange(
        center: range.center, width: range.width, softness: softness,
        saturation: saturation ?? range.saturation, value: value ?? range.value)
    }
  }

  /// The range that stands for a color name; nil if the name is unknown.
  init?(named text: some StringProtocol) {
    guard let (name, base) = NameGate.named(text) else { return nil }
    self = base.ranges[0]
    word = name
  }

  private static func span(
    _ color: Substring, _ dots: Range<Substring.Index>, in text: String
  ) throws -> HueRange {
    guard let from = Double(color[..<dots.lowerBound]),
      let to = Double(color[dots.upperBound...]),
      from.isFinite, to.isFinite
    else { throw unreadable(text, "\(color) is not a range in degrees like 340..20") }
    let half = abs(to - from) >= 360 ? 180 : HueRange(center: to - from).center / 2
    return HueRange(center: from + half, width: half)
  }

  private static func gates(
    _ parts: ArraySlice<Substring>, in text: String
  ) throws -> (saturation: Interval?, value: Interval?) {
    var gates: (saturation: Interval?, value: Interval?)
    for part in parts {
      guard let interval = Interval(part.dropFirst(2)) else {
        throw unreadable(text, "\(part) is not s=MIN..MAX or v=MIN..MAX")
      }
      switch part.prefix(2) {
      case "s=": gates.saturation = interval
      case "v=": gates.value = interval
      default: throw unreadable(text, "\(part) is not s=MIN..MAX or v=MIN..MAX")
      }
    }
    return gates
  }

  /// The text of `--hue` and `--exclude`, with rounded numbers.
  public var text: String {
    if let word { return word.split(separator: " ").joined(separator: "-") }
    // A center that rounds to 360 is written as 0.
    var text = center.short == "360" ? "0" : center.short
    if width != nil || softness != nil { text += ":\(width?.short ?? "")" }
    if let softness { text += ":\(softness.short)" }
    if let saturation { text += ",s=\(saturation.text)" }
    if let value { text += ",v=\(value.text)" }
    return text
  }

  private static func degrees(_ color: Substring, in text: String) throws -> Double {
    guard let degrees = Double(color), degrees.isFinite else {
      if let rgb = RGB(hex: color) {
        guard rgb.hsv.chroma > 0 else {
          throw SettingError(
            given: text, cause: "\(rgb.hex) is grey and has no hue",
            remedy: "write white, silver, grey or black")
        }
        return rgb.hsv.hue
      }
      guard !color.hasPrefix("#") else {
        throw unreadable(text, "a color is written #rrggbb or #rgb")
      }
      if let base = NameGate.modified(color)?.base.name {
        throw SettingError(
          given: text, cause: "unknown color name", remedy: "did you mean \(base)?")
      }
      if let name = ColorName.nearest(to: color)?.name {
        throw SettingError(
          given: text, cause: "\(color) is no color", remedy: "did you mean \(name)?")
      }
      if MeantWord.isColorless(color) {
        throw SettingError(
          given: text, cause: "the background becomes grey by itself",
          remedy: "name the color to keep, such as red")
      }
      if let remedy = MeantWord.color(color).map({ "\($0) keeps the like" })
        ?? MeantWord.thing(color).map({ "for a thing write \($0)" })
      {
        throw SettingError(
          given: text, cause: "there is no color \(color)",
          remedy: remedy + "; any color is written '#c81e2d'")
      }
      let near = ColorName.all.map(\.name).nearest(to: color)
      throw SettingError(
        given: text, cause: "\(color) is neither a color name, degrees nor #rrggbb",
        remedy: "write \(near[0]), \(near[1]) or \(near[2]), for example; splash colors lists all")
    }
    return degrees
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
  /// The text of flags: "0.2..1".
  public var text: String { "\(min.short)..\(max.short)" }
}
