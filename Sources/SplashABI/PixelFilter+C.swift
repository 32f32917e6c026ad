internal import SplashLook

extension PixelFilter {
  /// Replaces all settings.
  func load(_ timeline: LookTimeline) throws { try update { $0 = timeline } }

  /// Sets one setting by the name and the words of its flag, at all times.
  func set(_ name: String, to value: String) throws {
    guard let field = SettingField.flagged(name) else {
      throw SplashError(
        .usage, "setting \(name)", cause: "unknown",
        remedy: "known are " + SettingField.all.map(\.flag).joined(separator: ", "))
    }
    let words = try field.words(in: value)
    func changed(_ settings: SplashSettings) throws -> SplashSettings {
      var settings = settings
      try field.read(words, into: &settings)
      return settings
    }
    do {
      try update { timeline in timeline = try timeline.mapSettings(changed) }
    } catch let error as SettingError {
      throw SplashError(.usage, error.text(naming: .flags))
    }
  }
}

extension LookTimeline {
  /// Reads settings and keyframes from C text: NULL for the defaults.
  init(text: UnsafePointer<CChar>?) throws {
    try self.init(document: (text.map { String(cString: $0) } ?? "{}").utf8)
  }
}
