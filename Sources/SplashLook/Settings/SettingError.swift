/// A setting that cannot be used: which one, why, and what to do about it.
///
/// Settings go by the names of their properties, which are their keys in JSON too. The text is one
/// line.
public struct SettingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where it is, from the property of `SplashSettings` inwards: `["hues", "[2]", "width"]`. Empty
  /// for the settings as a whole.
  public private(set) var path: [String]
  /// What was given; nil where there is nothing to show.
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

  /// The same for people who know the settings by other names.
  public func text(naming names: SettingNames) -> String {
    var text = names.name(of: path)
    if let given { text += given.isEmpty ? " ''" : " \(shown(given, limit: 200))" }
    text += ": \(shown(cause, limit: 400))"
    if let remedy { text += "; \(remedy)" }
    return (names == .flags ? OptionNames.flags : .keys).spelled(text)
  }

  /// The same trouble, seen from one level further out.
  func inside(_ name: String) -> SettingError {
    var error = self
    error.path.insert(name, at: 0)
    return error
  }

  /// The same trouble with a part of a value that was given as one word.
  func inside(word: String) -> SettingError {
    var error = self
    let part = path + (given.map { [$0] } ?? [])
    error.path = []
    error.given = path.isEmpty ? word : "\(word): \(part.joined(separator: " "))"
    return error
  }
}

/// As much of a text as a line has room for, without characters that change what a terminal shows.
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

/// What settings are called.
public enum SettingNames: Sendable {
  /// By their properties, which are their keys in JSON: `gateSoftness`, `hues[2].width`.
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

/// Adds a name to the path of whatever setting the body finds fault with.
func inside<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as SettingError {
    throw error.inside(name)
  }
}

/// Shows the word that the body was given in whatever it finds fault with.
func inside<Result>(word: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as SettingError {
    throw error.inside(word: word)
  }
}
