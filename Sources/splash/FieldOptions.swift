import ArgumentParser
import SplashFilter

/// A flag for every setting of the table, `SettingField.all`.
///
/// The parser finds a group's flags by looking at its properties in a mirror; this group shows it
/// the table instead. So help, `--flag=value`, suggestions for typos and completions are the
/// parser's own.
struct FieldOptions: ParsableArguments, CustomReflectable {
  /// What was given, with the words in the order in which they came; an empty one for a flag
  /// alone.
  private(set) var given: [(field: SettingField, words: [String])] = []

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for field in SettingField.all {
      let key = Key(stringValue: field.key)
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

  var customMirror: Mirror {
    Mirror(
      self, children: SettingField.all.map { (label: $0.key, value: Self.definition(of: $0)) },
      displayStyle: .struct)
  }

  private static func definition(of field: SettingField) -> Any {
    let name = NameSpecification.customLong(field.flag)
    let help = ArgumentHelp("\(field.help)", valueName: field.placeholder)
    let completion = field.words.isEmpty ? nil : CompletionKind.list(field.words)
    if field.placeholder == nil { return Flag(wrappedValue: false, name: name, help: help) }
    if field.isRepeatable {
      return Option<[String]>(wrappedValue: [], name: name, help: help, completion: completion)
    }
    return Option<String?>(name: name, help: help, completion: completion)
  }
}
