internal import FoundationEssentials

/// Settings with keyframes.
public struct LookTimeline: Equatable, Sendable {
  /// A keyframe: settings that apply from a time on.
  public struct Entry: Equatable, Sendable {
    /// Seconds from the first frame on.
    public var time: Double
    /// Seconds from then on over which the previous settings change into these.
    public var transition: Double
    public var settings: SplashSettings

    public init(time: Double, transition: Double = 0, settings: SplashSettings) {
      self.time = time
      self.transition = transition
      self.settings = settings
    }
  }

  /// The settings before the first keyframe.
  public let base: SplashSettings
  /// The keyframes in order of time; none begins within the transition before it.
  public let entries: [Entry]
  /// The list as it was read; nil unless an element of it stands for several keyframes.
  private(set) var written: [JSONValue]?

  /// What is shown at a time.
  public enum Moment: Equatable, Sendable {
    case settings(SplashSettings)
    /// A mix of two results, for settings that cannot be interpolated.
    case crossfade(SplashSettings, SplashSettings, share: Double)

    /// The settings, or the later ones of a cross-fade.
    package var latest: SplashSettings {
      switch self {
      case .settings(let settings), .crossfade(_, let settings, _): settings
      }
    }
  }

  /// Tolerance in seconds for sums of written decimals.
  static let tolerance = 1e-6

  /// - Throws: `SettingError` for invalid settings and for keyframes out of order.
  public init(base: SplashSettings, entries: [Entry]) throws {
    self.base = base
    self.entries = entries
    var end = 0.0
    var known: [SplashSettings] = []
    for (index, entry) in entries.enumerated() {
      try inside("[\(index)]") {
        guard entry.time >= end - Self.tolerance else {
          throw SettingError(
            "time", given: entry.time.exact,
            cause: "before the end of the entry before, at \(end.exact)",
            remedy: "give entries in order, each after the transition of the last")
        }
        // Validates repeated settings only once.
        guard !known.suffix(16).contains(entry.settings) else { return }
        try entry.settings.validate()
        known.append(entry.settings)
      }
      end = entry.time + entry.transition
    }
    try SplashSettings.checkFollowed([base] + known)
  }

  /// Reads `[{"time": T, "transition": S, "settings": {…}}, …]`. Keys missing in settings are taken
  /// from the keyframe before.
  ///
  /// An element with `"every": S`, from `time` (0) to `until`, or with `"at": [T, …]` stands for a
  /// keyframe at each of these times, with its `settings`, or with those of its `cycle` in turn,
  /// all based on the settings before it. There are at most 10 000 keyframes, which is also the
  /// number without `until`. An object with `every` or `at` counts as a list with one element.
  ///
  /// - Parameters:
  ///   - json: the list, as UTF-8.
  ///   - base: the settings before the first keyframe.
  ///   - times: returns the times for a name in place of the list after `at`.
  /// - Throws: `SettingError` that names the element, and errors of `times`.
  public init(
    json: some Sequence<UInt8>, base: SplashSettings,
    times: Times = LookTimeline.noTimes
  ) throws {
    try self.init(JSONValue(text: json), base: base, times)
  }

  init(_ value: JSONValue, base: SplashSettings, _ times: Times = noTimes) throws {
    var value = value
    if case .object(let parts) = value, parts["every"] != nil || parts["at"] != nil {
      value = .list([value])
    }
    guard case .list(let list) = value else {
      throw value.mismatch("a list", "a list of {\"time\": …, \"settings\": {…}}")
    }
    var entries: [Entry] = []
    var written: [JSONValue] = []
    for (index, json) in list.enumerated() {
      try inside("[\(index)]") {
        let last = entries.last
        let more = try Self.expanded(
          json, after: last.map { $0.time + $0.transition } ?? 0, count: entries.count,
          last?.settings ?? base, times)
        entries += more.entries
        written.append(more.written)
      }
    }
    try self.init(base: base, entries: entries)
    if written.count < entries.count { self.written = written }
  }

  /// The same keyframes with other settings, the base first.
  ///
  /// - Throws: errors of `change`, and `SettingError` for settings that are invalid then.
  package func mapSettings(
    _ change: (SplashSettings) throws -> SplashSettings
  ) throws -> LookTimeline {
    try LookTimeline(
      base: change(base),
      entries: entries.map { entry in
        var entry = entry
        entry.settings = try change(entry.settings)
        return entry
      })
  }

  /// All settings in use; repeated ones mostly only once.
  public var settings: [SplashSettings] {
    var distinct = [base]
    for entry in entries where !distinct.suffix(16).contains(entry.settings) {
      distinct.append(entry.settings)
    }
    return distinct
  }

  /// - Parameter time: seconds from the first frame on.
  public func moment(at time: Double) -> Moment {
    var (index, end) = (-1, entries.count)
    while index + 1 < end {
      let middle = (index + end) / 2
      // Time stamps of a file may be slightly below the written time.
      if entries[middle].time <= time + Self.tolerance { index = middle } else { end = middle }
    }
    guard index >= 0 else { return .settings(base) }
    let (entry, from) = (entries[index], index > 0 ? entries[index - 1].settings : base)
    guard entry.transition > 0, time < entry.time + entry.transition else {
      return .settings(entry.settings)
    }
    let share = max(0, time - entry.time) / entry.transition
    var settings = entry.settings
    let glides = SettingField.all.allSatisfy {
      $0.glide(from: from, to: entry.settings, share, &settings)
    }
    return glides ? .settings(settings) : .crossfade(from, entry.settings, share: share)
  }
}
