/// Black and white point of network masks: low values are noise, and high ones are nearly full.
public enum MaskEdge: Equatable, Sendable {
  /// 0.1…0.9 if background or selection is replaced by other content: blurred, transparent, one
  /// color or another image; otherwise masks are unchanged.
  case automatic
  /// 0 up to the lower end, 1 from the upper one on, and linear between; both 0…1.
  case ramp(Interval)

  /// Reads `auto`, `0.1..0.9`, or a width: 0.8 means the same.
  ///
  /// - Throws: `SettingError` for any other text.
  public init(_ text: String) throws {
    self = try inside("edge") { try EdgeKind().read(text) }
  }
}

/// The kind of this setting: `auto` or a ramp.
struct EdgeKind: WordKind {
  private static let automatic = "auto"
  private let ends = IntervalKind()

  var placeholder: String? { "SOFT..HARD" }
  var values: String { "auto, two numbers from 0 to 1, or the width of a ramp around 0.5" }
  var control: SettingControl { SettingControl(kind: .choice, choices: [Self.automatic]) }

  func read(_ word: String) throws -> MaskEdge {
    if word == Self.automatic { return .automatic }
    if let width = Double(word) {
      guard (0...1).contains(width) else {
        throw SettingError(given: word, cause: "out of range", remedy: "give \(values)")
      }
      return .ramp(Interval((1 - width) / 2, (1 + width) / 2))
    }
    return .ramp(try ends.read(word))
  }

  func word(for value: MaskEdge) -> String { word(for: value, \.short) }

  private func word(for value: MaskEdge, _ digits: (Double) -> String) -> String {
    guard case .ramp(let ramp) = value else { return Self.automatic }
    return "\(digits(ramp.min))..\(digits(ramp.max))"
  }

  func json(for value: MaskEdge) -> JSONValue { .text(word(for: value, \.exact)) }

  func between(_ from: MaskEdge, _ to: MaskEdge, _ share: Double) -> MaskEdge? {
    guard case .ramp(let a) = from, case .ramp(let b) = to else { return from == to ? to : nil }
    return ends.between(a, b, share).map { .ramp($0) }
  }

  func check(_ value: MaskEdge) throws {
    guard case .ramp(let ramp) = value else { return }
    try ends.check(ramp)
  }
}

extension SplashSettings {
  /// The ramp for network masks; nil to leave them unchanged.
  var networkRamp: MaskRamp? {
    switch edge {
    case .ramp(let ramp): MaskRamp(ramp)
    case .automatic: rest.cover || kept.cover ? MaskRamp(Interval(0.1, 0.9)) : nil
    }
  }
}
