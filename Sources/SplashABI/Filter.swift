internal import CSplash
internal import SplashBase
internal import SplashLook
internal import Synchronization

/// What a C caller holds: one video's filter.
final class Filter: Sendable {
  let control: LookControl
  private let painter = Mutex(Painter())
  private let setting = Mutex(())

  init(_ settings: SplashSettings) { control = LookControl(settings) }

  /// Splashes the next picture; others wait meanwhile.
  func apply(_ image: Image) {
    painter.withLock { $0.paint(image, control) }
  }

  func load(_ settings: SplashSettings) {
    setting.withLock { _ in control.settings = settings }
  }

  /// Sets one setting by the name and the words of its flag.
  func set(_ name: String, to value: String) throws {
    guard let field = SettingField.all.first(where: { $0.flag == name }) else {
      throw SplashError(
        .usage, "setting \(name)", cause: "unknown",
        remedy: "known are " + SettingField.all.map(\.flag).joined(separator: ", "))
    }
    try setting.withLock { _ in
      var settings = control.settings
      do {
        try field.read(try field.words(in: value), into: &settings)
        try settings.validateForImages()
      } catch let error as SettingError {
        throw SplashError(.usage, error.text(naming: .flags))
      }
      control.settings = settings
    }
  }
}

extension SplashSettings {
  /// Reads settings for pictures that keep their size.
  init(text: String?) throws {
    self = try text.map { try SplashSettings(json: $0.utf8) } ?? SplashSettings()
    try validateForImages()
  }

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
