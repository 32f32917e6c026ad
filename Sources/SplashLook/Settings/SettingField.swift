/// A look setting: all that flags, JSON, checks, help, the tuner page and the reference know of it.
///
/// `SettingField.all` has one for each property of `SplashSettings`.
package struct SettingField: Sendable {
  /// Name of the property, and key in JSON.
  package let key: String
  /// Name on the command line, without dashes.
  package let flag: String
  /// Earlier names of the flag, which are taken in its place wherever a setting is named, and shown
  /// nowhere.
  package let aliases: [String]
  /// Name on the tuner page.
  package let label: String
  /// Where it is on the page; nil for what has a place of its own there.
  package let section: Section?
  /// Which property it is.
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

  /// A group of settings on the page, by its title.
  package enum Section: String, Encodable, Sendable {
    case hues = "Hues that give no width of their own"
    case gates = "Color gates"
    case balance = "White balance"
    case mask = "Steady mask"
    case edge = "Edge"
    case look = "Look"
  }

  /// - Parameters:
  ///   - key: the property's name.
  ///   - flag: without dashes.
  ///   - aliases: what the flag was called before. The key in JSON stays that of then, so that
  ///     earlier versions read what this one writes; the flag's name is taken there as well.
  ///   - sentence: what it does, for help and tooltips.
  ///   - unset: what counts when none was given, where that is no value.
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

  /// Takes the setting from what followed its flag, a word each time it was given: an empty one
  /// after a flag that stands alone.
  ///
  /// - Throws: `SettingError` for what cannot be read or used.
  package func read(_ words: [String], into settings: inout SplashSettings) throws {
    try readWords(words, &settings)
  }

  func read(_ json: JSONValue, into settings: inout SplashSettings) throws {
    try readJSON(json, &settings)
  }

  func json(of settings: SplashSettings) -> JSONValue { giveJSON(settings) }
  func check(_ settings: SplashSettings) throws { try judge(settings) }

  /// Sets the setting to what lies between two, 0…1 of the way; false where there is nothing.
  func glide(
    from: SplashSettings, to: SplashSettings, _ share: Double, _ settings: inout SplashSettings
  ) -> Bool {
    glide(from, to, share, &settings)
  }

  /// The flag that gives the setting, as many times as it takes; nothing for what it would say of
  /// the default.
  func flags(for settings: SplashSettings) -> [String] {
    let words = giveWords(settings)
    guard words != giveWords(SplashSettings()) else { return [] }
    return words.flatMap { placeholder == nil ? ["--\(flag)"] : ["--\(flag)", $0] }
  }

  /// Cuts the setting down to the digits that its flag carries.
  func round(_ settings: inout SplashSettings) {
    try? read(giveWords(settings), into: &settings)
  }
}

/// What people are told.
extension SettingField {
  /// What stands for a value in the help; nil for a flag that stands alone.
  package var placeholder: String? { kind.placeholder }
  /// True where the flag may be given several times.
  package var isRepeatable: Bool { kind.isRepeatable }
  /// The words to choose from, where they are few.
  package var choices: [String] { kind.control.choices ?? [] }

  /// What can be given, in words.
  package var values: String { kind.values }

  /// The words that completions offer.
  package var words: [String] {
    kind.control.names?.map(\.name) ?? kind.control.choices ?? []
  }

  /// What it does and what can be given: a sentence.
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

  /// What the tuner page is told.
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
