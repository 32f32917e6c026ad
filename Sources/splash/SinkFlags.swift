import ArgumentParser
import Glibc
import SplashCore
import SplashFFmpeg

/// Where the result goes, and how it is encoded.
struct SinkFlags: ParsableArguments {
  @Option(
    name: [.short, .customLong("output")],
    help: .of(
      "A file, a folder/ or out/{name}-red.{ext} for several inputs, - for standard output, a virtual camera /dev/videoN or pipewire[:NAME], or null; may be repeated, each with its own :show=, :rest=, :kept=, :crf= and so on behind its name. (default: -, unless that is a terminal)",
      "OUTPUT"))
  var outputs: [String] = []

  @Flag(name: [.customShort("y"), .long], help: "Replace existing files.")
  var overwrite = false

  @Option(
    help: .of(
      "Container of standard output, or of files whose name does not say: y4m, nut, matroska, rawvideo, … (default for -: y4m)",
      "NAME"))
  var format: String?

  @Option(
    help: .of("Encoder or codec. (default: H.264; VP9 for .webm; raw for .y4m and .nut)", "NAME")
  )
  var codec: String?

  @Option(
    help: .of(
      "Constant quality, lower is better. (default: 20 for H.264 and H.265, 31 for VP9)", "N"))
  var crf: Double?

  @Option(
    help: .of("Quality of a photo, 1 to 100. (default: of a JPEG made of a JPEG, that one's)", "N"))
  var quality: Int?

  @Option(help: .of("The encoder's preset. (default: veryfast)", "NAME")) var preset: String?

  @Option(help: .of("Bits a second, such as 4M, in place of --crf.", "RATE")) var bitrate: String?

  @Option(help: .of("An option of the encoder by its own name; may be repeated.", "K=V"))
  var encoderOption: [String] = []

  @Option(help: .of("Pixel format to encode, such as yuv420p. (default: the input's)", "NAME"))
  var pixelFormat: String?

  @Flag(help: "Leave out streams that the container cannot carry.")
  var skipUnsupported = false

  /// The outputs that were given.
  func named() throws -> [NamedOutput] { try outputs.map { try NamedOutput($0) } }

  /// The outputs, with the default for a pipe.
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

  /// How an output is encoded: what stands behind its name has the last word.
  func options(for output: NamedOutput) throws -> OutputOptions {
    var flags = self
    for (key, value) in output.options { try flags.take(key, value, for: output) }
    let names = try named().map(\.name)
    if output.name != "-", names.contains("-"),
      !output.options.contains(where: { $0.key == .format })
    {
      flags.format = nil
    }
    return try flags.options(to: output.name)
  }

  private mutating func take(
    _ key: NamedOutput.Key, _ value: String, for output: NamedOutput
  ) throws {
    func number<Number: LosslessStringConvertible>(_ text: String) throws -> Number {
      guard let number = Number(text) else {
        throw SplashError(
          .usage, "-o \(output.text): \(key.rawValue)=\(text)", cause: "not a number")
      }
      return number
    }
    switch key {
    case .codec: codec = value
    case .crf: (crf, bitrate) = (try number(value), nil)
    case .bitrate: (crf, bitrate) = (nil, value)
    case .quality: quality = try number(value)
    case .preset: preset = value
    case .pixelFormat: pixelFormat = value
    case .format: format = value
    case .show, .rest, .kept, .defringe: break
    }
  }

  private func options(to output: String) throws -> OutputOptions {
    if output.isEmpty { throw SplashError(.usage, "-o ''", cause: "the name is empty") }
    var options = OutputOptions()
    options.overwrite = overwrite
    if codec == "copy" {
      throw SplashError(
        .usage, "--codec copy", cause: "pictures that are changed have to be encoded",
        remedy: "leave it out; sound is copied anyway")
    }
    options.codec = codec
    if let crf, !(0...63).contains(crf) {
      throw SplashError(.usage, "--crf \(crf.brief)", cause: "out of range", remedy: "give 0 to 63")
    }
    if crf != nil, bitrate != nil {
      throw SplashError(
        .usage, "--crf and --bitrate", cause: "they exclude each other",
        remedy: "give --crf for constant quality, or --bitrate for a size")
    }
    options.crf = crf
    if let quality, !(1...100).contains(quality) {
      throw SplashError(
        .usage, "--quality \(quality)", cause: "out of range", remedy: "give 1 to 100")
    }
    options.quality = quality
    if let preset, Preset.shipped.contains(where: { $0.name == preset }) {
      throw SplashError(
        .usage, "--preset \(preset)", cause: "it is a look, and no preset of an encoder",
        remedy: "write --use \(preset)")
    }
    options.preset = preset
    if let bitrate, bitrate.wholeMatch(of: /\d+(\.\d+)?[kKMG]?/) == nil {
      throw SplashError(
        .usage, "--bitrate \(bitrate)", cause: "not a rate", remedy: "write it like 4M or 800k")
    }
    options.bitrate = bitrate
    options.pixelFormat = pixelFormat
    options.skipUnsupported = skipUnsupported
    options.encoderOptions = try encoderOption.map { text in
      guard let equals = text.firstIndex(of: "=") else {
        throw SplashError(
          .usage, "--encoder-option \(text)", cause: "no value", remedy: "write NAME=VALUE")
      }
      return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
    options.format = format
    return options
  }

  /// The words that say the same, each flag and each value one element.
  var words: [String] {
    var words = outputs.flatMap { ["-o", $0] }
    if overwrite { words.append("-y") }
    let values: [(String, String?)] = [
      ("--format", format), ("--codec", codec), ("--crf", crf?.brief),
      ("--quality", quality?.description), ("--preset", preset), ("--bitrate", bitrate),
      ("--pixel-format", pixelFormat),
    ]
    for case (let flag, let value?) in values { words += [flag, value] }
    words += encoderOption.flatMap { ["--encoder-option", $0] }
    if skipUnsupported { words.append("--skip-unsupported") }
    return words
  }
}
