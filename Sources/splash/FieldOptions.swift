import ArgumentParser
import SplashJob

/// A row of a table of options, as the parser needs it.
protocol OptionField: Sendable {
  /// All rows, in the order of the help.
  static var all: [Self] { get }
  var key: String { get }
  /// The flag without dashes.
  var flag: String { get }
  /// The placeholder of the value; nil for a flag without value.
  var placeholder: String? { get }
  var help: String { get }
  var isRepeatable: Bool { get }
  /// The words that completions offer.
  var words: [String] { get }
  /// Extensions of the files that completions offer instead.
  var fileEndings: [String] { get }
}

extension OptionField {
  var words: [String] { [] }
  var fileEndings: [String] { [] }
  var isRepeatable: Bool { false }
}

extension SettingField: OptionField {
  package var words: [String] {
    ["hue", "exclude"].contains(flag) ? ColorName.all.map(\.name) : choices
  }
}
extension OutputField: OptionField {}
extension NetworkField: OptionField {}

/// A flag for every row of a table.
///
/// The parser finds a group's flags by looking at its properties in a mirror; this group shows it
/// the table instead. So help, `--flag=value`, suggestions for typos and completions are the
/// parser's own.
struct FieldOptions<Field: OptionField>: ParsableArguments, CustomReflectable {
  /// The given options, each with its words in order; the word is empty for a flag without value.
  private(set) var given: [(field: Field, words: [String])] = []

  init() {}

  init(from decoder: any Swift.Decoder) throws {
    let container = try decoder.container(keyedBy: JSONKey.self)
    for field in Field.all {
      let key = JSONKey(stringValue: field.key)
      if field.placeholder == nil {
        let flag = try container.decode(Flag<Bool>.self, forKey: key)
        if flag.wrappedValue { given.append((field, [""])) }
      } else if field.isRepeatable {
        let words = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
        if !words.isEmpty { given.append((field, words)) }
      } else if let word = try container.decode(Option<String?>.self, forKey: key).wrappedValue {
        given.append((field, [word]))
      }
    }
  }

  /// The command-line words for these options, each flag and each value one element.
  var words: [String] {
    given.flatMap { field, words in
      words.flatMap { field.placeholder == nil ? ["--\(field.flag)"] : ["--\(field.flag)", $0] }
    }
  }

  var customMirror: Mirror {
    Mirror(
      self, children: Field.all.map { (label: $0.key, value: Self.definition(of: $0)) },
      displayStyle: .struct)
  }

  private static func definition(of field: Field) -> Any {
    let name = NameSpecification.customLong(field.flag)
    let help = ArgumentHelp("\(field.help)", valueName: field.placeholder)
    let completion: CompletionKind? =
      if !field.words.isEmpty { .list(field.words) } else if !field.fileEndings.isEmpty {
        .file(extensions: field.fileEndings)
      } else { nil }
    if field.placeholder == nil { return Flag(wrappedValue: false, name: name, help: help) }
    if field.isRepeatable {
      return Option<[String]>(wrappedValue: [], name: name, help: help, completion: completion)
    }
    return Option<String?>(name: name, help: help, completion: completion)
  }
}

extension ArgumentHelp {
  /// - Parameters:
  ///   - sentence: what the option does.
  ///   - value: placeholder of its value.
  static func of(_ sentence: String, _ value: String) -> ArgumentHelp {
    ArgumentHelp(sentence, valueName: value)
  }
}
