/// Numbers in a range.
struct NumberKind<Value: SettingNumber>: WordKind {
  /// Valid values.
  let range: ClosedRange<Double>
  /// False if the upper end itself is not valid.
  let includesEnd: Bool
  let unit: SettingUnit?
  /// The upper end of the slider on the page: the useful part of the range.
  let reach: Double
  let step: Double

  init(
    _ range: ClosedRange<Double>, _ unit: SettingUnit? = nil, reach: Double? = nil, step: Double
  ) {
    self.range = range
    self.includesEnd = true
    self.unit = unit
    self.reach = reach ?? range.upperBound
    self.step = step
  }

  init(_ range: Range<Double>, _ unit: SettingUnit? = nil, step: Double) {
    self.range = range.lowerBound...range.upperBound
    self.includesEnd = false
    self.unit = unit
    self.reach = range.upperBound - step
    self.step = step
  }

  var placeholder: String? { unit?.placeholder ?? (Value.isWhole ? "N" : "X") }

  var values: String {
    "\(range.lowerBound.short) \(includesEnd ? "to" : "up to") \(range.upperBound.short)"
      + (unit.map { " \($0.plural)" } ?? "")
  }

  var control: SettingControl {
    SettingControl(
      kind: .slider, min: range.lowerBound, max: reach, step: step, unit: unit?.sign)
  }

  func read(_ word: String) throws -> Value {
    guard let number = Double(word) else {
      throw SettingError(given: word, cause: "not a number", remedy: "give \(values)")
    }
    return try value(of: number)
  }

  func word(for value: Value) -> String { value.double.short }

  func read(_ json: JSONValue) throws -> Value {
    guard case .number(let number) = json else { throw json.mismatch("a number", values) }
    return try value(of: number)
  }

  func json(for value: Value) -> JSONValue { .number(value.double) }

  func between(_ from: Value, _ to: Value, _ share: Double) -> Value? {
    let number = glide(from.double, to.double, share)
    return Value(exactly: Value.isWhole ? number.rounded() : number)
  }

  func check(_ value: Value) throws { _ = try self.value(of: value.double) }

  private func value(of number: Double) throws -> Value {
    guard range.contains(number), includesEnd || number < range.upperBound else {
      throw SettingError(given: number.exact, cause: "out of range", remedy: "give \(values)")
    }
    guard let value = Value(exactly: number) else {
      throw SettingError(given: number.exact, cause: "not a whole number", remedy: "give \(values)")
    }
    return value
  }
}

/// Linear interpolation between two numbers.
func glide(_ from: Double, _ to: Double, _ share: Double) -> Double { from + share * (to - from) }

/// The same for optional numbers: nil if only one of them is nil.
func glide(_ from: Double?, _ to: Double?, _ share: Double) -> Double?? {
  switch (from, to) {
  case (nil, nil): .some(nil)
  case (let from?, let to?): .some(glide(from, to, share))
  default: nil
  }
}

/// The unit of a number.
struct SettingUnit: Sendable {
  let plural: String
  /// The unit after a number on the page.
  let sign: String
  let placeholder: String

  static let degrees = SettingUnit(plural: "degrees", sign: "°", placeholder: "DEG")
  static let area = SettingUnit(plural: "% of the frame", sign: " %", placeholder: "AREA")
  static let samples = SettingUnit(plural: "pixels of the mask", sign: "", placeholder: "N")
  static let seconds = SettingUnit(plural: "seconds", sign: " s", placeholder: "S")
}

/// Number types of settings.
protocol SettingNumber: Equatable, Sendable {
  static var isWhole: Bool { get }
  init?(exactly number: Double)
  var double: Double { get }
}

extension Double: SettingNumber {
  static var isWhole: Bool { false }
  var double: Double { self }

  /// The number rounded to three decimals.
  package var short: String { ((self * 1000).rounded() / 1000).exact }

  /// All digits, without a point for whole numbers.
  var exact: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}

extension Int: SettingNumber {
  static var isWhole: Bool { true }
  var double: Double { Double(self) }
}
