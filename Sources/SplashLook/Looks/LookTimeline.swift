internal import FoundationEssentials

/// Settings that change in the course of a video.
public struct LookTimeline: Equatable, Sendable {
  /// Settings that hold from a time on.
  public struct Entry: Equatable, Sendable {
    /// Seconds from the first picture on.
    public var time: Double
    /// Seconds from then on in which the settings before become these.
    public var transition: Double
    public var settings: SplashSettings

    public init(time: Double, transition: Double = 0, settings: SplashSettings) {
      self.time = time
      self.transition = transition
      self.settings = settings
    }
  }

  /// What holds before the first entry.
  public let base: SplashSettings
  /// In the order of their times; none begins in the transition of the one before.
  public let entries: [Entry]

  /// What is to be seen at a time.
  public enum Moment: Equatable, Sendable {
    case settings(SplashSettings)
    /// A picture with the one over a picture with the other: between them nothing glides.
    case crossfade(SplashSettings, SplashSettings, share: Double)

    /// Those that come, where there are two.
    package var latest: SplashSettings {
      switch self {
      case .settings(let settings), .crossfade(_, let settings, _): settings
      }
    }
  }

  /// - Throws: `SettingError` for settings that cannot be used, and for entries out of order.
  public init(base: SplashSettings, entries: [Entry]) throws {
    self.base = base
    self.entries = entries
    var end = 0.0
    for (index, entry) in entries.enumerated() {
      try inside("[\(index)]") {
        guard entry.time >= end else {
          throw SettingError(
            "time", given: entry.time.exact,
            cause: "before the end of the entry before, at \(end.exact)",
            remedy: "give entries in order, each after the transition of the last")
        }
        try entry.settings.validate()
      }
      end = entry.time + entry.transition
    }
  }

  /// Reads `[{"time": T, "transition": S, "settings": {…}}, …]`. Keys that are missing in settings
  /// are those of the entry before.
  ///
  /// - Throws: `SettingError` that names the place.
  public init(json: some Sequence<UInt8>, base: SplashSettings) throws {
    let value: JSONValue
    do {
      value = try JSONDecoder().decode(JSONValue.self, from: Data(json))
    } catch is DecodingError {
      throw SettingError(cause: "not JSON", remedy: "look for a missing comma, quote or bracket")
    }
    try self.init(value, base: base)
  }

  init(_ value: JSONValue, base: SplashSettings) throws {
    guard case .list(let list) = value else {
      throw value.mismatch("a list", "a list of {\"time\": …, \"settings\": {…}}")
    }
    let seconds = NumberKind<Double>(0...1_000_000, .seconds, step: 1)
    var entries: [Entry] = []
    for (index, json) in list.enumerated() {
      try inside("[\(index)]") {
        let object = try json.object(keys: ["time", "transition", "settings"])
        let settings = try inside("settings") {
          let before = entries.last?.settings ?? base
          let settings = try SplashSettings(object["settings"] ?? .object([:]), over: before)
          guard settings.show == before.show else {
            throw SettingError(
              "show", given: settings.show.rawValue, cause: "it holds for the whole run",
              remedy: "leave it out here")
          }
          return settings
        }
        entries.append(
          Entry(
            time: try object.need("time", seconds),
            transition: try object.read("transition", seconds) ?? 0, settings: settings))
      }
    }
    try self.init(base: base, entries: entries)
  }

  /// All settings that will be used.
  public var settings: [SplashSettings] { [base] + entries.map(\.settings) }

  /// - Parameter time: seconds from the first picture on.
  public func moment(at time: Double) -> Moment {
    guard let index = entries.lastIndex(where: { $0.time <= time }) else { return .settings(base) }
    let (entry, from) = (entries[index], index > 0 ? entries[index - 1].settings : base)
    guard time < entry.time + entry.transition else { return .settings(entry.settings) }
    let share = (time - entry.time) / entry.transition
    var settings = entry.settings
    let glides = SettingField.all.allSatisfy {
      $0.glide(from: from, to: entry.settings, share, &settings)
    }
    return glides ? .settings(settings) : .crossfade(from, entry.settings, share: share)
  }
}
