internal import Synchronization

/// How errors name options: by their keys, such as `maxPixels`, or as the command's flags,
/// `--max-pixels`.
///
/// The default is keys, since a program that uses the library has no flags. The command switches to
/// flags when it starts.
package enum OptionNames: Sendable {
  case keys, flags

  private static let names = Mutex(OptionNames.keys)

  /// How errors of this process name options from now on.
  package static var current: OptionNames {
    get { names.withLock { $0 } }
    set { names.withLock { $0 = newValue } }
  }

  private static let marks: (Character, Character) = ("\u{E000}", "\u{E001}")

  static func marked(_ key: String) -> String { "\(marks.0)\(key)\(marks.1)" }

  /// A text with its marked options named in this way.
  package func spelled(_ text: String) -> String {
    guard text.contains(Self.marks.0) else { return text }
    var result = ""
    var key: String?
    for character in text {
      switch character {
      case Self.marks.0: key = ""
      case Self.marks.1:
        result += name(of: key ?? "")
        key = nil
      default: if key == nil { result.append(character) } else { key?.append(character) }
      }
    }
    return result + (key ?? "")
  }

  private func name(of key: String) -> String {
    guard self == .flags else { return key }
    return "--" + key.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}

extension DefaultStringInterpolation {
  /// Adds the name of an option to an error's text by its key, which is the flag in camel case.
  package mutating func appendInterpolation(option key: String) {
    appendLiteral(OptionNames.marked(key))
  }
}
