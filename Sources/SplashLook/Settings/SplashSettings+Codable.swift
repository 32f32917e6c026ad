public import FoundationEssentials
internal import SplashBase

extension CodingUserInfoKey {
  /// Settings that keys which are missing in JSON are taken from, in place of the defaults.
  public static let baseSettings = CodingUserInfoKey(rawValue: "splash.baseSettings")!
}

extension SplashSettings: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case hues, drops, threshold, softness, saturation, value, gateSoftness, chromaFloor
    case whiteBalance, balanceTime, lockBalance, balanceOutput, stability, despeckle, invert, show
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    self = decoder.userInfo[.baseSettings] as? SplashSettings ?? SplashSettings()
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys
    where Key(rawValue: key.stringValue) == nil {
      let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw SplashError(.usage, "setting '\(key.stringValue)'", cause: "unknown; known are \(known)")
    }
    let container = try decoder.container(keyedBy: Key.self)
    func read<Value: Decodable>(_ key: Key, _ value: inout Value) throws {
      if let found = try container.decodeIfPresent(Value.self, forKey: key) { value = found }
    }
    try read(.hues, &hues)
    try read(.drops, &drops)
    try read(.threshold, &threshold)
    try read(.softness, &softness)
    try read(.saturation, &saturation)
    try read(.value, &value)
    try read(.gateSoftness, &gateSoftness)
    try read(.chromaFloor, &chromaFloor)
    try read(.whiteBalance, &whiteBalance)
    try read(.balanceTime, &balanceTime)
    try read(.lockBalance, &lockBalance)
    try read(.balanceOutput, &balanceOutput)
    try read(.stability, &stability)
    try read(.despeckle, &despeckle)
    try read(.invert, &invert)
    try read(.show, &show)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(hues, forKey: .hues)
    try container.encode(drops, forKey: .drops)
    try container.encode(threshold, forKey: .threshold)
    try container.encode(softness, forKey: .softness)
    try container.encode(saturation, forKey: .saturation)
    try container.encode(value, forKey: .value)
    try container.encode(gateSoftness, forKey: .gateSoftness)
    try container.encode(chromaFloor, forKey: .chromaFloor)
    try container.encode(whiteBalance, forKey: .whiteBalance)
    try container.encode(balanceTime, forKey: .balanceTime)
    try container.encode(lockBalance, forKey: .lockBalance)
    try container.encode(balanceOutput, forKey: .balanceOutput)
    try container.encode(stability, forKey: .stability)
    try container.encode(despeckle, forKey: .despeckle)
    try container.encode(invert, forKey: .invert)
    try container.encode(show, forKey: .show)
  }

  /// Reads settings from JSON and validates them.
  ///
  /// - Throws: `SplashError` of kind usage that names the setting.
  public init(json: Data) throws {
    do {
      self = try JSONDecoder().decode(SplashSettings.self, from: json)
    } catch let DecodingError.typeMismatch(_, context), let DecodingError.valueNotFound(_, context),
      let DecodingError.keyNotFound(_, context), let DecodingError.dataCorrupted(context)
    {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw SplashError(
        .usage, path.isEmpty ? "settings" : "setting '\(path)'", cause: context.debugDescription)
    }
    try validate()
  }

  /// These settings as readable JSON.
  public var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { preconditionFailure("settings hold NaN") }
    return data
  }
}
