extension Job.Request {
  /// Maximum number of places that are judged: each takes a second.
  private static var mostAdvised: Int { 3 }

  /// Advice on objects whose mask is much larger than the thing at their place, where the click
  /// networks are installed; a line each. Only the first frame is looked at, and only where an
  /// object is large in it.
  ///
  /// - Throws: `SplashError` for an input that cannot be read.
  func adviceOnObjects(in media: MediaDescription, _ files: LookFiles) throws -> [String] {
    let first = allSettings[0]
    let start = inputOptions.start ?? 0
    let places = first.keep.compactMap { selection -> Region.Point? in
      guard case .object(let place, let time) = selection, time ?? 0 <= start else { return nil }
      return place
    }.prefix(Self.mostAdvised)
    guard isRepeatable, !places.isEmpty, models.hasClicks else { return [] }
    let source = try openSource(input, options: wholeInput)
    defer { source.close() }
    guard var frame = try source.nextPicture(StageClock()) else { return [] }
    try FormatConverter(needsColor: true).apply(to: &frame, StageClock())
    guard frame.format.isNative else { return [] }
    let advice = ObjectAdvice(first, instructionSet, turn: media.picture.turn)
    var lines: [String] = []
    for place in places {
      if let line = try advice.line(on: place, in: frame, files) { lines.append(line) }
    }
    return lines
  }
}
