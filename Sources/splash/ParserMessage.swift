import ArgumentParser
import Foundation
import SplashCore
import SplashFilter

/// The parser's error in the style of splash's own errors: what is wrong, and what to write.
///
/// - Parameter arguments: the arguments that it could not parse.
func plainMessage(_ message: String, about arguments: [String]) -> String {
  let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
  let subcommand = Main.configuration.subcommands.map { $0._commandName }
    .first { $0 == arguments.first && $0 != "run" }
  let help = "see splash \(subcommand.map { $0 + " " } ?? "")--help"
  if line.hasPrefix("Missing expected argument '<input>'") {
    return "no <input> given; "
      + (subcommand == nil ? "write splash clip.mp4 -o red.mp4, or \(help)" : help)
  }
  if let match = line.wholeMatch(of: /Missing expected argument '(\S+) <(.*)>(?: \.\.\.)?'/) {
    return "\(match.1) is missing; write \(match.1) \(match.2)"
  }
  if let match = line.wholeMatch(of: /Missing value for '(\S+) <(.*)>'/) {
    let isColor = ["--hue", "--exclude"].contains(match.1)
    return "\(match.1): no value; "
      + (isColor
        ? "write a color such as red, or '#c81e2d' in quotes: shells take a bare # for a comment"
        : "write \(match.1) \(match.2)")
  }
  if let match = line.wholeMatch(of: /The value '(.*)' is invalid for '(\S+?)(?: <.*>)?'(.*)/) {
    return "\(match.2) \(match.1): \(objection(to: match.1, choices: match.3))"
  }
  if let match = line.wholeMatch(of: /Unknown option '(.*?)'(?:\. Did you mean '(.*)'\?)?/) {
    // The parser's suggestion may be far off.
    let nearest = match.2.flatMap { $0.prefix(3) == match.1.prefix(3).lowercased() ? $0 : nil }
    let earlier = nearestFlag(to: String(match.1.dropFirst(2)), among: []).map { "--\($0)" }
    let flag = nearest.map(String.init) ?? earlier
    return "unknown flag \(match.1); " + (flag.map { "did you mean \($0)?" } ?? help)
  }
  if let match = line.firstMatch(of: /The option '(.*?)' does not take any value, but '(.*?)'/) {
    return "\(match.1): it takes no value; leave \(match.2) out"
  }
  if let match = line.firstMatch(of: /nexpected arguments?:? '(.*?)'/) {
    return "unexpected argument \(match.1); \(help)"
  }
  return "\(line); \(help)"
}

/// - Parameter choices: ". Please provide one of 'a', 'b' or 'c'.", or empty for a number.
private func objection(to value: Substring, choices: Substring) -> String {
  if let list = choices.firstMatch(of: /one of (?:the following: )?(.*?)\.?$/)?.1 {
    let words = list.replacing("'", with: "").replacing(" and ", with: " or ")
    return "unknown; use \(words.replacing("  - ", with: ", "))"
  }
  if Int(value) != nil { return "out of range" }
  return Double(value) == nil ? "not a number" : "not a whole number"
}

extension Double {
  /// The number with as few digits as possible.
  var brief: String { String(format: "%g", self) }
}

/// What people type in the place of a subcommand: an error that names the right command.
enum MeantCommand {
  private static let table = [
    "app": tune, "camera": camera, "editor": tune, "gui": tune, "ui": tune,
    "install": "splash models fetch for AI models, or splash service install for a camera",
    "options": "splash --help-all",
    "version": "splash --version", "web": tune,
    "webcam": camera,
  ]

  private static let tune = "splash tune clip.mp4, a page in the browser"
  private static let camera = "splash devices to list cameras, then splash /dev/video0 -o red.mkv"

  /// - Throws: `SplashError` of kind usage for a first word that is in the table and no file.
  static func refuse(_ words: [String]) throws {
    guard let word = words.first, let command = table[word], word.fileKind == nil else { return }
    throw SplashError(
      .usage, "\(word): neither a file nor a subcommand of splash", remedy: "write \(command)")
  }
}
