/// Alternative names of settings.
extension SettingField {
  /// The setting of a flag without dashes, by its current name or an earlier one.
  package static func flagged(_ word: some StringProtocol) -> SettingField? {
    all.first { $0.flag == word || $0.aliases.contains { $0 == word } }
  }

  /// The setting of a flag or a key.
  static func named(_ word: String) -> SettingField? {
    flagged(word) ?? all.first { $0.key == word || $0.newKey == word }
  }

  /// An alternative key in JSON, if the flag was renamed after the key was chosen: the flag's name
  /// in camel case.
  fileprivate var newKey: String? {
    guard !aliases.isEmpty else { return nil }
    let words = flag.split(separator: "-")
    return words.dropFirst().reduce(String(words[0])) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}

extension JSONValue {
  /// An object of settings with all alternative names replaced by keys; other values unchanged.
  ///
  /// - Throws: `SettingError` if a setting occurs twice.
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

  /// A list of keyframes, or a part of it, with the keys and words that splash writes.
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

/// The prefix of an object selection.
enum ObjectName: String, CaseIterable {
  /// The prefix shown to people.
  case shown = "color@"
  /// The original prefix, which is kept in JSON.
  case kept = "object@"

  /// The text of a selection, or of a window with such a leader, with this prefix; other texts
  /// unchanged.
  func spelled(_ word: String) -> String {
    let window = word.hasPrefix("follow=") ? "follow=" : ""
    let rest = word.dropFirst(window.count)
    guard let name = Self.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
      return word
    }
    return window + rawValue + String(rest.dropFirst(name.rawValue.count))
  }
}
