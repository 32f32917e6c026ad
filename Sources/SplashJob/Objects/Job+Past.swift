extension Job {
  /// Where selections with a time are before that time.
  struct Past {
    var objects = ObjectPast()
    var things = ThingPast()
  }
}

extension Job.Request {
  /// Where selections with a time are before that time; empty where there are none, or where the
  /// input cannot be read twice.
  ///
  /// - Parameter other: the past of a request with the same selections and another view, whose
  ///   losses have been told already.
  /// - Throws: `SplashError` for an object that is not there at its time.
  func past(
    in media: MediaDescription, _ files: LookFiles, _ lost: LostList, after other: Job.Past? = nil
  ) throws -> Job.Past {
    if other == nil {
      // Advice only: errors are ignored.
      for line in (try? adviceOnObjects(in: media, files)) ?? [] { onEvent(line) }
    }
    return Job.Past(
      objects: try objectPast(in: media, other == nil ? lost : nil),
      things: try other?.things ?? thingPast(in: media, files, lost))
  }

  private func thingPast(
    in media: MediaDescription, _ files: LookFiles, _ lost: LostList
  ) throws -> ThingPast {
    var past = ThingPast()
    let start = inputOptions.start ?? 0
    let named = Set(allSettings.flatMap(\.selections)).filter { $0.isThing && $0.time ?? 0 > start }
    guard isRepeatable, !named.isEmpty else { return past }
    for (time, things) in Dictionary(grouping: named, by: { $0.time! }).sorted(by: {
      $0.key < $1.key
    }) {
      let things = things.sorted { $0.text < $1.text }
      past = try follow(things, backFrom: time, in: media, files, lost, after: past)
    }
    return past
  }

  private func follow(
    _ things: [Selection], backFrom time: Double, in media: MediaDescription, _ files: LookFiles,
    _ lost: LostList, after past: ThingPast
  ) throws -> ThingPast {
    var options = wholeInput
    options.keepsStart = false
    let pictures = try EarlierPictures(of: input, options, before: time, frameLimit: wholeLimit)
    try checkWanted()
    guard let named = pictures.named else {
      let end = (pictures.end ?? inputOptions.start ?? 0).nextUp
      for settings in allSettings { try checkTimes(of: settings, end: end) }
      return past
    }
    let survey = try ThingSurvey(
      things, in: named.frame, at: pictures.end ?? time, turn: media.picture.turn, files,
      after: past)
    var isWhole = true
    let (count, start) = (pictures.times.count, monotonicNanoseconds())
    for index in pictures.times.indices.reversed() {
      if index == count - 1 - Self.firstPictures { announce(things, over: count, since: start) }
      inputOptions.onStep?()
      try checkWanted()
      guard survey.goesOn, let picture = try pictures.picture(index) else {
        isWhole = false
        break
      }
      try survey.goBack(to: picture.frame, at: pictures.times[index])
    }
    // An object named at the first frame of its shot has no past.
    if !pictures.times.isEmpty { survey.end(isBeginning: isWhole && pictures.isBeginning) }
    for news in survey.news.reversed() { try tell(news, isLive: false, lost) }
    return survey.past
  }

  /// Tells the user what takes long, and how long, after the first frames.
  private func announce(_ things: [Selection], over count: Int, since start: UInt64) {
    let seconds = Double(monotonicNanoseconds() - start) / 1e9
    let rest = seconds * Double(count - Self.firstPictures) / Double(Self.firstPictures)
    guard count >= Self.many.pictures || rest > Self.many.seconds else { return }
    let names = things.map(\.text).joined(separator: ", ")
    onEvent(
      "\(names): tracked back to the start of its shot first, over \(counted(count, "frame")); "
        + "about \(Forecast.Outlook.length(rest))")
  }

  /// Announce scans longer than 100 frames or 5 s.
  private static let many = (pictures: 100, seconds: 5.0)
  /// Number of frames after which the duration is estimated.
  private static let firstPictures = 20
}
