internal import SplashBase

/// What a step of a look is: how it is written, what to say of it, and what it does.
///
/// `all` has one for each word that a look can be made of: what is added there can be given by
/// flags and in JSON, and stands in the list of looks, in the reference and on the tuner's page.
public struct LookForm: Equatable, Sendable {
  /// The word before the equals sign.
  public let name: String
  /// What follows it: `=COLOR`; empty for a word that stands alone.
  public let values: String
  /// What it does: a sentence without a point.
  public let sentence: String
  /// How to write it, for those who see it the first time.
  public let example: String
  let parameters: [LookParameter]
  /// The only word behind the equals sign.
  let keyword: String?
  /// Luma may come out another than it went in.
  let changesLuma: Bool
  /// Which values go together.
  let accepts: @Sendable ([LookValue]) -> Bool
  let effect: LookEffect

  /// Those that a look can begin with, in the order in which people are shown them.
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

  /// A file has to be named.
  public var isFile: Bool {
    if case .file = parameters.first { true } else { false }
  }

  /// It can be mixed with what was there before.
  var takesAmount: Bool {
    if case .transparent = effect { false } else { true }
  }

  /// The steps in words, for errors.
  static var known: String {
    var names: [String] = []
    for form in all where !names.contains(form.name) { names.append(form.name) }
    return names.joined(separator: ", ")
  }

  /// - Parameters:
  ///   - values: what people read for its values; made of the parameters where it is left out.
  ///   - like: how to write it; the name alone where it is left out.
  ///   - keeping: luma stays as it is.
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

  /// Another word for a step.
  init(_ name: String, _ sentence: String, means form: LookForm, _ values: [LookValue]) {
    (self.name, self.values, self.sentence, example) = (name, "", sentence, name)
    (parameters, keyword, changesLuma) = ([], nil, form.changesLuma)
    (accepts, effect) = ({ _ in true }, .means(form, values))
  }

  /// A word that stands alone.
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

/// How a step does what it does.
indirect enum LookEffect: Sendable {
  /// It is another word for a step.
  case means(LookForm, [LookValue])
  /// As a tone, after another; false where that takes another pass.
  case fold(@Sendable (inout Tone, LookStep) -> Bool)
  /// In a pass from the picture into the result, which may be the same.
  case pass(@Sendable (LookStep, LookPassSetting) -> any LookPass)
  /// In a pass over what is in the result.
  case inPlace(@Sendable (LookStep, LookPassSetting) -> any LookPass)
  /// As a pass that takes the amount by itself.
  case mixingPass(@Sendable (LookStep, LookPassSetting) -> any LookPass)
  /// As other steps, one after another.
  case steps(@Sendable () -> [LookStep])
  case transparent

  /// A tone that folds into any other.
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
  /// The side that the look is seen on.
  let side: LookSide
  /// The files that steps name.
  let materials: LookMaterials

  var coding: ColorCoding { kind.coding }
  var depth: Int { kind.depth }
}
