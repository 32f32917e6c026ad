import SplashJob

/// Times that a timeline takes by name: from a text file, or from the chapters of the clip.
enum TimelineTimes {
  /// The name for the chapters of the clip.
  static let chapters = "chapters"

  /// - Parameters:
  ///   - name: a file, or "chapters".
  ///   - input: the clip with the chapters; nil where there are several.
  /// - Returns: seconds from the first frame.
  static func read(_ name: String, input: (name: String, options: InputOptions)?) throws -> [Double]
  {
    guard name == chapters else { return try times(inFile: name) }
    guard let input else {
      throw SplashError(
        .usage, "--timeline at chapters",
        cause: "they are those of one clip, and there are several",
        remedy: "give one input, or the times as a list")
    }
    guard input.name != "-" else {
      throw SplashError(
        .usage, "--timeline at chapters", cause: "standard input can be read once only",
        remedy: "give a file as input, or the times as a list")
    }
    let source = try openSource(input.name, options: input.options)
    defer { source.close() }
    let starts = source.media.chapterStarts.filter { $0 >= 0 }
    guard !starts.isEmpty else {
      throw SplashError(
        .usage, "--timeline at chapters", cause: "\(input.name.displayed) has none",
        remedy: "give the times as a list, or in a text file")
    }
    return starts.sorted()
  }

  /// The first word of each line; further words, empty lines, and lines that begin with # are
  /// ignored. So labels of Audacity and the output of aubio can be read unchanged.
  private static func times(inFile path: String) throws -> [Double] {
    let flag = "--timeline at"
    let data = try LookOptions.bytes(of: path, flag: flag, like: "a text file with a time a line")
    let times = try String(decoding: data, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .compactMap { number, line -> Double? in
        guard let word = line.split(whereSeparator: { " \t,;".contains($0) }).first,
          !word.hasPrefix("#")
        else { return nil }
        return try seconds(String(word), "\(flag) \(path), line \(number + 1):")
      }
    guard !times.isEmpty else {
      throw SplashError(.usage, "\(flag) \(path)", cause: "it has no times")
    }
    return times
  }
}
