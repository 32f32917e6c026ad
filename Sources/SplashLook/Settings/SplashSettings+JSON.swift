internal import FoundationEssentials

extension CodingUserInfoKey {
  /// The key of settings that supply values missing in JSON, in place of the defaults.
  public static let baseSettings = CodingUserInfoKey(rawValue: "splash.baseSettings")!
}

/// A key for each property. A missing or null key means the default; unknown keys are errors, at
/// every depth.
extension SplashSettings: Codable {
  public init(from decoder: any Decoder) throws {
    let base = decoder.userInfo[.baseSettings] as? SplashSettings
    try self.init(JSONValue(from: decoder), over: base ?? SplashSettings())
  }

  /// - Parameter base: supplies missing values.
  init(_ json: JSONValue, over base: SplashSettings) throws {
    self = base
    let object = try json.keyed().object(keys: SettingField.all.map(\.key))
    for field in SettingField.all {
      if let json = object[field.key] { try field.read(json, into: &self) }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    let parts = SettingField.all.map { ($0.key, $0.json(of: self)) }
    try JSONValue.object(Dictionary(uniqueKeysWithValues: parts)).encode(to: encoder)
  }

  /// Reads settings from the bytes of a JSON file, and validates them.
  ///
  /// - Throws: `SettingError` that names the setting by its keys.
  public init(json: some Sequence<UInt8>) throws {
    try self.init(JSONValue(text: json), over: SplashSettings())
    try validate()
  }

  /// These settings as readable JSON, without a line feed at the end.
  public var json: String {
    guard let data = try? JSONEncoder.pretty.encode(self) else {
      preconditionFailure("settings hold NaN")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
