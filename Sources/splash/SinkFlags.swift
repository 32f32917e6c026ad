import ArgumentParser
import Glibc
import SplashFFmpeg

/// The outputs, and their encoding.
struct SinkFlags: ParsableArguments {
  @Option(
    name: [.short, .customLong("output")],
    help: .of(
      "A file, a folder/ or out/{name}-red.{ext} for several inputs, - for standard output, a virtual camera /dev/videoN or pipewire[:NAME], or null; may be repeated, each with its own :show=, :rest=, :kept=, :crf= and so on behind its name. (default: -, unless that is a terminal)",
      "OUTPUT"))
  var outputs: [String] = []

  @Flag(name: [.customShort("y"), .long], help: "Overwrite existing files.")
  var overwrite = false

  @OptionGroup var encoding: FieldOptions<OutputField>

  /// The outputs that the user gave.
  func named() throws -> [NamedOutput] { try outputs.map { try NamedOutput($0) } }

  /// The outputs; by default standard output where it is a pipe.
  func resolvedOutputs() throws -> [NamedOutput] {
    let named = try named()
    if !named.isEmpty {
      guard named.count(where: { $0.name == "-" }) <= 1 else {
        throw SplashError(.usage, "-o -", cause: "standard output can be used only once")
      }
      return named
    }
    guard isatty(STDOUT_FILENO) == 0 else {
      throw SplashError(
        .usage, "no output given",
        remedy: "write -o red.mp4 for a file, or pipe it: splash … -o - | ffplay -")
    }
    return [try NamedOutput("-")]
  }

  /// Encoding options of an output; those after its name override the flags.
  func options(for output: NamedOutput) throws -> OutputOptions {
    if output.name.isEmpty { throw SplashError(.usage, "-o ''", cause: "the name is empty") }
    let flags = Set(encoding.given.map(\.field.key))
    if flags.isSuperset(of: ["crf", "bitrate"]) {
      throw SplashError(
        .usage, "--crf and --bitrate", cause: "they exclude each other",
        remedy: "give --crf for constant quality, or --bitrate for a size")
    }
    // Where standard output is among the outputs, `--format` is for it alone.
    let isForOthers = try output.name != "-" && named().contains { $0.name == "-" }
    var options = OutputOptions()
    options.overwrite = overwrite
    for (field, words) in encoding.given where !(isForOthers && field.key == "format") {
      try field.read(words, into: &options)
    }
    try output.read(into: &options)
    if let preset = options.preset, Preset.shipped.contains(where: { $0.name == preset }) {
      throw SplashError(
        .usage, "--preset \(preset)", cause: "it is a look, and no preset of an encoder",
        remedy: "write --use \(preset)")
    }
    return options
  }

  /// The value of `--pixel-format`.
  var pixelFormat: String? {
    encoding.given.first { $0.field.key == "pixelFormat" }?.words.last
  }

  /// The command-line words for these flags, each flag and each value one element.
  var words: [String] {
    outputs.flatMap { ["-o", $0] } + (overwrite ? ["-y"] : []) + encoding.words
  }
}
