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
  /// The list as it was read, where an element of it stands for several entries.
  private(set) var written: [JSONValue]?

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

  /// Sums of seconds as they are written differ by less from what they mean.
  static let tolerance = 1e-6

  /// - Throws: `SettingError` for settings that cannot be used, and for entries out of order.
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
        // Settings that come again and again are judged once.
        guard !known.suffix(16).contains(entry.settings) else { return }
        try entry.settings.validate()
        known.append(entry.settings)
      }
      end = entry.time + entry.transition
    }
    try SplashSettings.checkFollowed([base] + known)
  }

  /// Reads `[{"time": T, "transition": S, "settings": {…}}, …]`. Keys that are missing in settings
  /// are those of the entry before.
  ///
  /// An element with `"every": S`, from `time` (0) to `until`, or with `"at": [T, …]` stands for an
  /// entry at each of these times, with its `settings` or those of its `cycle` by turns, which go on
  /// from the settings before it. There are 10 000 entries at most, and so many without `until`. An
  /// object with `every` or `at` is read as a list of it.
  ///
  /// - Parameter times: the times that a text in place of the list behind `at` stands for.
  /// - Throws: `SettingError` that names the place, and what `times` throws.
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

  /// The settings that will be used; of those that take turns each once.
  public var settings: [SplashSettings] {
    var distinct = [base]
    for entry in entries where !distinct.suffix(16).contains(entry.settings) {
      distinct.append(entry.settings)
    }
    return distinct
  }

  /// - Parameter time: seconds from the first picture on.
  public func moment(at time: Double) -> Moment {
    var (index, end) = (-1, entries.count)
    while index + 1 < end {
      let middle = (index + end) / 2
      // Times in units of a film miss what is written by a little.
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
