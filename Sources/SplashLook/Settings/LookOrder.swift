internal import FoundationEssentials

/// A command for a running look, as a line of JSON.
///
/// `{"hues":["blue"]}`, with any keys of settings, or `{"preset":"noir-red"}`, or both, with
/// `"transition":SECONDS` for a fade; `{"do":"toggle"}` and the other words of `Act`;
/// `{"snapshot":"/path/still.png"}`, with `"overwrite":true` if a file may be replaced.
package enum LookOrder: Sendable {
  case change(Change)
  case act(Act)
  case snapshot(String, overwrite: Bool)

  package enum Act: String, CaseIterable, Sendable {
    /// Turns the effect off, or on again.
    case toggle
    case on, off
    /// Freezes the output, or resumes it.
    case freeze, unfreeze
    /// Returns statistics of the run.
    case stats
    /// Returns the current settings.
    case settings
    /// Returns the next frame as outputs get it, reduced in size.
    case picture
  }

  /// A change of settings.
  package struct Change: Sendable {
    /// The name of a preset to start from; nil to start from the current settings.
    package var preset: String?
    /// Seconds of the transition; nil if the line does not give them.
    package var transition: Double?
    fileprivate var parts: [String: JSONValue]

    /// The changed settings, validated.
    ///
    /// - Parameter base: the settings to start from.
    package func settings(over base: SplashSettings) throws -> SplashSettings {
      let settings = try SplashSettings(.object(parts), over: base)
      try settings.validate()
      return settings
    }
  }

  /// Valid lengths of a transition, in seconds.
  package static let transitions = 0.0...3600.0

  /// - Throws: `SettingError` if the line is not a command.
  package init(line: some Sequence<UInt8>) throws {
    let value = try JSONValue(
      text: line, remedy: #"give an object on one line, such as {"hues":["blue"]}"#
    ).keyed()
    let words = ["do", "snapshot", "overwrite", "preset", "transition"]
    let object = try value.object(keys: words + SettingField.all.map(\.key))
    guard case .object(var parts) = value else { preconditionFailure("an object has parts") }
    func exclude(_ key: String, but others: [String] = []) throws {
      let known = others + [key]
      guard let other = parts.keys.sorted().first(where: { !known.contains($0) }) else { return }
      throw SettingError(
        other, cause: "beside \(key)", remedy: "give it on a line of its own")
    }
    if let word = object["do"] {
      try exclude("do")
      let known = Act.allCases.map(\.rawValue).joined(separator: ", ")
      guard case .text(let text) = word, let act = Act(rawValue: text) else {
        throw SettingError("do", cause: "unknown", remedy: "known are \(known)")
      }
      self = .act(act)
    } else if let file = object["snapshot"] {
      try exclude("snapshot", but: ["overwrite"])
      guard case .text(let name) = file else {
        throw SettingError("snapshot", cause: "no text", remedy: "give the path of a file")
      }
      self = .snapshot(name, overwrite: try object.read("overwrite", SwitchKind()) ?? false)
    } else {
      var preset: String?
      if let name = object["preset"] {
        guard case .text(let text) = name else {
          throw SettingError("preset", cause: "no text", remedy: "give the name of a look")
        }
        preset = text
      }
      let transition = try object.read(
        "transition", NumberKind<Double>(Self.transitions, .seconds, step: 1))
      for word in words { parts[word] = nil }
      guard preset != nil || !parts.isEmpty else {
        throw SettingError(
          cause: "nothing is asked for", remedy: #"give settings, a preset, or {"do":"toggle"}"#)
      }
      self = .change(Change(preset: preset, transition: transition, parts: parts))
    }
  }

  /// The line for a word after `splash send`: `toggle` and the other words of `Act`,
  /// `snapshot=FILE`, or JSON unchanged; nil for settings, which `line(settings:)` joins into one
  /// line.
  package static func line(word: String, overwrite: Bool) -> String? {
    if word.hasPrefix("{") { return word }
    if let act = Act(rawValue: word) { return text(["do": .text(act.rawValue)]) }
    let prefix = "snapshot="
    guard word.hasPrefix(prefix) else { return nil }
    return text([
      "snapshot": .text(String(word.dropFirst(prefix.count))), "overwrite": .bool(overwrite),
    ])
  }

  /// The line for words `NAME=VALUE`, with names of flags or keys; a flag without a value takes
  /// `on` and `off`.
  ///
  /// - Throws: `SettingError` for an unknown name.
  package static func line(settings words: [String]) throws -> String {
    var parts: [String: JSONValue] = [:]
    var given: [(field: SettingField, words: [String])] = []
    for word in words {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (String(pair[0]), pair.count > 1 ? String(pair[1]) : nil)
      if name == "preset", let value {
        parts[name] = .text(value)
      } else if name == "transition", let number = value.flatMap({ Double($0) }), number.isFinite {
        parts[name] = .number(number)
      } else if let field = SettingField.named(name) {
        let word = try field.checked(value)
        if let index = given.firstIndex(where: { $0.field.key == field.key }) {
          given[index].words.append(word)
        } else {
          given.append((field, [word]))
        }
      } else {
        let flags = SettingField.all.map(\.flag) + ["preset", "transition", "snapshot"]
        let acts = Act.allCases.map(\.rawValue)
        throw SettingError(
          given: "'\(word)'", cause: "unknown",
          remedy: "give \(acts.joined(separator: ", ")), or NAME=VALUE with any of "
            + flags.joined(separator: ", "))
      }
    }
    for (field, words) in given { parts[field.key] = try field.json(of: words) }
    return text(parts)
  }

  /// The line that changes some settings into others; nil if no setting differs that can be changed
  /// during a run.
  package static func line(from old: SplashSettings, to new: SplashSettings) -> String? {
    var parts: [String: JSONValue] = [:]
    for field in SettingField.all where field.path != \SplashSettings.show {
      let value = field.json(of: new)
      if value != field.json(of: old) { parts[field.key] = value }
    }
    return parts.isEmpty ? nil : text(parts)
  }

  private static func text(_ parts: [String: JSONValue]) -> String {
    guard let line = JSONValue.object(parts).line else {
      preconditionFailure("a number that is none")
    }
    return line
  }
}

extension SettingField {
  /// The value after the equals sign, checked.
  fileprivate func checked(_ word: String?) throws -> String {
    if placeholder == nil {
      guard word == nil || word == "on" || word == "off" else {
        throw SettingError(key, given: word, cause: "unknown", remedy: "give on or off")
      }
      return word ?? "on"
    }
    guard let word else {
      throw SettingError(key, cause: "no value", remedy: "write \(flag)=VALUE")
    }
    return word
  }

  /// The JSON for such values.
  fileprivate func json(of words: [String]) throws -> JSONValue {
    if placeholder == nil { return .bool(words.last == "on") }
    if isRepeatable, words == ["none"] { return .list([]) }
    var settings = SplashSettings()
    try read(words, into: &settings)
    return json(of: settings)
  }
}
