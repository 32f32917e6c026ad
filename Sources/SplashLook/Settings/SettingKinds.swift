/// Settings that are on or off. The flag takes no value and means on; its word is empty.
struct SwitchKind: SettingKind {
  var placeholder: String? { nil }
  var values: String { "" }
  var control: SettingControl { SettingControl(kind: .switch) }

  func read(_ words: [String]) -> Bool { !words.isEmpty }
  func words(for value: Bool) -> [String] { value ? [""] : [] }

  func read(_ json: JSONValue) throws -> Bool {
    guard case .bool(let value) = json else {
      throw json.mismatch("true or false", "true or false")
    }
    return value
  }

  func json(for value: Bool) -> JSONValue { .bool(value) }
  func check(_ value: Bool) {}
}

/// Intervals of saturation or value.
struct IntervalKind: WordKind {
  private let ends = NumberKind<Double>(0...1, step: 0.01)

  var placeholder: String? { "MIN..MAX" }
  var values: String { ends.values }

  var control: SettingControl {
    var control = ends.control
    control.kind = .span
    return control
  }

  func read(_ word: String) throws -> Interval {
    guard let interval = Interval(word) else {
      throw SettingError(
        given: word, cause: "not a range", remedy: "write two numbers like 0.2..1")
    }
    try check(interval, given: word)
    return interval
  }

  func word(for value: Interval) -> String { value.text }

  func read(_ json: JSONValue) throws -> Interval {
    if case .text(let word) = json { return try read(word) }
    let object = try json.object(keys: ["min", "max"])
    let interval = Interval(try object.need("min", ends), try object.need("max", ends))
    try check(interval)
    return interval
  }

  func json(for value: Interval) -> JSONValue {
    .object(["min": .number(value.min), "max": .number(value.max)])
  }

  func check(_ value: Interval) throws {
    try check(value, given: "\(value.min.exact)..\(value.max.exact)")
  }

  func between(_ from: Interval, _ to: Interval, _ share: Double) -> Interval? {
    Interval(glide(from.min, to.min, share), glide(from.max, to.max, share))
  }

  private func check(_ value: Interval, given: String) throws {
    guard (0...1).contains(value.min), (0...1).contains(value.max) else {
      throw SettingError(
        given: given, cause: "out of range", remedy: "give two numbers from \(values)")
    }
    guard value.min <= value.max else {
      throw SettingError(
        given: given, cause: "the minimum is above the maximum",
        remedy: "write \(value.max.exact)..\(value.min.exact)")
    }
  }
}

/// One of a few words.
struct ChoiceKind<Value: SettingChoice>: WordKind {
  private var words: [String] { Value.allCases.map(\.rawValue) }

  var placeholder: String? { "WHAT" }
  var values: String { words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "") }
  var control: SettingControl { SettingControl(kind: .choice, choices: words) }

  func read(_ word: String) throws -> Value {
    guard let value = Value(rawValue: word) else {
      throw SettingError(given: word, cause: "unknown", remedy: "give \(values)")
    }
    return value
  }

  func word(for value: Value) -> String { value.rawValue }

  func json(for value: Value) -> JSONValue { .text(value.rawValue) }
  func check(_ value: Value) {}
}

typealias SettingChoice = RawRepresentable<String> & CaseIterable & Equatable & Sendable

/// White balance modes, with the same text in flags and in JSON.
struct BalanceKind: WordKind {
  var placeholder: String? { "MODE" }
  var values: String { WhiteBalanceMode.forms }

  var control: SettingControl {
    SettingControl(
      kind: .balance, min: 0.05, max: WhiteBalanceMode.largestGain, step: 0.01,
      choices: WhiteBalanceMode.names)
  }

  func read(_ word: String) throws -> WhiteBalanceMode { try WhiteBalanceMode(word: word) }
  func word(for value: WhiteBalanceMode) -> String { value.text }

  func json(for value: WhiteBalanceMode) -> JSONValue { .text(value.exactText) }

  func between(
    _ from: WhiteBalanceMode, _ to: WhiteBalanceMode, _ share: Double
  ) -> WhiteBalanceMode? {
    guard case .gains(let red, let green, let blue) = from, case .gains(let r, let g, let b) = to
    else { return from == to ? to : nil }
    return .gains(
      red: glide(red, r, share), green: glide(green, g, share), blue: glide(blue, b, share))
  }

  /// Checks the text of the value, since other code reads that.
  func check(_ value: WhiteBalanceMode) throws { _ = try read(value.exactText) }
}
