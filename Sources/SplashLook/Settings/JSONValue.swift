internal import FoundationEssentials

/// Any JSON value.
enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Its type, in words for people who write JSON by hand.
  private var word: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// - Parameter remedy: a description of valid values.
  func mismatch(_ expected: String, _ remedy: String) -> SettingError {
    SettingError(cause: "\(word) in place of \(expected)", remedy: "give \(remedy)")
  }

  /// The members of an object.
  ///
  /// - Parameter keys: the allowed keys. A key whose value is null counts as missing.
  /// - Throws: `SettingError` if it is not an object, or has other keys.
  func object(keys: [String]) throws -> JSONObject {
    let known = keys.joined(separator: ", ")
    guard case .object(let parts) = self else {
      throw mismatch("an object", "{…} with any of \(known)")
    }
    if let unknown = parts.keys.sorted().first(where: { !keys.contains($0) }) {
      throw SettingError(given: "'\(unknown)'", cause: "unknown", remedy: "known are \(known)")
    }
    return JSONObject(parts: parts.filter { $0.value != .null })
  }
}

/// An object whose keys are all known.
struct JSONObject {
  fileprivate let parts: [String: JSONValue]

  subscript(key: String) -> JSONValue? { parts[key] }

  /// Reads a member; nil if it is missing.
  func read<Kind: SettingKind>(_ key: String, _ kind: Kind) throws -> Kind.Value? {
    try parts[key].map { part in try inside(key) { try kind.read(part) } }
  }

  /// Reads a member that is required.
  func need<Kind: SettingKind>(_ key: String, _ kind: Kind) throws -> Kind.Value {
    guard let value = try read(key, kind) else {
      throw SettingError(key, cause: "missing", remedy: "give \(kind.values)")
    }
    return value
  }
}

extension JSONValue {
  /// Reads JSON text.
  ///
  /// - Parameter remedy: what to do if the text is not JSON.
  /// - Throws: `SettingError` if `JSONText` does not accept the text.
  init(
    text: some Sequence<UInt8>,
    remedy: String = "look for a missing comma, quote or bracket, or a huge number"
  ) throws {
    do {
      self = try JSONText.decode(JSONValue.self, from: text)
    } catch let error as DecodingError {
      // The decoder's own message gives no place, and speaks of Swift types.
      let cause = JSONText.complaint(about: error).map { "not JSON: \($0)" } ?? "not JSON"
      throw SettingError(cause: cause, remedy: remedy)
    }
  }

  /// The text on one line, with sorted keys; nil if a number is NaN or infinite.
  var line: String? {
    return (try? JSONEncoder.line.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A key of a JSON object that may be any text.
package struct JSONKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }
  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

extension JSONValue: Codable {
  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: JSONKey.self) {
      var parts: [String: JSONValue] = [:]
      for key in container.allKeys {
        parts[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
      }
      self = .object(parts)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .list(elements)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .number(try container.decode(Double.self))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let parts):
      var container = encoder.container(keyedBy: JSONKey.self)
      for (key, part) in parts { try container.encode(part, forKey: JSONKey(stringValue: key)) }
    case .list(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool):
      var container = encoder.singleValueContainer()
      try container.encode(bool)
    case .number(let number):
      var container = encoder.singleValueContainer()
      try container.encode(number)
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
}
