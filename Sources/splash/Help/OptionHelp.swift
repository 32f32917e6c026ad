import ArgumentParser
import Foundation
import SplashFilter

/// An option of a run, taken from the parser's own help.
struct OptionHelp {
  /// The heading above it in that help, in capitals.
  let section: String
  /// `-o, --output <OUTPUT>`.
  let label: String
  let text: String

  /// The long name without dashes; nil for entries without one, such as the input.
  var flag: String? {
    label.firstMatch(of: /--([a-z][a-z-]*)/).map { String($0.1) }
  }

  /// All options, in the order of the help.
  static let all: [OptionHelp] = {
    // Wide enough that each text stays on one line.
    let lines = Main.helpMessage(for: RunCommand.self, columns: 1 << 20)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let indent = String(repeating: " ", count: HelpPage.indent)
    var (section, all): (String, [OptionHelp]) = ("", [])
    for (index, line) in lines.enumerated() {
      if let title = line.wholeMatch(of: /([A-Z][A-Z ]+):/)?.1 { section = String(title) }
      guard !section.isEmpty, ["  -", "  <"].contains(line.prefix(3)) else { continue }
      // A label that is too long for its column has a line of its own.
      let isAlone = index + 1 < lines.count && lines[index + 1].hasPrefix(indent)
      let label = isAlone ? line : line.prefix(HelpPage.indent)
      let text = isAlone ? lines[index + 1] : line.dropFirst(HelpPage.indent)
      all.append(
        OptionHelp(
          section: section, label: label.trimmingCharacters(in: .whitespaces),
          text: text.trimmingCharacters(in: .whitespaces)))
    }
    return all
  }()

  static func named(_ flag: String) -> OptionHelp? { all.first { $0.flag == flag } }

  /// The option's lines, without its values where the page has a table of them.
  func lines(tableOf flag: String? = nil) -> String {
    guard let flag, flag == self.flag, let field = SettingField.flagged(flag) else {
      return HelpPage.row(label, text)
    }
    return HelpPage.row(label, text.replacing(field.values, with: "see the table below"))
  }

  /// The first clause of its text.
  var brief: String {
    let ends = [": ", "; ", ". ", " ("].compactMap { text.firstRange(of: $0)?.lowerBound }
    var words = String(text[..<(ends.min() ?? text.endIndex)])
    let room = 2 * (HelpPage.width - HelpPage.indent)
    if words.count > room, let comma = words.prefix(room).lastIndex(of: ",") {
      words = String(words[..<comma])
    }
    if words.hasSuffix(".") { words.removeLast() }
    let isLong = label.count + 2 >= HelpPage.indent
    return HelpPage.row(
      isLong ? label.replacing(/<([A-Z]+)[^>]*>/) { "<\($0.1)>" } : label, words)
  }
}
