import ArgumentParser
import SplashFFmpeg
import SplashFilter

/// The pages of `splash --help` and `splash help WORD`.
enum HelpPage {
  /// Width of a page, and of its column of labels, in characters.
  static let (width, indent) = (80, 26)

  /// The help page that the arguments ask for; nil where they ask for none, or for a subcommand's,
  /// which the parser prints.
  ///
  /// - Throws: `SplashError` of kind usage for a word that the help does not contain.
  static func asked(by arguments: [String]) throws -> String? {
    let words = Array(arguments.prefix { $0 != "--" })
    if words.first == "help" {
      let topic = words.dropFirst().filter { !["-h", "--help", "--help-all"].contains($0) }
      if topic.isEmpty || topic == ["run"] { return words.contains("--help-all") ? full : short }
      let isPage = topic == ["recipes"] || subcommand(topic[0]) == nil
      return isPage ? try page(of: topic.joined(separator: " ")) : nil
    }
    if words.contains("--help-all") {
      return words.first.flatMap(subcommand).map { Main.helpMessage(for: $0) } ?? full
    }
    let isAsked = words.contains("--help") || words.contains("-h")
    return isAsked && words.first.flatMap(subcommand) == nil ? short : nil
  }

  /// The subcommand of a name, except for the default one.
  private static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
    Main.configuration.subcommands.first { $0._commandName == name && $0 != RunCommand.self }
  }

  private static var full: String { Main.helpMessage(for: RunCommand.self) }

  /// The most needed options, on two screens.
  static var short: String {
    let commands = Greeting.commands.map { "  \($0.padded(to: 41))# \($1)" }
    let tasks = [
      ("WHAT IS SELECTED", ["hue", "exclude", "whole", "keep", "within"]),
      ("HOW IT LOOKS", ["rest", "kept", "use", "feather"]),
      ("WHICH PART", ["start", "end", "crop", "scale"]),
      ("WHERE IT GOES", ["output", "overwrite", "crf", "no-audio"]),
    ]
    let options = tasks.map { title, flags in
      "\(title):\n" + flags.compactMap { OptionHelp.named($0)?.brief }.joined(separator: "\n")
    }
    let topics =
      HelpTopic.all.map { ($0.name, $0.title) } + [
        ("all", "all options, as --help-all"), ("recipes", "goals, and what to type for each"),
        ("WORD", "finds a word in options, looks, colors and recipes"),
      ]
    return [
      Greeting.sentence,
      "USAGE: " + RunCommand.usage.replacing("\n", with: "\n       "),
      commands.joined(separator: "\n"), options.joined(separator: "\n\n"),
      "splash help TOPIC:\n"
        + topics.map { "  " + $0.0.padded(to: 10) + $0.1 }.joined(separator: "\n"),
      RunCommand.endings.map(wrapped).joined(separator: "\n"),
    ].joined(separator: "\n\n")
  }

  /// - Parameter word: the name of a topic, or a word to search for.
  private static func page(of word: String) throws -> String {
    if word == "all" { return full }
    if word == "recipes" { return Recipe.text }
    if let topic = HelpTopic.named(word) { return topic.text }
    // What is an option and means more, such as size.
    if HelpTopic.all.contains(where: { $0.words.contains(word) }) { return HelpSearch(word).text }
    let flag = word.hasPrefix("--") ? String(word.dropFirst(2)) : word
    if let option = OptionHelp.named(SettingField.flagged(flag)?.flag ?? flag) {
      let topics = HelpTopic.all.filter { $0.options.contains { $0.flag == option.flag } }
      let topic = topics.first { $0.table?.flag == option.flag } ?? topics.first
      let kin = OptionHelp.all.filter { $0.flag?.hasPrefix(flag + "-") == true }
      return ([option] + kin).map { $0.lines() }.joined(separator: "\n")
        + (topic.map { "\n\nsplash help \($0.name) has more of its kind." } ?? "")
    }
    let found = HelpSearch(word).text
    guard found.isEmpty else { return found }
    let near = nearestFlag(to: word, among: HelpSearch.words)
    throw SplashError(
      .usage, "no topic '\(word)'",
      cause: near.map { "did you mean \($0)?" },
      remedy: near == nil
        ? "topics are \((HelpTopic.all.map(\.name) + ["all", "recipes"]).joined(separator: ", "))"
        : nil)
  }

  /// A label and its text, in two columns.
  static func row(_ label: String, _ text: String) -> String {
    let lines = wrapped(text, to: width - indent).split(separator: "\n").map(String.init)
    let margin = String(repeating: " ", count: indent)
    let head = "  " + label
    if head.count < indent, let first = lines.first {
      return ([head.padded(to: indent) + first] + lines.dropFirst().map { margin + $0 })
        .joined(separator: "\n")
    }
    return ([head] + lines.map { margin + $0 }).joined(separator: "\n")
  }

  /// Words in as many columns as fit, ordered by column.
  static func columns(_ words: [String]) -> [String] {
    let column = (words.map(\.count).max() ?? 0) + 2
    let count = max(1, (width - 2) / column)
    let rows = (words.count + count - 1) / count
    return (0..<rows).map { row in
      let line = stride(from: row, to: words.count, by: rows).map { words[$0].padded(to: column) }
      return ("  " + line.joined()).replacing(/\x20+$/, with: "")
    }
  }

  static func wrapped(_ text: String) -> String { wrapped(text, to: width) }

  private static func wrapped(_ text: String, to width: Int) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = String(word)
      } else if lines[lines.count - 1].count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
