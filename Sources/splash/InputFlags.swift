import ArgumentParser
import SplashCore
import SplashFFmpeg

/// An input, and what to believe about it.
struct InputFlags: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A file or address, - for standard input, a camera /dev/videoN, or test: for a moving pattern.",
      valueName: "input"))
  var input: String

  @Option(help: ArgumentHelp("Format of the input, where it cannot be guessed.", valueName: "NAME"))
  var inputFormat: String?

  @Option(help: ArgumentHelp("bt601, bt709 or bt2020, over the input's tags.", valueName: "MATRIX"))
  var matrix: String?

  @Option(help: ArgumentHelp("limited or full, over the input's tags.", valueName: "RANGE"))
  var range: String?

  @Option(
    help: ArgumentHelp(
      "Protocols the input may open beyond what was named, such as file,http,tcp. (default: none)",
      valueName: "LIST"))
  var allowProtocols: String?

  func options() throws -> InputOptions {
    var options = InputOptions()
    options.format = inputFormat
    options.allowedProtocols = allowProtocols
    options.matrix = try choice(matrix, "--matrix")
    options.range = try choice(range, "--range")
    return options
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String?, _ flag: String
  ) throws -> Choice? {
    guard let text else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw SplashError(.usage, "\(flag) \(text)", cause: "unknown", remedy: "use \(known)")
    }
    return choice
  }
}
