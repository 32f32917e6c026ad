internal import FoundationEssentials

/// Settings as a line of text that a video file carries in a tag.
extension LookTimeline {
  /// JSON on one line: settings that differ from the defaults, and keyframes. File names are
  /// without folders, which could identify the user. Nil if it would be longer than 16 KiB.
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

  /// Reads the last line of a tag that starts with "splash " and contains JSON.
  ///
  /// - Returns: nil if there is no such line in the first 256 KiB.
  /// - Throws: `SettingError` for invalid settings.
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
  /// The text before a file name in settings.
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
