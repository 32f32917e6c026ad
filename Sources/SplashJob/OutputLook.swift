internal import SplashCore
public import SplashFilter

/// What one output of several shows otherwise than the settings of the run say: none of it changes
/// what networks look for. Nil for what is as there.
public struct OutputLook: Equatable, Sendable {
  public var show: SplashSettings.Show?
  public var rest: [LookStep]?
  public var kept: [LookStep]?
  public var defringe: SplashSettings.Defringe?

  public init() {}

  /// Keys of the settings that an output can have of its own.
  package static let keys = ["show", "rest", "kept", "defringe"]

  /// Takes one of them from settings.
  package mutating func take(_ key: String, from settings: SplashSettings) {
    switch key {
    case "show": show = settings.show
    case "rest": rest = settings.rest
    case "kept": kept = settings.kept
    case "defringe": defringe = settings.defringe
    default: break
    }
  }

  /// Settings with these in their place.
  public func applied(to settings: SplashSettings) -> SplashSettings {
    var settings = settings
    if let show { settings.show = show }
    if let rest { settings.rest = rest }
    if let kept { settings.kept = kept }
    if let defringe { settings.defringe = defringe }
    return settings
  }

  /// The same for settings in time: these hold before the first key, and keys have the last word.
  func applied(to timeline: LookTimeline) throws -> LookTimeline {
    try timeline.rebased(on: applied(to: timeline.base))
  }
}

extension Job.Request {
  /// The request for one of its outputs, as if there were no other.
  ///
  /// - Throws: `SplashError` of kind usage for keys in time that do not go with the output's look.
  func alone(_ index: Int) throws -> Job.Request {
    var copy = self
    copy.outputs = [outputs[index]]
    copy.looks = [:]
    if let look = looks[index] {
      copy.settings = look.applied(to: settings)
      do {
        copy.timeline = try timeline.map(look.applied)
      } catch let error as SettingError {
        throw SplashError(.usage, "-o \(outputs[index].name): \(error.text(naming: .flags))")
      }
    }
    return copy
  }

  /// What the outputs that have a look of their own make of settings, beside what the others do.
  func variants(of settings: [SplashSettings]) -> [SplashSettings] {
    settings + looks.values.flatMap { settings.map($0.applied) }
  }
}
