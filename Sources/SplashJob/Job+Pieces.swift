extension Job.Request {
  /// Refuses settings that need the times of the whole input where it is read in pieces, and
  /// settings that need all earlier frames where it is a part.
  func checkPieces() throws(SplashError) {
    if shape.follows, inputOptions.part != nil {
      throw SplashError(
        .usage, "\(option: "crop") follow with \(option: "part")",
        cause: "what a part of the clip looks like depends on all frames before it",
        remedy: "do the whole clip, without \(option: "part")")
    }
    guard !inputOptions.pieces.isEmpty else { return }
    guard let selection = allSettings.flatMap(\.selections).first(where: \.isTimed) else {
      return
    }
    let pieces = inputOptions.pieces
    let remedy = "cut the clip first, with \(option: "rest") none, and splash what comes out"
    guard zip(pieces, pieces.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) else {
      throw SplashError(
        .usage, "\(selection.text) with \(option: "cut")",
        cause: "it goes forward through the clip, and the pieces go back", remedy: remedy)
    }
    guard timeline == nil else {
      throw SplashError(
        .usage, "\(selection.text) with \(option: "cut") and \(option: "timeline")",
        cause: "it goes by the times of the clip, and keys by those of the result",
        remedy: remedy)
    }
  }

  /// Whether the frames before and between pieces are read too, for filters.
  var readsBetween: Bool {
    !inputOptions.pieces.isEmpty
      && allSettings.contains { $0.selections.contains(where: \.isTimed) }
  }
}

extension Job {
  /// The expected number of frames; nil where it is unknown.
  public var pictureCount: Int? {
    if let limit = request.frameLimit { return limit }
    if let count = media.frameCount { return count }
    guard let duration = media.duration, media.frameRate > 0 else { return nil }
    return Int(exactly: (duration * media.frameRate).rounded())
  }

  /// Duration of the result in seconds; nil where it is not known.
  public var length: Double? {
    guard let limit = request.frameLimit, media.frameRate > 0 else { return media.duration }
    return min(media.duration ?? .infinity, Double(limit) / media.frameRate)
  }

  /// The numbers that a forecast needs; nil where the number of frames is unknown, and for live
  /// jobs. Any thread.
  ///
  /// - Parameter time: seconds since the job began.
  package func moment(at time: Double) -> Forecast.Moment? {
    guard !isLive, let total = pictureCount, total > 0 else { return nil }
    let stages = meter.report().stages
    func seconds(_ names: Stage...) -> Double {
      names.reduce(0) { $0 + (stages[$1.rawValue]?.mean_ms ?? 0) / 1000 }
    }
    let others = max(
      seconds(.read, .decode), seconds(.convert, .balance, .splash), seconds(.encode, .write))
    return Forecast.Moment(
      time: time, pictures: frames.out, total: total, others: others,
      // The median, since the first frame waits until networks are opened.
      subject: (stages[Stage.subject.rawValue]?.p50_ms ?? 0) / 1000)
  }
}

extension Job.Request {
  /// Allowed delays in seconds.
  public static let delays = HeldLook.limits

  /// - Throws: `SplashError` of kind usage where outlines of people are wanted in live frames.
  func checkOutlines(in source: any FrameSource) throws {
    guard source.isLive, models.carriesPeople else { return }
    throw SplashError(
      .usage, "\(option: "personNetwork") outline",
      cause: "\(input) is live, and outlines take a second a frame", remedy: "leave it out")
  }

  /// The networks' view of frames while they are held; nil where frames are not held.
  ///
  /// - Parameter origin: time of the beginning of the clip, where that is not the first frame.
  /// - Throws: `SplashError` of kind usage for a file, whose frames wait for networks anyway.
  func heldLook(
    in source: any FrameSource, _ files: LookFiles, origin: Double?
  ) throws -> HeldLook? {
    guard let delay, delay > 0 else { return nil }
    guard source.isLive else {
      throw SplashError(
        .usage, "\(option: "delay")",
        cause: "\(input) is a file, whose frames wait for their masks anyway",
        remedy: "leave it out, or pace the file with \(option: "realtime")")
    }
    let wanted = allSettings.reduce(into: Set()) { $0.formUnion($1.selections) }
    return try HeldLook(
      limit: delay, wanted: wanted, stability: settings.stability, origin: origin, files,
      turn: source.media.picture.turn, instructionSet)
  }
}
