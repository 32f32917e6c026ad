internal import FoundationEssentials

extension LookTimeline.Entry {
  /// The JSON of a keyframe with the settings that differ from the one before.
  func json(after before: SplashSettings) -> JSONValue {
    var parts: [String: JSONValue] = ["time": .number(time)]
    if transition > 0 { parts["transition"] = .number(transition) }
    let changed = SettingField.all.filter { $0.json(of: settings) != $0.json(of: before) }
    parts["settings"] = .object(
      Dictionary(uniqueKeysWithValues: changed.map { ($0.key, $0.json(of: settings)) }))
    return .object(parts)
  }
}

/// The list that `init(json:base:)` reads, without the base.
extension LookTimeline: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try JSONValue.list(list).encode(to: encoder)
  }

  /// The list as it was read if elements stand for several keyframes, else one element per
  /// keyframe.
  var list: [JSONValue] {
    let before = [base] + entries.map(\.settings)
    return written ?? zip(entries, before).map { $0.json(after: $1) }
  }

  /// The list on one line.
  public var json: String {
    guard let line = JSONValue.list(list).line else { preconditionFailure("timeline holds NaN") }
    return line
  }
}

extension LookTimeline {
  /// The same keyframes over other base settings: what a keyframe does not change is as in the one
  /// before.
  package func rebased(on settings: SplashSettings) throws -> LookTimeline {
    guard !entries.isEmpty else { return try LookTimeline(base: settings, entries: []) }
    return try LookTimeline(json: json.utf8, base: settings)
  }
}

/// Settings and keyframes in one file: an object of settings as `SplashSettings` reads it, with the
/// keyframes, if any, as its `timeline`.
extension LookTimeline {
  static let key = "timeline"

  /// - Throws: `SettingError` that names the setting or keyframe.
  public init(document json: some Sequence<UInt8>) throws {
    let value = try JSONValue(text: json)
    guard case .object(var parts) = value else {
      throw value.mismatch("an object", "{…} with settings")
    }
    let keys = parts.removeValue(forKey: Self.key).flatMap { $0 == .null ? nil : $0 }
    let base = try SplashSettings(.object(parts), over: SplashSettings())
    try base.validate()
    self = try inside(Self.key) {
      try keys.map { try LookTimeline($0, base: base) } ?? LookTimeline(base: base, entries: [])
    }
  }

  /// Formatted JSON, without a line feed at the end; only the settings if there are no keyframes.
  public var document: String {
    guard !entries.isEmpty else { return base.json }
    var parts = Dictionary(
      uniqueKeysWithValues: SettingField.all.map { ($0.key, $0.json(of: base)) })
    parts[Self.key] = .list(list)
    guard let data = try? JSONEncoder.pretty.encode(JSONValue.object(parts)) else {
      preconditionFailure("settings hold NaN")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
