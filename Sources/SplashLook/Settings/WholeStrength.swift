/// The kind of `SplashSettings.whole`: `auto` or a strength.
struct WholeKind: WordKind {
  private static let automatic = "auto"
  private let strength = NumberKind<Double>(0...1, step: 0.05)

  var placeholder: String? { strength.placeholder }
  var values: String { "\(strength.values), or auto (1 for color names, 0 for hues in degrees)" }

  var control: SettingControl {
    SettingControl(kind: .choice, choices: [Self.automatic, "0", "0.25", "0.5", "0.75", "1"])
  }

  func read(_ word: String) throws -> Double? {
    word == Self.automatic ? nil : try strength.read(word)
  }

  func word(for value: Double?) -> String { value.map(strength.word) ?? Self.automatic }

  func read(_ json: JSONValue) throws -> Double? {
    guard case .text(let word) = json else { return try strength.read(json) }
    return try read(word)
  }

  func json(for value: Double?) -> JSONValue {
    value.map(strength.json) ?? .text(Self.automatic)
  }

  func between(_ from: Double?, _ to: Double?, _ share: Double) -> Double?? {
    glide(from, to, share)
  }

  func check(_ value: Double?) throws {
    if let value { try strength.check(value) }
  }
}

extension SplashSettings {
  /// How strongly regions are decided as wholes, 0…1: a name stands for things, and a range of
  /// degrees for exactly these colors.
  var wholeStrength: Double {
    let hues = keptHues
    return whole ?? (!hues.isEmpty && hues.allSatisfy(\.isNamed) ? 1 : 0)
  }
}

extension HueRange {
  /// Whether a name without numbers gives this range.
  var isNamed: Bool {
    word != nil || ColorName.all.contains { !$0.isCounted && $0.ranges.contains(self) }
  }
}
