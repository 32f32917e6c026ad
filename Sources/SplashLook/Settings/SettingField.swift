/// A look setting, with all that flags, JSON, checks, help, the tuner page and the reference need.
///
/// `SettingField.all` has one for each property of `SplashSettings`.
package struct SettingField: Sendable {
  /// Name of the property, and its key in JSON.
  package let key: String
  /// Name on the command line, without dashes.
  package let flag: String
  /// Earlier names of the flag, which are still accepted but not shown.
  package let aliases: [String]
  /// Name on the tuner page.
  package let label: String
  /// The group on the page; nil if it has a special place there.
  package let section: Section?
  /// The property.
  let path: any PartialKeyPath<SplashSettings> & Sendable
  let kind: any SettingKind
  let sentence: String
  private let unset: String?
  private let readWords: @Sendable ([String], inout SplashSettings) throws -> Void
  private let readJSON: @Sendable (JSONValue, inout SplashSettings) throws -> Void
  private let giveWords: @Sendable (SplashSettings) -> [String]
  private let giveJSON: @Sendable (SplashSettings) -> JSONValue
  private let glide:
    @Sendable (SplashSettings, SplashSettings, Double, inout SplashSettings) -> Bool
  private let judge: @Sendable (SplashSettings) throws -> Void

  /// A group of settings on the page, with its title.
  package enum Section: String, Encodable, Sendable {
    case hues = "Hues without a width of their own"
    case gates = "Color limits"
    case balance = "White balance"
    case mask = "Steady mask"
    case edge = "Edge"
    case look = "Look"
  }

  /// - Parameters:
  ///   - key: the property's name.
  ///   - flag: without dashes.
  ///   - aliases: earlier names of the flag. The key in JSON keeps the earlier name, so that
  ///     earlier versions can read new files; the flag's name is accepted in JSON as well.
  ///   - sentence: its effect, for help and tooltips.
  ///   - unset: the default in words, if it is not a value.
  init<Kind: SettingKind>(
    _ key: String, _ path: any WritableKeyPath<SplashSettings, Kind.Value> & Sendable, _ kind: Kind,
    flag: String, aliases: [String] = [], label: String, in section: Section? = nil,
    unset: String? = nil, _ sentence: String
  ) {
    self.key = key
    self.flag = flag
    self.aliases = aliases
    self.label = label
    self.section = section
    self.path = path
    self.kind = kind
    self.sentence = sentence
    self.unset = unset
    readWords = { $1[keyPath: path] = try inside(key) { [words = $0] in try kind.read(words) } }
    readJSON = { $1[keyPath: path] = try inside(key) { [json = $0] in try kind.read(json) } }
    giveWords = { kind.words(for: $0[keyPath: path]) }
    giveJSON = { kind.json(for: $0[keyPath: path]) }
    glide = { from, to, share, settings in
      guard let value = kind.between(from[keyPath: path], to[keyPath: path], share) else {
        return false
      }
      settings[keyPath: path] = value
      return true
    }
    judge = { settings in try inside(key) { try kind.check(settings[keyPath: path]) } }
  }

  /// Sets the setting from the words after its flag, one for each occurrence: empty if the flag
  /// takes no value.
  ///
  /// - Throws: `SettingError` for an invalid value.
  package func read(_ words: [String], into settings: inout SplashSettings) throws {
    try readWords(words, &settings)
  }

  func read(_ json: JSONValue, into settings: inout SplashSettings) throws {
    try readJSON(json, &settings)
  }

  func json(of settings: SplashSettings) -> JSONValue { giveJSON(settings) }
  func check(_ settings: SplashSettings) throws { try judge(settings) }

  /// Sets the setting to a value between two, at a share of 0…1; false if it cannot be
  /// interpolated.
  func glide(
    from: SplashSettings, to: SplashSettings, _ share: Double, _ settings: inout SplashSettings
  ) -> Bool {
    glide(from, to, share, &settings)
  }

  /// The flags that give the setting, one per value; empty for the default.
  func flags(for settings: SplashSettings) -> [String] {
    let words = giveWords(settings)
    guard words != giveWords(SplashSettings()) else { return [] }
    return words.flatMap { placeholder == nil ? ["--\(flag)"] : ["--\(flag)", $0] }
  }

  /// Rounds the setting to the digits that its flag carries.
  func round(_ settings: inout SplashSettings) {
    try? read(giveWords(settings), into: &settings)
  }
}

/// Texts for people.
extension SettingField {
  /// Placeholder for the value in the help; nil if the flag takes no value.
  package var placeholder: String? { kind.placeholder }
  /// Whether the flag may be given several times.
  package var isRepeatable: Bool { kind.isRepeatable }
  /// The words to choose from; empty if the values are not a few words.
  package var choices: [String] { kind.control.choices ?? [] }

  /// Valid values, in words.
  package var values: String { kind.values }

  /// Its effect and its valid values, as a sentence.
  package var summary: String {
    var text = sentence
    if !kind.values.isEmpty { text += ": \(kind.values)" }
    if isRepeatable { text += "; may be repeated" }
    return text + "."
  }

  /// The summary with the default.
  package var help: String {
    guard placeholder != nil, standard != "none" else { return summary }
    return "\(summary) (default: \(standard))"
  }

  /// The default as flags write it.
  package var standard: String {
    if let unset { return unset }
    guard placeholder != nil else { return "off" }
    let words = giveWords(SplashSettings())
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }

  /// The setting's data for the tuner page.
  package struct Description: Encodable, Sendable {
    package let key: String
    package let label: String
    package let help: String
    package let section: Section?
    package let control: SettingControl
  }

  package var description: Description {
    Description(key: key, label: label, help: summary, section: section, control: kind.control)
  }
}
