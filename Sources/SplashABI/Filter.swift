internal import CSplash
internal import SplashBase
internal import SplashLook
internal import Synchronization

/// What a C caller holds: one video's filter.
final class Filter: Sendable {
  let control: LookControl
  private let painter: Mutex<Painter>
  /// What counts from the next picture on.
  private let wanted: Mutex<LookTimeline>

  init(_ wanted: LookTimeline) {
    control = LookControl(wanted.base)
    painter = Mutex(Painter(control))
    self.wanted = Mutex(wanted)
  }

  /// Splashes the next picture; others wait meanwhile.
  func apply(_ image: Image) {
    painter.withLock { painter in painter.paint(image, wanted.withLock { $0 }) }
  }

  func load(_ wanted: LookTimeline) { self.wanted.withLock { $0 = wanted } }

  /// - Parameter length: seconds from the first picture to the end; nil where nobody knows.
  func tell(length: Double?) { painter.withLock { $0.length = length } }

  /// Sets one setting by the name and the words of its flag, at all times.
  func set(_ name: String, to value: String) throws {
    guard let field = SettingField.all.first(where: { $0.flag == name }) else {
      throw SplashError(
        .usage, "setting \(name)", cause: "unknown",
        remedy: "known are " + SettingField.all.map(\.flag).joined(separator: ", "))
    }
    let words = try field.words(in: value)
    func changed(_ settings: SplashSettings) throws -> SplashSettings {
      var settings = settings
      try field.read(words, into: &settings)
      try settings.validateForImages()
      return settings
    }
    do {
      try wanted.withLock { wanted in
        let entries = try wanted.entries.map {
          LookTimeline.Entry(
            time: $0.time, transition: $0.transition, settings: try changed($0.settings))
        }
        wanted = try LookTimeline(base: changed(wanted.base), entries: entries)
      }
    } catch let error as SettingError {
      throw SplashError(.usage, error.text(naming: .flags))
    }
  }
}

extension LookTimeline {
  /// Reads settings, and keys in time, for pictures that keep their size.
  init(text: String?) throws {
    try self.init(document: (text ?? "{}").utf8)
    for settings in settings { try settings.validateForImages() }
  }
}

extension SplashSettings {
  fileprivate func validateForImages() throws {
    try validate()
    guard !(rest + kept).contains(where: { $0.hasFile || $0 == .transparent }) else {
      throw SplashError(
        .usage, "settings: a look that needs a file or transparency",
        remedy: "use lut=, image= and transparent with the command")
    }
    guard !selections.contains(where: \.hasFile) else {
      throw SplashError(
        .usage, "settings: a mask from a file", remedy: "use mask= with the command")
    }
    guard !selections.contains(where: \.hasNetwork) else {
      throw SplashError(
        .usage, "settings: what networks find",
        remedy: "use person, subject and thing with the command")
    }
    guard show != .sideBySide else {
      throw SplashError(
        .usage, "show \(show.rawValue)", cause: "pictures keep their size here",
        remedy: "give result or mask")
    }
  }
}
