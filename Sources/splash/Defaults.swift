import ArgumentParser
import Foundation
import SplashFilter

/// Defaults for flags, from the user's `config.json`: an object with flags as keys, without dashes.
struct Defaults {
  let file: String
  /// Each key with the words of its flag.
  private let flags: [(key: String, words: [String])]

  private enum Value: Decodable {
    case text(String)
    case number(Double)
    case bool(Bool)
    case list([Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = try .list(container.decode([Value].self))
      }
    }
  }

  static var path: String { PresetShelf.userFolder + "/config.json" }

  /// The config files that were read, which no output replaces.
  private static let files = ReadFiles()

  /// - Returns: nil where there is no such file.
  /// - Throws: `SplashError` of kind usage that names the file and the key.
  init?(_ file: String = Defaults.path) throws {
    guard file.fileKind != nil else { return nil }
    self.file = file
    let data = try LookOptions.bytes(of: file, flag: "defaults", like: "an object of flags")
    Self.files.add(named: file)
    guard let object = try? JSONText.decode([String: Value].self, from: data) else {
      throw SplashError(
        .usage, "\(file): not an object of texts, numbers, lists, true and false",
        remedy: #"write {"crf": 18, "rest": "noir"}, or leave it aside with --no-config"#)
    }
    var known: [String: Bool] = [:]
    for command in Self.commands { known.merge(Self.flags(of: command)) { $1 } }
    flags = try object.sorted { $0.key < $1.key }.map { name, value in
      let key = SettingField.flagged(name)?.flag ?? name
      guard let takesValue = known[key], key != "no-config" else {
        let near = nearestFlag(to: name, among: known.keys.sorted())
        throw SplashError(
          .usage, "\(file): '\(key)'", cause: "not a flag of splash",
          remedy: near.map { "did you mean \($0)?" } ?? "write flags without dashes, as rest")
      }
      return (key, try Self.words(for: value, key, takesValue, in: file))
    }
  }

  /// The commands that take defaults.
  private static let commands: [any ParsableCommand.Type] = [
    RunCommand.self, PreviewCommand.self, TuneCommand.self, PickCommand.self,
    SubjectsCommand.self,
  ]

  /// The flags of a command, and whether each takes a value.
  private static func flags(of command: any ParsableCommand.Type) -> [String: Bool] {
    let help = Main.helpMessage(for: command, columns: 80)
    let lines = help.matches(
      of: /^  (?:-\w, )?--([a-z][a-z-]*)( <)?/.anchorsMatchLineEndings())
    let pairs = lines.map { (String($0.1), $0.2 != nil) }
    return Dictionary(pairs) { one, _ in one }.filter {
      !["help", "help-all", "version"].contains($0.key)
    }
  }

  private static func words(
    for value: Value, _ key: String, _ takesValue: Bool, in file: String
  ) throws -> [String] {
    switch value {
    case .bool(let isOn) where !takesValue: return isOn ? ["--\(key)"] : []
    case .text(let text) where takesValue: return ["--\(key)=\(text)"]
    case .number(let number) where takesValue:
      return ["--\(key)=" + (Int(exactly: number).map(String.init) ?? "\(number)")]
    case .list(let values) where takesValue:
      return try values.flatMap { try words(for: $0, key, takesValue, in: file) }
    default:
      throw SplashError(
        .usage, "\(file): '\(key)'", cause: takesValue ? "no text or number" : "no switch",
        remedy: takesValue ? "give what follows --\(key)" : "give true or false")
    }
  }

  /// Flags of which one, when given, overrides the default of the other.
  private static let rivals = [
    ["crf", "bitrate"], ["duration", "end"], ["use", "settings"],
  ]
  private static let short = ["-o": "output", "-y": "overwrite"]

  /// Flags for video encoders, and for lossy photo encoders; other outputs refuse them.
  private static let filmFlags: Set = [
    "codec", "crf", "preset", "bitrate", "encoder-option", "pixel-format",
  ]
  private static let films: Set = ["mp4", "m4v", "mov", "mkv", "webm", "ts", "avi"]
  private static let animations: Set = ["gif", "apng", "webp"]
  private static let photos: Set = ["jpg", "jpeg", "webp", "heic", "heif"]

  /// Whether all named outputs have one of these extensions.
  private static func outputs(of arguments: [String], areAll endings: Set<String>) -> Bool {
    let names = arguments.indices.compactMap { index -> String? in
      let word = arguments[index]
      if ["-o", "--output"].contains(word) { return arguments[(index + 1)...].first }
      return word.hasPrefix("--output=") ? String(word.dropFirst(9)) : nil
    }
    .map { (try? NamedOutput($0))?.name ?? $0 }
    return !names.isEmpty
      && names.allSatisfy { endings.contains($0.split(separator: ".").last?.lowercased() ?? "") }
  }

  private static func command(named word: String?) -> (any ParsableCommand.Type)? {
    Main.configuration.subcommands.first { $0._commandName == word }
  }

  /// Whether these arguments call a command with defaults, and not only its help.
  static func areTaken(by arguments: [String]) -> Bool {
    let command = command(named: arguments.first) ?? RunCommand.self
    return commands.contains { $0 == command }
      && !arguments.contains { ["--no-config", "--help", "-h", "--version"].contains($0) }
  }

  /// The arguments, preceded by those defaults that they do not override.
  ///
  /// - Parameter arguments: in splash's own words, of a command that takes defaults.
  func filled(_ arguments: [String]) -> (words: [String], used: [String]) {
    let named = Self.command(named: arguments.first)
    let own = Self.flags(of: named ?? RunCommand.self)
    let given = Set(
      arguments.prefix { $0 != "--" }.compactMap { word -> String? in
        if let flag = Self.short[word] { return flag }
        return word.hasPrefix("--") ? String(word.dropFirst(2).prefix { $0 != "=" }) : nil
      })
    // A whole look on the command line overrides all look defaults.
    let isLookGiven = !given.isDisjoint(with: ["use", "settings"])
    let look = Set(SettingField.all.map(\.flag) + ["timeline", "from", "until", "fade"])
    let isFilm = Self.outputs(of: arguments, areAll: Self.films)
    let isPhoto = Self.outputs(of: arguments, areAll: Self.photos)
    let isAnimated = Self.outputs(of: arguments, areAll: Self.animations)
    let used = flags.filter { key, words in
      own[key] != nil && !given.contains(key) && !words.isEmpty
        && !Self.rivals.contains { $0.contains(key) && !given.isDisjoint(with: $0) }
        && !(isLookGiven && look.contains(key))
        && (isFilm || !Self.filmFlags.contains(key)) && (isPhoto || key != "quality")
        && (isAnimated || key != "loop")
    }
    let words = used.flatMap(\.words)
    var all = arguments
    all.insert(contentsOf: words, at: named == nil ? 0 : 1)
    return (all, words)
  }

  /// The error text, with the config file's name added where the flag comes from it.
  func explained(_ text: String) -> String {
    let isOurs = flags.contains { key, _ in
      text.hasPrefix("--\(key)") && !(text.dropFirst(key.count + 2).first.map(isPart) ?? false)
    }
    return isOurs ? "\(file): \(text)" : text
  }

  private func isPart(_ letter: Character) -> Bool { letter.isLetter || letter == "-" }
}
