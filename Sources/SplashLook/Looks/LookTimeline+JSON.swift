internal import FoundationEssentials

extension LookTimeline.Entry {
  /// Settings are those that differ from the ones before.
  fileprivate func json(after before: SplashSettings) -> JSONValue {
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
    let before = [base] + entries.map(\.settings)
    try JSONValue.list(zip(entries, before).map { $0.json(after: $1) }).encode(to: encoder)
  }

  /// The same on one line.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { preconditionFailure("timeline holds NaN") }
    return String(decoding: data, as: UTF8.self)
  }
}
