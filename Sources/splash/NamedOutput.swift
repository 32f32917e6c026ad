import SplashJob

/// An output as `-o` names it, with options for it alone: `cut.mov:rest=transparent:crf=30`.
///
/// Options begin at the first colon that is followed by one of the keys and `=`; `\:` is a colon of
/// the name.
struct NamedOutput {
  /// A key after the name, equal to a flag: a part of the look, or an encoding option.
  enum Key {
    case look(SettingField)
    case encoding(OutputField)

    static let all: [Key] =
      SettingField.all.filter { OutputLook.keys.contains($0.key) }.map(Key.look)
      + OutputField.all.filter { $0.placeholder != nil && !$0.isRepeatable }.map(Key.encoding)

    init?(_ word: some StringProtocol) {
      let name = SettingField.flagged(word)?.flag ?? String(word)
      guard let key = Key.all.first(where: { $0.word == name }) else { return nil }
      self = key
    }

    var word: String {
      switch self {
      case .look(let field): field.flag
      case .encoding(let field): field.flag
      }
    }
  }

  /// Whether its pixel format is given after its name.
  var hasPixelFormat: Bool { options.contains { $0.key.word == "pixel-format" } }

  /// The text as the user gave it.
  let text: String
  let name: String
  let options: [(key: Key, value: String)]

  /// - Throws: `SplashError` of kind usage for an option that is unknown, empty or given twice.
  init(_ text: String) throws {
    self.text = text
    var rest = text[...]
    var parts: [Substring] = []
    while let colon = rest.indices.last(where: { Self.key(in: rest, at: $0) != nil }) {
      parts.insert(rest[rest.index(after: colon)...], at: 0)
      rest = rest[..<colon]
    }
    try Self.refuseUnknown(in: rest, of: text)
    name = Self.withoutEscapes(rest)
    var options: [(key: Key, value: String)] = []
    for part in parts {
      let word = part.prefix { $0 != "=" }
      let key = Key(word)!
      let value = String(part.dropFirst(word.count + 1))
      guard !value.isEmpty else {
        throw SplashError(
          .usage, "-o \(text): \(word)=", cause: "no value", remedy: "write one, or leave it out")
      }
      guard !options.contains(where: { $0.key.word == key.word }) else {
        throw SplashError(
          .usage, "-o \(text): \(word)", cause: "given twice", remedy: "leave one out")
      }
      options.append((key, value))
    }
    guard
      !options.contains(where: { $0.key.word == "crf" })
        || !options.contains(where: { $0.key.word == "bitrate" })
    else {
      throw SplashError(
        .usage, "-o \(text): crf and bitrate", cause: "they exclude each other",
        remedy: "leave one out")
    }
    self.options = options
  }

  /// The key after a colon that is not part of the name.
  private static func key(in text: Substring, at colon: String.Index) -> Key? {
    guard text[colon] == ":", colon == text.startIndex || text[text.index(before: colon)] != "\\"
    else { return nil }
    let rest = text[text.index(after: colon)...].prefix(16)
    guard let equals = rest.firstIndex(of: "=") else { return nil }
    return Key(rest[..<equals])
  }

  /// Refuses an unknown word after a complete file name, which is meant as an option.
  private static func refuseUnknown(in name: Substring, of text: String) throws {
    guard !name.contains("://"),
      let match = try? #/\.[A-Za-z0-9]{1,5}:([A-Za-z-]*)(=|:|$)/#.firstMatch(in: name)
    else { return }
    let word = String(match.1)
    let isKnown = Key(word) != nil
    throw SplashError(
      .usage, "-o \(text): \(word.isEmpty ? "a colon" : word)",
      cause: isKnown ? "no value" : "not an option of an output",
      remedy: (isKnown
        ? "write \(word)=VALUE"
        : "there are \(Key.all.map(\.word).joined(separator: ", "))")
        + "; a colon of the name is \\:")
  }

  private static func withoutEscapes(_ name: Substring) -> String {
    String(name.replacing(#/\\:(?=[A-Za-z-]*(=|:|$))/#, with: ":"))
  }

  /// The look of this output alone; nil where it has none.
  ///
  /// - Throws: `SplashError` of kind usage for a value that cannot be read.
  func look() throws -> OutputLook? {
    var look: OutputLook?
    for case (.look(let field), let value) in options {
      var settings = SplashSettings()
      do {
        try field.read([value], into: &settings)
        try settings.validate()
      } catch let error as SettingError {
        throw SplashError(.usage, "-o \(text): \(error.text(naming: .flags))")
      }
      var changed = look ?? OutputLook()
      changed.take(field.key, from: settings)
      look = changed
    }
    return look
  }

  /// Overrides the common encoding options by the output's own.
  ///
  /// - Throws: `SplashError` of kind usage for a value that cannot be read.
  func read(into encoding: inout OutputOptions) throws {
    for case (.encoding(let field), let value) in options {
      do {
        try field.read([value], into: &encoding)
      } catch let error {
        throw SplashError(.usage, "-o \(text): \(error)")
      }
    }
  }
}

extension Job.Request {
  /// - Throws: `SplashError` of kind usage for an output whose look contradicts the settings.
  func checkLooks() throws {
    for (index, look) in looks.sorted(by: { $0.key < $1.key }) {
      do {
        try look.applied(to: settings).validate()
      } catch let error as SettingError {
        throw SplashError(
          .usage, "-o \(outputs[index].name): \(error.text(naming: .flags))")
      }
    }
  }
}
