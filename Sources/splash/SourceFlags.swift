import ArgumentParser
import SplashFFmpeg

/// The input, and which part of it to read.
struct SourceFlags: ParsableArguments {
  @OptionGroup var source: InputFlags

  var input: String { source.input }

  @Option(help: .of("Skip this much at the beginning: 90, 1:30 or 90s.", "TIME"))
  var start: String?

  @Flag(help: "Keep time stamps that begin after zero; otherwise they are shifted to zero.")
  var keepStart = false

  @Option(help: .of("Length to read: 90, 1:30 or 90s.", "TIME")) var duration: String?

  @Option(help: .of("Stop at this time of the input: 90, 1:30 or 90s.", "TIME"))
  var end: String?

  @Option(help: .of("Read these pieces, one after another: 0:10..0:20,1:00..1:05.", "FROM..TO,…"))
  var cut: String?

  @Option(help: .of("Read this many frames.", "N")) var frames: Int?

  @OptionGroup var streams: StreamFlags

  @Option(
    help: .of(
      "Refuse larger frames, before they take memory. (default: \(InputOptions().maxPixels))",
      "N"))
  var maxPixels: Int?

  @Option(
    help: .of(
      "Refuse larger photo files, before they take memory: 500M, 2G. (default: \(InputOptions().maxFile >> 30)Gi)",
      "BYTES"))
  var maxFile: String?

  @Option(
    help: .of(
      "Stop if no data or first frame arrives in this time. (default: \(InputOptions().timeout.brief) s)",
      "TIME"))
  var timeout: String?

  @Flag(help: "Play a file at its own speed, like a camera.")
  var realtime = false

  func options() throws -> InputOptions {
    if let frames, frames < 1 {
      throw SplashError(
        .usage, "--frames \(frames)", cause: "out of range", remedy: "give 1 or more")
    }
    guard !input.isEmpty else { throw SplashError(.usage, "<input>", cause: "the name is empty") }
    if let maxPixels, maxPixels < 1 {
      throw SplashError(
        .usage, "--max-pixels \(maxPixels)", cause: "out of range", remedy: "give 1 or more")
    }
    var options = try source.options()
    if let maxPixels { options.maxPixels = maxPixels }
    if let maxFile { options.maxFile = try bytes(maxFile, "--max-file") }
    if let timeout { options.timeout = try seconds(timeout, "--timeout") }
    options.keepsStart = keepStart
    options.start = try start.map { try seconds($0, "--start") }
    options.duration = try duration.map { try seconds($0, "--duration") }
    if options.duration == 0 {
      throw SplashError(.usage, "--duration \(duration!)", cause: "nothing would be read")
    }
    if let end { options.duration = try length(upTo: end, from: options.start) }
    if let cut { options.pieces = try pieces(cut) }
    return streams.applied(to: options)
  }

  /// - Throws: `SplashError` of kind usage where `--cut` is given.
  func refuseCut(by command: String) throws {
    guard let cut else { return }
    throw SplashError(
      .usage, "--cut \(cut)", cause: "\(command) shows one piece",
      remedy: "give --start and --end")
  }

  private func pieces(_ text: String) throws -> [Range<Double>] {
    guard start == nil, duration == nil, end == nil, !keepStart else {
      throw SplashError(
        .usage, "--cut \(text)",
        cause: "--start, --duration, --end and --keep-start are for one piece",
        remedy: "leave them out")
    }
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count <= 1000 else {
      throw SplashError(
        .usage, "--cut", cause: "\(words.count) pieces", remedy: "give 1000 at most")
    }
    return try words.map { word in
      guard let dots = word.firstRange(of: ".."),
        case let (from, to) = (
          try seconds(String(word[..<dots.lowerBound]), "--cut"),
          try seconds(String(word[dots.upperBound...]), "--cut")
        ), from < to
      else {
        throw SplashError(
          .usage, "--cut \(word)", cause: "not a piece",
          remedy: "write FROM..TO in times of the input, such as 0:10..0:20,1:00..1:05")
      }
      return from..<to
    }
  }

  private func length(upTo end: String, from start: Double?) throws -> Double {
    guard duration == nil else {
      throw SplashError(
        .usage, "--end and --duration", cause: "they exclude each other",
        remedy: "give --end for a time of the input, or --duration for a length")
    }
    let length = try seconds(end, "--end") - (start ?? 0)
    guard length > 0 else {
      throw SplashError(
        .usage, "--end \(end)", cause: "nothing would be read",
        remedy: "give a time after --start, counted from the beginning of the input")
    }
    return length
  }
}

/// Streams that are passed on besides the video.
struct StreamFlags: ParsableArguments {
  @Flag(help: "Leave out the sound.") var noAudio = false
  @Flag(help: "Leave out subtitles.") var noSubtitles = false
  @Flag(
    help:
      "Leave out tags: titles, dates, places, Exif, XMP, comments, covers, attachments and data. What changes the frame stays: color tags, profiles, rotation."
  )
  var noTags = false

  /// Whether all streams are passed on.
  var areAll: Bool { !noAudio && !noSubtitles && !noTags }

  func applied(to options: InputOptions) -> InputOptions {
    var options = options
    options.takesSound = !noAudio
    options.takesSubtitles = !noSubtitles
    options.takesTags = !noTags
    return options
  }
}

/// Parses "1000000", "500k", "500M" or "2G" as bytes, in powers of 1024.
private func bytes(_ text: String, _ flag: String) throws -> Int {
  guard let number = ByteCount.read(text) else {
    throw SplashError(
      .usage, "\(flag) \(text)", cause: "not a size",
      remedy: "write bytes, 500k, 500M or 2G, or 500Mi for powers of 1024")
  }
  return number
}

/// Parses "90", "1:30", "0:01:30.5", "2s", "500ms" or "1h30m" as seconds.
func seconds(_ text: String, _ flag: String) throws -> Double {
  guard let sum = clockTime(text) ?? unitTime(text), sum < 1e9 else {
    throw SplashError(
      .usage, "\(flag) \(text)", cause: "not a time",
      remedy: "write seconds, M:SS, H:MM:SS, or 500ms")
  }
  return sum
}

private func clockTime(_ text: String) -> Double? {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false).map {
    Double($0) ?? .nan
  }
  guard (1...3).contains(parts.count), parts.allSatisfy({ $0 >= 0 }) else { return nil }
  return parts.reduce(0) { $0 * 60 + $1 }
}

private func unitTime(_ text: String) -> Double? {
  let units: [Substring: Double] = ["h": 3600, "m": 60, "min": 60, "s": 1, "ms": 0.001, "us": 1e-6]
  guard text.wholeMatch(of: /(?:[\d.]+(?:h|min|ms|us|m|s))+/) != nil else { return nil }
  return text.matches(of: /([\d.]+)([a-z]+)/).reduce(0) { sum, part in
    guard let sum, let number = Double(part.1), let unit = units[part.2] else { return nil }
    return sum + number * unit
  }
}
