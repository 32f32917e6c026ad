/// What a setting is called besides its flag and its key.
extension SettingField {
  /// The setting of a flag, by its present name or an earlier one, without dashes.
  package static func flagged(_ word: some StringProtocol) -> SettingField? {
    all.first { $0.flag == word || $0.aliases.contains { $0 == word } }
  }

  /// The setting of a flag or of a key.
  static func named(_ word: String) -> SettingField? {
    flagged(word) ?? all.first { $0.key == word || $0.newKey == word }
  }

  /// What JSON may call it in place of its key, where the flag has another name than when the key
  /// was given: the flag's, with a capital letter in the place of a dash.
  fileprivate var newKey: String? {
    guard !aliases.isEmpty else { return nil }
    let words = flag.split(separator: "-")
    return words.dropFirst().reduce(String(words[0])) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}

extension JSONValue {
  /// An object of settings in which each goes by its key, whichever of its names it had; anything
  /// else as it is.
  ///
  /// - Throws: `SettingError` for a setting that stands there twice.
  func keyed() throws -> JSONValue {
    guard case .object(var parts) = self else { return self }
    for field in SettingField.all {
      guard let name = field.newKey, let value = parts.removeValue(forKey: name) else { continue }
      guard parts[field.key] ?? .null == .null || value == .null else {
        throw SettingError(name, cause: "the same as \(field.key)", remedy: "leave one out")
      }
      if value != .null { parts[field.key] = value }
    }
    return .object(parts)
  }

  /// A list of changes in time, or a part of it, with the keys and words that are written.
  var asKept: JSONValue {
    switch self {
    case .text(let text): .text(ObjectName.kept.spelled(text))
    case .list(let list): .list(list.map(\.asKept))
    case .object(let parts):
      (try? JSONValue.object(parts.mapValues(\.asKept)).keyed()) ?? .object(parts)
    case .null, .bool, .number: self
    }
  }
}

/// How the selection of what has a color at a place begins.
enum ObjectName: String, CaseIterable {
  /// What people are shown.
  case shown = "color@"
  /// What it was called first, which JSON keeps.
  case kept = "object@"

  /// A selection's word, or that of a window with such a leader, with this name; any other word as
  /// it is.
  func spelled(_ word: String) -> String {
    let window = word.hasPrefix("follow=") ? "follow=" : ""
    let rest = word.dropFirst(window.count)
    guard let name = Self.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
      return word
    }
    return window + rawValue + rest.dropFirst(name.rawValue.count)
  }
}
