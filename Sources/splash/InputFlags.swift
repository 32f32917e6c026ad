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

  @Option(help: .of("Format of the input, if it cannot be detected.", "NAME"))
  var inputFormat: String?

  @Option(help: .of("Override the input's matrix tag.", "MATRIX")) var matrix: ColorMatrix?

  @Option(help: .of("Override the input's range tag.", "RANGE")) var range: ColorRange?

  @Option(
    help: .of(
      "Colors of EXR, Radiance HDR and PFM, read and written: linear light as rec709 or acescg, or display for values as they are shown. (default: rec709)",
      "COLORS"))
  var exrColors: LinearColors?

  @Option(
    help: .of(
      "Protocols that the input may open as well, such as file,http,tcp. (default: none)",
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
    options.linearColors = exrColors ?? .rec709
    return options
  }
}

extension ColorMatrix: ExpressibleByArgument {}
extension ColorRange: ExpressibleByArgument {}
extension LinearColors: ExpressibleByArgument {}
