/// How values of one kind of setting are written, read and judged: by flags, in JSON, on the page.
///
/// A new kind of setting is a new type beside these; a new setting is an entry in
/// `SettingField.all`.
protocol SettingKind<Value>: Sendable {
  associatedtype Value: Equatable & Sendable

  /// What stands for a value in the help: `DEG`; nil for a flag that stands alone.
  var placeholder: String? { get }
  /// What can be given: "0 to 360 degrees"; empty where there is nothing to say.
  var values: String { get }
  /// True where a flag may be given several times.
  var isRepeatable: Bool { get }
  /// What sets it on the tuner page.
  var control: SettingControl { get }

  /// Reads what follows a flag, a word each time it was given. What comes out passes `check`.
  func read(_ words: [String]) throws -> Value
  /// The words that give a value, with as many digits as are worth typing.
  func words(for value: Value) -> [String]
  /// Reads a value from JSON. What comes out passes `check`.
  func read(_ json: JSONValue) throws -> Value
  func json(for value: Value) -> JSONValue
  /// - Throws: `SettingError` for a value that cannot be used.
  func check(_ value: Value) throws
  /// A value on the way from one to another, 0…1 of it; nil where there is none between.
  func between(_ from: Value, _ to: Value, _ share: Double) -> Value?
}

extension SettingKind {
  var isRepeatable: Bool { false }
  func between(_ from: Value, _ to: Value, _ share: Double) -> Value? { from == to ? to : nil }
}

/// A kind whose values are one word; of several the last one counts.
protocol WordKind<Value>: SettingKind {
  func read(_ word: String) throws -> Value
  /// The values that a word stands for where several can be had; one at least.
  func readAll(_ word: String) throws -> [Value]
  func word(for value: Value) -> String
}

extension WordKind {
  func readAll(_ word: String) throws -> [Value] { [try read(word)] }

  func read(_ words: [String]) throws -> Value {
    let word = words.last ?? ""
    return try inside(word: word) { try read(word) }
  }

  func words(for value: Value) -> [String] { [word(for: value)] }
}

/// Any number of values of a kind, a flag each.
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

/// What sets a value on the tuner page.
package struct SettingControl: Encodable, Sendable {
  package enum Kind: String, Encodable, Sendable {
    /// A number between two others.
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
    /// Parts of the picture, as texts.
    case regions
    /// Steps of a look, as text, with some to choose from.
    case look
  }

  package var kind: Kind
  package var min, max, step: Double?
  /// What follows a number: "°".
  package var unit: String?
  package var choices: [String]?
  /// The numbers of which one value consists.
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
