import ArgumentParser
import Foundation
import SplashFilter

/// Lists the named colors, or the words that people use for a color.
struct ColorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "colors",
    abstract: "List the colors that --hue knows by name, with about the numbers of each.",
    discussion: """
      splash colors
      splash colors '#b85a3a'
      """)

  @Argument(
    help: .of(
      "List what people call it instead, with the share of them: '#rrggbb' or a name.", "color"))
  var color: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    if let color { return try printWords(for: color) }
    guard json else {
      let hasColors = isatty(STDOUT_FILENO) != 0
      for color in ColorName.all { try printOutput(line(color, isSwatched: hasColors)) }
      return
    }
    try printJSON(ColorName.all.map(Entry.init))
  }

  /// Prints words for a color: those that at least 1 of 100 people use, the most frequent first.
  private func printWords(for text: String) throws {
    let words = try RGB(word: text).words
    if json { return try printJSON(words) }
    for (index, word) in words.enumerated() {
      let name = word.name.padding(toLength: 16, withPad: " ", startingAt: 0)
      let unit = index == 0 ? " of people call it that" : ""
      try printOutput(name + String(format: "%.2f", word.share) + unit)
    }
  }

  private func printJSON(_ entries: some Encodable) throws {
    try printOutput(String(decoding: JSONEncoder.pretty.encode(entries), as: UTF8.self))
  }

  /// A line with the color's example, its name, and its ranges as `--hue` takes them.
  private func line(_ color: ColorName, isSwatched: Bool) -> String {
    let hues = color.ranges.map(\.text).joined(separator: "  ")
    let line = color.name.padding(toLength: 12, withPad: " ", startingAt: 0) + hues
    guard isSwatched else { return line }
    let codes = [color.color.red, color.color.green, color.color.blue]
      .map { "\(Int(($0 * 255).rounded()))" }.joined(separator: ";")
    return "\u{1B}[48;2;\(codes)m    \u{1B}[0m  " + line
  }

  private struct Entry: Encodable {
    let name: String
    /// An example of the color, as `#rrggbb`.
    let example: String
    /// Its ranges as `--hue` takes them.
    let hues: [String]

    init(_ color: ColorName) {
      name = color.name
      example = color.color.hex
      hues = color.ranges.map(\.text)
    }
  }
}
