/// A kind of look step: its spelling, its description, and its effect.
///
/// `all` has one for each step name. A form added there is available in flags and JSON, and appears
/// in the list of looks, in the reference and on the tuner's page.
public struct LookForm: Equatable, Sendable {
  /// The step's name, before the equals sign.
  public let name: String
  /// Its values in the help, such as `=COLOR`; empty if it takes none.
  public let values: String
  /// Its effect, as a sentence without a period.
  public let sentence: String
  /// An example for new users.
  public let example: String
  let parameters: [LookParameter]
  /// The only word allowed after the equals sign.
  let keyword: String?
  /// Whether the step may change luma.
  let changesLuma: Bool
  /// Whether values can be combined.
  let accepts: @Sendable ([LookValue]) -> Bool
  let effect: LookEffect

  /// All forms that can start a step, in the order shown to people.
  public static let all: [LookForm] = {
    let greys: [LookForm] = [.grey, .luminance, .mixer]
    let grounds: [LookForm] = [.lut, .solid, .image, .video, .transparent]
    let parts: [[LookForm]] = [
      greys, filters, [.noir], colors, levels, lights, areas, named, grounds,
    ]
    return parts.flatMap { $0 }
  }()

  public static func == (a: LookForm, b: LookForm) -> Bool {
    a.name == b.name && a.values == b.values
  }

  /// Whether the step needs the name of a file.
  public var isFile: Bool {
    if case .file = parameters.first { true } else { false }
  }

  /// Whether the step can be applied in part.
  var takesAmount: Bool {
    if case .transparent = effect { false } else { true }
  }

  /// The names of all steps, for errors.
  static var known: String {
    var names: [String] = []
    for form in all where !names.contains(form.name) { names.append(form.name) }
    return names.joined(separator: ", ")
  }

  /// - Parameters:
  ///   - values: spelling of the values for people; nil to make it of the parameters.
  ///   - like: an example; nil for only the name.
  ///   - keepsLuma: whether luma stays unchanged.
  init(
    _ name: String, _ values: String?, _ sentence: String, like example: String? = nil,
    _ parameters: [LookParameter] = [], keyword: String? = nil, keepsLuma: Bool = false,
    accepts: @escaping @Sendable ([LookValue]) -> Bool = { _ in true }, _ effect: LookEffect
  ) {
    self.name = name
    self.values = values ?? (keyword.map { "=" + $0 } ?? Self.words(of: parameters))
    (self.sentence, self.example) = (sentence, example ?? name)
    (self.parameters, self.keyword, self.changesLuma) = (parameters, keyword, !keepsLuma)
    (self.accepts, self.effect) = (accepts, effect)
  }

  /// Another name for a step.
  init(_ name: String, _ sentence: String, means form: LookForm, _ values: [LookValue]) {
    (self.name, self.values, self.sentence, example) = (name, "", sentence, name)
    (parameters, keyword, changesLuma) = ([], nil, form.changesLuma)
    (accepts, effect) = ({ _ in true }, .means(form, values))
  }

  /// A step without values.
  init(_ name: String, _ sentence: String, keepsLuma: Bool = false, _ effect: LookEffect) {
    self.init(name, "", sentence, keepsLuma: keepsLuma, effect)
  }

  /// A step that takes one number.
  static func scale(
    _ name: String, _ range: ClosedRange<Double>, _ sentence: String, like example: String,
    standard: Double? = nil, keepsLuma: Bool = false, _ effect: LookEffect
  ) -> LookForm {
    let ends = "\(range.lowerBound.short) to \(range.upperBound.short)"
    return LookForm(
      name, standard == nil ? "=X" : "[=X]",
      "\(sentence), \(ends)" + (standard.map { " (\($0.short))" } ?? ""), like: example,
      [.number(range, standard: standard)], keepsLuma: keepsLuma, effect)
  }

  private static func words(of parameters: [LookParameter]) -> String {
    var text = ""
    for parameter in parameters {
      let mark = text.isEmpty ? "=" : ","
      switch parameter {
      case .number(_, let standard): text += standard == nil ? mark + "X" : "[\(mark)X]"
      case .color: text += mark + "COLOR"
      case .file: text += mark + "FILE"
      case .option(let name, let words): text += "[,\(name)=\(words.joined(separator: "|"))]"
      }
    }
    return text
  }
}

/// How a step is drawn.
indirect enum LookEffect: Sendable {
  /// It is another name for a step with these values.
  case means(LookForm, [LookValue])
  /// Changes the tone of the steps before; returns false if that takes another pass.
  case fold(@Sendable (inout Tone, LookStep) -> Bool)
  /// Makes a pass from the frame to the result, which may be the same.
  case pass(@Sendable (LookStep, LookPassSetting) -> any LookPass)
  /// Makes a pass that changes the result in place.
  case inPlace(@Sendable (LookStep, LookPassSetting) -> any LookPass)
  /// Makes a pass that applies the step's amount itself.
  case mixingPass(@Sendable (LookStep, LookPassSetting) -> any LookPass)
  /// Draws other steps, one after another.
  case steps(@Sendable () -> [LookStep])
  case transparent

  /// An effect that can always be folded into the tone before.
  static func tone(_ change: @escaping @Sendable (inout Tone, LookStep) -> Void) -> LookEffect {
    .fold {
      change(&$0, $1)
      return true
    }
  }
}

/// What passes are made for.
struct LookPassSetting {
  let kind: LookPasses.Kind
  /// The side that shows the look.
  let side: LookSide
  /// The files that the steps name.
  let materials: LookMaterials

  var coding: ColorCoding { kind.coding }
  var depth: Int { kind.depth }
}
