public import ArgumentParser
public import SplashCore
import SplashFFmpeg

/// An input, and flags that override its tags.
struct InputFlags: ParsableArguments {
  @Argument(
    help: .of(
      "A file or address, - for standard input, a camera /dev/videoN or pipewire:NAME, pipewire:screen, or test: for a moving pattern.",
      "input"))
  var input: String

  @Option(help: .of("Format of the input, where it cannot be guessed.", "NAME"))
  var inputFormat: String?

  @Option(help: .of("The input's matrix, over its tags.", "MATRIX")) var matrix: ColorMatrix?

  @Option(help: .of("The input's range, over its tags.", "RANGE")) var range: ColorRange?

  @Option(
    help: .of(
      "Protocols the input may open beyond what was named, such as file,http,tcp. (default: none)",
      "LIST"))
  var allowProtocols: String?

  @Flag(help: "Take no defaults from ~/.config/splash/config.json.")
  var noConfig = false

  /// Whether there is a config file, and it is used.
  var hasDefaults: Bool { !noConfig && Defaults.path.fileKind != nil }

  func options() throws -> InputOptions {
    var options = InputOptions()
    options.format = inputFormat
    options.allowedProtocols = allowProtocols
    options.matrix = matrix
    options.range = range
    return options
  }
}

extension ColorMatrix: ExpressibleByArgument {}
extension ColorRange: ExpressibleByArgument {}
