internal import FoundationEssentials
internal import SplashBase

/// Settings as a line that a film carries among its tags.
extension LookTimeline {
  /// JSON on a line: what differs from the defaults, and the keys in time. Files go by their names
  /// alone, since folders tell of whoever made the film. Nil where it would be longer than 16 KiB.
  package var note: String? {
    let standard = SplashSettings()
    let changed = SettingField.all.filter { $0.json(of: base) != $0.json(of: standard) }
    var parts = Dictionary(uniqueKeysWithValues: changed.map { ($0.key, $0.json(of: base)) })
    if !entries.isEmpty {
      parts[Self.key] = .list(list)
    }
    return JSONValue.object(parts).withoutFolders.line.flatMap { line in
      line.utf8.count <= 16 << 10 ? line : nil
    }
  }

  /// Reads what a tag says: the last line that is "splash", whatever, and JSON.
  ///
  /// - Returns: nil where no line of the first 256 KiB is one.
  /// - Throws: `SettingError` for settings that cannot be used.
  package init?(tag: String) throws {
    let lines = tag.utf8.prefix(256 << 10).split(separator: UInt8(ascii: "\n"))
    guard let line = lines.last(where: { Self.isNote($0) }),
      let start = line.firstIndex(of: UInt8(ascii: "{"))
    else { return nil }
    try self.init(document: line[start...])
  }

  /// Whether a line of a tag is such a note.
  package static func isNote(_ line: some Collection<UInt8>) -> Bool {
    isNoteLine(line)
  }
}

extension JSONValue {
  /// What stands before the name of a file in settings.
  private static let namesOfFiles = LookForm.all.filter(\.isFile).map { $0.name + "=" } + ["mask="]

  fileprivate var withoutFolders: JSONValue {
    switch self {
    case .text(let text):
      guard Self.namesOfFiles.contains(where: text.hasPrefix),
        let slash = text.lastIndex(of: "/"), let equals = text.firstIndex(of: "=")
      else { return self }
      return .text(String(text[...equals]) + String(text[text.index(after: slash)...]))
    case .list(let list): return .list(list.map(\.withoutFolders))
    case .object(let parts): return .object(parts.mapValues(\.withoutFolders))
    case .null, .bool, .number: return self
    }
  }
}
