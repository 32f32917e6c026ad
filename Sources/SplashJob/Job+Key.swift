internal import Foundation

extension Job.Request {
  /// A short text that identifies all that decides a result, except for the input and its part: the
  /// SHA-256 of a JSON object with sorted keys, in which files count with their contents.
  ///
  /// - Throws: `SplashError` of kind badInput for a file that cannot be read.
  var key: String {
    get throws {
      guard looks.isEmpty else { return try alone(0).key }
      let (output, source) = (outputs[0].options, inputOptions)
      let key = Key(
        settings: settings, timeline: timeline, contents: try contents(),
        output: Key.Output(
          codec: output.codec, crf: output.crf, quality: output.quality, preset: output.preset,
          bitrate: output.bitrate,
          encoderOptions: output.encoderOptions.map { [$0.key, $0.value] },
          format: output.format, pixelFormat: output.pixelFormat, loop: output.loop,
          skipUnsupported: output.skipUnsupported),
        source: Key.Source(
          start: source.start, duration: source.duration, keepsStart: source.keepsStart,
          matrix: source.matrix?.rawValue,
          range: source.range?.rawValue, format: source.format,
          hardware: source.hardware == .off ? nil : source.hardware.text,
          allowedProtocols: source.allowedProtocols, takesSound: source.takesSound,
          takesSubtitles: source.takesSubtitles, takesTags: source.takesTags,
          pieces: source.pieces.isEmpty
            ? nil : source.pieces.map { [$0.lowerBound, $0.upperBound] },
          rate: source.rate, linearColors: source.linearColors.rawValue,
          raw: source.raw.map { "\($0.width)x\($0.height) \($0.rate) \($0.pixelFormat)" }),
        frameLimit: frameLimit, subjectEvery: subjectEvery, shape: shape.text,
        isNoted: program != nil)
      let sum = Checksum()
      sum.add(try JSONEncoder.line.encode(key))
      return String(sum.finish().prefix(32))
    }
  }

  /// The SHA-256 of each regular file that looks, masks and networks read, by its name.
  private func contents() throws -> [String: String] {
    var contents: [String: String] = [:]
    let paths = lookFiles.map(filePath) + lookFiles.flatMap { NumberedName($0)?.existing ?? [] }
    for path in paths where FileVersion(path: path) != nil {
      contents[path] = try sha256(ofFile: path)
    }
    if allSettings.contains(where: { $0.selections.contains(where: \.hasNetwork) }) {
      for (name, digest) in try models.contents() { contents[name] = digest }
    }
    return contents
  }
}

/// `version` goes up with each change of the fields.
private struct Key: Encodable {
  var version = 7
  var settings: SplashSettings
  var timeline: LookTimeline?
  var contents: [String: String]
  var output: Output
  var source: Source
  var frameLimit: Int?
  var subjectEvery: Int?
  var shape: String
  var isNoted: Bool

  struct Output: Encodable {
    var codec: String?
    var crf: Double?
    var quality: Int?
    var preset, bitrate: String?
    var encoderOptions: [[String]]
    var format, pixelFormat: String?
    var loop: Int?
    var skipUnsupported: Bool
  }

  struct Source: Encodable {
    var start, duration: Double?
    var keepsStart: Bool
    var matrix, range, format, hardware, allowedProtocols: String?
    var takesSound, takesSubtitles, takesTags: Bool
    var pieces: [[Double]]?
    var rate: String?
    var linearColors: String
    var raw: String?
  }
}
