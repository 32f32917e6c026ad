/// A kind of values: how they are written, read and checked in flags, in JSON and on the page.
///
/// A new kind of setting is a new type beside these; a new setting is an entry in
/// `SettingField.all`.
protocol SettingKind<Value>: Sendable {
  associatedtype Value: Equatable & Sendable

  /// Placeholder for the value in the help, such as `DEG`; nil if the flag takes no value.
  var placeholder: String? { get }
  /// Valid values: "0 to 360 degrees"; empty if there is nothing to say.
  var values: String { get }
  /// Whether a flag may be given several times.
  var isRepeatable: Bool { get }
  /// The control on the tuner page.
  var control: SettingControl { get }

  /// Reads the words after a flag, one for each occurrence. The result passes `check`.
  func read(_ words: [String]) throws -> Value
  /// The words for a value, with rounded numbers.
  func words(for value: Value) -> [String]
  /// Reads a value from JSON. The result passes `check`.
  func read(_ json: JSONValue) throws -> Value
  func json(for value: Value) -> JSONValue
  /// - Throws: `SettingError` for an invalid value.
  func check(_ value: Value) throws
  /// A value between two others, at a share of 0…1; nil if it cannot be interpolated.
  func between(_ from: Value, _ to: Value, _ share: Double) -> Value?
}

extension SettingKind {
  var isRepeatable: Bool { false }
  func between(_ from: Value, _ to: Value, _ share: Double) -> Value? { from == to ? to : nil }
}

/// A kind whose values are one word; the last of several words wins.
protocol WordKind<Value>: SettingKind {
  func read(_ word: String) throws -> Value
  /// The values that a word stands for, at least one.
  func readAll(_ word: String) throws -> [Value]
  func word(for value: Value) -> String
}

extension WordKind {
  func readAll(_ word: String) throws -> [Value] { [try read(word)] }

  func read(_ words: [String]) throws -> Value {
    let word = words.last ?? ""
    return try inside(word: word) { try read(word) }
  }

  /// The same text in JSON, for kinds that have no other form there.
  func read(_ json: JSONValue) throws -> Value {
    guard case .text(let word) = json else { throw json.mismatch("text", values) }
    return try read(word)
  }

  func words(for value: Value) -> [String] { [word(for: value)] }
}

/// A list of values of a kind, one flag for each.
struct Repeated<Element: WordKind>: SettingKind {
  let element: Element

  init(_ element: Element) { self.element = element }

  var placeholder: String? { element.placeholder }
  var values: String { element.values }
  var isRepeatable: Bool { true }
  var control: SettingControl { element.control }

  func read(_ words: [String]) throws -> [Element.Value] {
    try words.flatMap { word in try inside(word: word) { try element.readAll(word) } }
  }

  func words(for value: [Element.Value]) -> [String] { value.map(element.word) }

  func read(_ json: JSONValue) throws -> [Element.Value] {
    guard case .list(let list) = json else {
      throw json.mismatch("a list", "[…] with any number of them")
    }
    return try list.enumerated().flatMap { index, json in
      try inside("[\(index)]") {
        guard case .text(let word) = json else { return [try element.read(json)] }
        return try inside(word: word) { try element.readAll(word) }
      }
    }
  }

  func json(for value: [Element.Value]) -> JSONValue { .list(value.map(element.json)) }

  func between(
    _ from: [Element.Value], _ to: [Element.Value], _ share: Double
  ) -> [Element.Value]? {
    guard from.count == to.count else { return nil }
    let values = zip(from, to).compactMap { element.between($0, $1, share) }
    return values.count == to.count ? values : nil
  }

  func check(_ value: [Element.Value]) throws {
    for (index, value) in value.enumerated() {
      try inside("[\(index)]") { try element.check(value) }
    }
  }
}

/// The control of a setting on the tuner page.
package struct SettingControl: Encodable, Sendable {
  package enum Kind: String, Encodable, Sendable {
    /// A number within a range.
    case slider
    /// Two numbers, the lower first.
    case span
    case `switch`
    /// One of several words.
    case choice
    /// White balance: modes, some with numbers.
    case balance
    /// Hues, with a row of numbers each.
    case hues
    /// Parts of the frame, as texts.
    case regions
    /// Brush strokes, as texts.
    case strokes
    /// Steps of a look, as text, with suggestions.
    case look
  }

  package var kind: Kind
  package var min, max, step: Double?
  /// The unit after a number, such as "°".
  package var unit: String?
  package var choices: [String]?
  /// The numbers that make up one value.
  package var parts: [Part]?
  /// Values that can be chosen by name.
  package var names: [Named]?

  package struct Part: Encodable, Sendable {
    package var key: String
    package var label: String
    package var control: SettingControl
  }

  package struct Named: Encodable, Sendable {
    let name: String
    /// `#rrggbb`.
    let color: String
    let ranges: [JSONValue]
  }
}
