/// The look settings of one output that differ from those of the run; they never change what
/// networks look for. Nil stands for the run's setting.
public struct OutputLook: Equatable, Sendable {
  public var show: SplashSettings.Show?
  public var rest: [LookStep]?
  public var kept: [LookStep]?
  public var defringe: SplashSettings.Defringe?

  public init() {}

  /// Keys of the settings that an output can have of its own.
  package static let keys = ["show", "rest", "kept", "defringe"]

  /// Copies one of these settings.
  package mutating func take(_ key: String, from settings: SplashSettings) {
    switch key {
    case "show": show = settings.show
    case "rest": rest = settings.rest
    case "kept": kept = settings.kept
    case "defringe": defringe = settings.defringe
    default: break
    }
  }

  /// The settings with this look's values in place of theirs.
  public func applied(to settings: SplashSettings) -> SplashSettings {
    var settings = settings
    if let show { settings.show = show }
    if let rest { settings.rest = rest }
    if let kept { settings.kept = kept }
    if let defringe { settings.defringe = defringe }
    return settings
  }

  /// The same for settings that change with time: these hold before the first keyframe, and
  /// keyframes override them.
  func applied(to timeline: LookTimeline) throws -> LookTimeline {
    try timeline.rebased(on: applied(to: timeline.base))
  }
}

extension Job.Request {
  /// The request for one of its outputs alone.
  ///
  /// - Throws: `SplashError` of kind usage for keyframes that contradict the output's look.
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

  /// The given settings, and those of each output with its own look.
  func variants(of settings: [SplashSettings]) -> [SplashSettings] {
    settings + looks.values.flatMap { settings.map($0.applied) }
  }
}
