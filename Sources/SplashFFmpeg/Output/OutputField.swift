/// Description of an option of an output, from which flags, the words after an output's name,
/// checks and help are made.
///
/// `overwrite` is not among them, since it also holds for reports and settings.
package struct OutputField: Sendable {
  /// Name of the property of `OutputOptions`.
  package let key: String
  /// Name on the command line, without dashes, and word behind an output's name.
  package let flag: String
  /// The placeholder of the value in the help; nil for a flag without value.
  package let placeholder: String?
  /// A sentence on what it does, with the default.
  package let help: String
  /// True where the flag may be given several times.
  package let isRepeatable: Bool
  private let take: @Sendable (String, inout OutputOptions) throws(SplashError) -> Void

  private init(
    _ key: String, flag: String? = nil, _ placeholder: String?, _ help: String,
    isRepeatable: Bool = false,
    take: @escaping @Sendable (String, inout OutputOptions) throws(SplashError) -> Void
  ) {
    self.key = key
    self.flag = flag ?? key
    self.placeholder = placeholder
    self.help = help
    self.isRepeatable = isRepeatable
    self.take = take
  }

  /// Sets the option from the words after its flag, one for each time it was given; the word is
  /// empty for a flag without value.
  ///
  /// - Throws: `SplashError` of kind usage for a word that cannot be read or used.
  package func read(_ words: [String], into options: inout OutputOptions) throws(SplashError) {
    for word in words { try take(word, &options) }
  }

  /// All options, in the order of the help.
  package static let all: [OutputField] = [
    OutputField(
      "format", "NAME",
      "Container of standard output, or of files without an extension: y4m, nut, matroska, rawvideo, … (default for -: y4m)"
    ) { $1.format = $0 },
    OutputField(
      "codec", "NAME",
      "Encoder or codec. (default: H.264, in .mp4, .mov, .mkv and .ts H.265 above 8 bits; VP9 for .webm; raw for .y4m and .nut; else the container's)",
      take: takeCodec),
    OutputField(
      "crf", "N",
      "Constant quality, lower is better. (default: 20 for H.264 and H.265, 31 for VP9; a quantizer of 3 for MPEG-1, 2 and 4; else the encoder's)",
      take: takeCRF),
    OutputField(
      "quality", "N",
      "Quality of a photo, 1 to 100. (default: of a JPEG made of a JPEG, that one's)",
      take: takeQuality),
    OutputField(
      "preset", "NAME",
      "The encoder's preset. (default: veryfast for H.264 and H.265, ultrafast for HEIC; else the encoder's)"
    ) { $1.preset = $0 },
    OutputField(
      "bitrate", "RATE", "Bits a second, such as 4M, in place of --crf.", take: takeBitrate),
    OutputField(
      "maxSize", flag: "max-size", "SIZE",
      "Largest size of the file: 8M, or 8Mi by powers of 1024. The clip is encoded several times, with less quality, then smaller, until it fits.",
      take: takeMaxSize),
    OutputField(
      "encoderOption", flag: "encoder-option", "K=V",
      "An encoder option by its FFmpeg name; may be repeated.", isRepeatable: true,
      take: takeEncoderOption),
    OutputField(
      "pixelFormat", flag: "pixel-format", "NAME",
      "Pixel format to encode, such as yuv420p. (default: the input's, or the nearest that the encoder takes; yuv420p for H.264 and H.265 made of photos and, but in .mkv, of R'G'B')"
    ) { $1.pixelFormat = $0 },
    OutputField(
      "loop", "N",
      "How often an animated GIF, APNG, WebP or AVIF is played, 0 for ever. (default: as often as the input)",
      take: takeLoop),
    OutputField(
      "skipUnsupported", flag: "skip-unsupported", nil,
      "Leave out streams that the container cannot hold."
    ) { $1.skipUnsupported = $0.isEmpty },
  ]

  /// The error for a word that cannot be used.
  private static func refusal(
    of word: String, for key: String, _ cause: String, remedy: String
  ) -> SplashError {
    SplashError(.usage, "\(option: key) \(word)", cause: cause, remedy: remedy)
  }

  /// A number within a range; `nan` is refused.
  private static func number(
    _ word: String, in range: ClosedRange<Double>, _ key: String
  ) throws(SplashError) -> Double {
    let remedy = "give \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    guard let number = Double(word) else {
      throw refusal(of: word, for: key, "not a number", remedy: remedy)
    }
    guard range.contains(number) else {
      throw refusal(of: word, for: key, "out of range", remedy: remedy)
    }
    return number
  }

  private static func takeCRF(
    _ word: String, _ options: inout OutputOptions
  ) throws(SplashError) {
    options.crf = try number(word, in: OutputOptions.crfRange, "crf")
    options.bitrate = nil
  }

  private static func wholeNumber(
    _ word: String, in range: ClosedRange<Double>, _ key: String
  ) throws(SplashError) -> Int {
    guard let whole = Int(exactly: try number(word, in: range, key)) else {
      throw refusal(
        of: word, for: key, "not a whole number",
        remedy: "give \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return whole
  }

  private static func takeQuality(
    _ word: String, _ options: inout OutputOptions
  ) throws(SplashError) {
    let range = OutputOptions.qualityRange
    let limits = Double(range.lowerBound)...Double(range.upperBound)
    options.quality = try wholeNumber(word, in: limits, "quality")
  }

  private static func takeLoop(
    _ word: String, _ options: inout OutputOptions
  ) throws(SplashError) {
    options.loop = try wholeNumber(word, in: OutputOptions.loopRange, "loop")
  }

  private static func takeCodec(
    _ word: String, _ options: inout OutputOptions
  ) throws(SplashError) {
    guard word != "copy" else {
      throw refusal(
        of: word, for: "codec", "frames that are changed have to be encoded",
        remedy: "leave it out; sound is copied anyway")
    }
    options.codec = word
  }

  private static func takeBitrate(
    _ word: String, _ options: inout OutputOptions
  ) throws(SplashError) {
    guard word.wholeMatch(of: /\d+(\.\d+)?[kKMG]?/) != nil else {
      throw refusal(of: word, for: "bitrate", "not a rate", remedy: "write it like 4M or 800k")
    }
    (options.crf, options.bitrate) = (nil, word)
  }

  private static func takeMaxSize(
    _ word: String, _ options: inout OutputOptions
  ) throws(SplashError) {
    guard let bytes = ByteCount.read(word) else {
      throw refusal(
        of: word, for: "maxSize", "not a size",
        remedy: "write bytes, 800k or 8M, or 8Mi for powers of 1024")
    }
    options.maxSize = bytes
  }

  private static func takeEncoderOption(
    _ word: String, _ options: inout OutputOptions
  ) throws(SplashError) {
    guard let equals = word.firstIndex(of: "=") else {
      throw refusal(of: word, for: "encoderOption", "no value", remedy: "write NAME=VALUE")
    }
    let value = word[word.index(after: equals)...]
    options.encoderOptions.append((key: String(word[..<equals]), value: String(value)))
  }
}
