/// An error about an invalid setting: which one, why, and what to do.
///
/// Settings are named by their properties, which are also their keys in JSON. The text is one line.
public struct SettingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Its place, from the property of `SplashSettings` inwards: `["hues", "[2]", "width"]`. Empty if
  /// the settings as a whole are invalid.
  public private(set) var path: [String]
  /// The invalid value; nil if there is nothing to show.
  public private(set) var given: String?
  public let cause: String
  public let remedy: String?

  init(_ path: String..., given: String? = nil, cause: String, remedy: String? = nil) {
    self.path = path
    self.given = given
    self.cause = cause
    self.remedy = remedy
  }

  public var description: String { text(naming: .keys) }

  /// The text with other names of settings.
  public func text(naming names: SettingNames) -> String {
    var text = names.name(of: path)
    if let given { text += given.isEmpty ? " ''" : " \(shown(given, limit: 200))" }
    text += ": \(shown(cause, limit: 400))"
    if let remedy { text += "; \(remedy)" }
    return (names == .flags ? OptionNames.flags : .keys).spelled(text)
  }

  /// The same error with an outer name added to the path.
  func inside(_ name: String) -> SettingError {
    var error = self
    error.path.insert(name, at: 0)
    return error
  }

  /// The same error for a value that was given as part of one word.
  func inside(word: String) -> SettingError {
    var error = self
    let part = path + (given.map { [$0] } ?? [])
    error.path = []
    error.given = path.isEmpty ? word : "\(word): \(part.joined(separator: " "))"
    return error
  }
}

/// The beginning of a text, without characters that could change what a terminal shows.
private func shown(_ text: String, limit: Int) -> String {
  let scalars = text.unicodeScalars
  let start = scalars.prefix(limit).map {
    switch $0.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: Unicode.Scalar(0xFFFD)!
    default: $0
    }
  }
  return String(String.UnicodeScalarView(start)) + (start.endIndex < scalars.count ? "…" : "")
}

/// How messages name settings.
public enum SettingNames: Sendable {
  /// By properties, which are their keys in JSON: `gateSoftness`, `hues[2].width`.
  case keys
  /// By the flags of the command: `--gate-softness`.
  case flags

  func name(of path: [String]) -> String {
    switch self {
    case .keys:
      path.isEmpty
        ? "settings"
        : path.dropFirst().reduce(path[0]) { $0 + ($1.hasPrefix("[") ? $1 : ".\($1)") }
    case .flags:
      if let key = path.first, let field = SettingField.all.first(where: { $0.key == key }) {
        (["--\(field.flag)"] + path.dropFirst()).joined(separator: " ")
      } else {
        "settings"
      }
    }
  }

  func name(of setting: PartialKeyPath<SplashSettings>) -> String {
    guard let field = SettingField.all.first(where: { $0.path == setting }) else {
      preconditionFailure("\(setting) is not in the table of settings")
    }
    return name(of: [field.key])
  }
}

/// Adds a name to the path of setting errors that the body throws.
func inside<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as SettingError {
    throw error.inside(name)
  }
}

/// Adds the whole word to setting errors that the body throws.
func inside<Result>(word: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as SettingError {
    throw error.inside(word: word)
  }
}
