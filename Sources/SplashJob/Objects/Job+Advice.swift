internal import SplashCore
internal import SplashFilter

extension Job.Request {
  /// Places that are judged: each takes a second.
  private static var mostAdvised: Int { 3 }

  /// What is said of objects that are much more than the thing at their place, where the networks
  /// that answer clicks are there; a line each. Only the first picture is looked at, and that only
  /// where an object is large in it.
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
