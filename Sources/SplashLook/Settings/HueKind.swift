/// Hues to select or exclude, each with its own width, softness, saturation and value.
struct HueKind: WordKind {
  /// Replaces the list of values in the help for fields that are not the first of this kind.
  var like: String?

  private static let center = NumberKind<Double>(0..<360, .degrees, step: 1)
  /// For width and softness.
  static let degrees = NumberKind<Double>(0...360, .degrees, reach: 180, step: 1)
  private static let gate = IntervalKind()

  var placeholder: String? {
    like == nil ? "COLOR[:[WIDTH][:SOFTNESS]][,s=MIN..MAX][,v=MIN..MAX]" : "COLOR…"
  }

  var values: String {
    let names = ColorName.all.map(\.name).joined(separator: ", ")
    return like ?? "\(names), degrees, #rrggbb, or a range 340..20"
  }

  var control: SettingControl {
    SettingControl(
      kind: .hues,
      parts: [
        .init(key: "center", label: "middle", control: Self.center.control),
        .init(key: "width", label: "half-width", control: Self.degrees.control),
        .init(key: "softness", label: "softness", control: Self.degrees.control),
      ],
      names: (ColorName.basic + ColorName.greys).map {
        .init(name: $0.name, color: $0.color.hex, ranges: $0.kept.map(json))
      }
    )
  }

  func read(_ word: String) throws -> HueRange { try readAll(word)[0] }

  func readAll(_ word: String) throws -> [HueRange] {
    let hues = try HueRange.ranges(word: word)
    for hue in hues { try check(hue) }
    return hues
  }

  func word(for value: HueRange) -> String { value.text }

  func read(_ json: JSONValue) throws -> HueRange {
    let object = try json.object(
      keys: ["center", "width", "softness", "saturation", "value", "word"])
    let range = HueRange(
      center: try object.need("center", Self.center),
      width: try object.read("width", Self.degrees),
      softness: try object.read("softness", Self.degrees),
      saturation: try object.read("saturation", Self.gate),
      value: try object.read("value", Self.gate))
    // A name is kept only if its numbers are unchanged.
    guard case .text(let text)? = object["word"], let named = HueRange(named: text) else {
      return range
    }
    var worded = range
    worded.word = named.word
    return worded == named ? named : range
  }

  func json(for hue: HueRange) -> JSONValue {
    let parts: [String: JSONValue?] = [
      "center": .number(hue.center), "width": hue.width.map(JSONValue.number),
      "softness": hue.softness.map(JSONValue.number),
      "saturation": hue.saturation.map(Self.gate.json),
      "value": hue.value.map(Self.gate.json),
      "word": hue.word.map(JSONValue.text),
    ]
    return .object(parts.compactMapValues(\.self))
  }

  /// The center takes the shorter way around the circle. Between names, the numbers are
  /// interpolated.
  func between(_ from: HueRange, _ to: HueRange, _ share: Double) -> HueRange? {
    if share <= 0 || from == to { return from }
    if share >= 1 { return to }
    func gate(_ from: Interval?, _ to: Interval?) -> Interval?? {
      switch (from, to) {
      case (nil, nil): .some(nil)
      case (let from?, let to?): .some(Self.gate.between(from, to, share))
      default: nil
      }
    }
    guard let width = glide(from.width, to.width, share),
      let softness = glide(from.softness, to.softness, share),
      let saturation = gate(from.saturation, to.saturation), let value = gate(from.value, to.value)
    else { return nil }
    let way = (to.center - from.center + 540).truncatingRemainder(dividingBy: 360) - 180
    return HueRange(
      center: from.center + share * way, width: width, softness: softness, saturation: saturation,
      value: value)
  }

  func check(_ hue: HueRange) throws {
    try inside("center") { try Self.center.check(hue.center) }
    if let width = hue.width { try inside("width") { try Self.degrees.check(width) } }
    if let softness = hue.softness { try inside("softness") { try Self.degrees.check(softness) } }
    if let gate = hue.saturation { try inside("saturation") { try Self.gate.check(gate) } }
    if let gate = hue.value { try inside("value") { try Self.gate.check(gate) } }
  }
}
