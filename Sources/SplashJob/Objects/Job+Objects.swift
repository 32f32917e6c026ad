internal import Glibc
internal import Synchronization

extension Job.Request {
  /// Where objects are before the times that their selections name; empty where there are none, or
  /// where the input cannot be read twice.
  ///
  /// - Parameter lost: gets the lost objects, which the user is told of too; nil where that has
  ///   been done.
  /// - Throws: `SplashError` for an object that is not there at its time.
  func objectPast(in media: MediaDescription, _ lost: LostList?) throws -> ObjectPast {
    let start = inputOptions.start ?? 0
    let turn = media.picture.turn
    guard isRepeatable, let end = ObjectSurvey.end(for: allSettings, from: start)
    else { return ObjectPast() }
    let most = Double(ObjectSurvey.limit)
    guard (end - start) * media.frameRate <= most else { throw tooLate(end) }
    let source = try openSource(input, options: wholeInput)
    defer { source.close() }
    let converter = FormatConverter(needsColor: true)
    let splash = Splash(
      settings: settings, timeline: timeline, origin: inputOptions.start.map { -$0 },
      instructionSet: instructionSet, turn: turn)
    var survey = ObjectSurvey(allSettings, turn: turn)
    var pictures = 0
    while pictures != wholeLimit, var frame = try source.nextPicture(StageClock()) {
      pictures += 1
      guard pictures <= ObjectSurvey.limit else { throw tooLate(end) }
      try converter.apply(to: &frame, StageClock())
      if splash.add(frame, to: &survey) >= end { break }
    }
    try checkWanted()
    for settings in allSettings {
      try checkTimes(of: settings, end: (survey.lastTime ?? start).nextUp)
    }
    let past = survey.past()
    if let lost { for news in past.news { try tell(news, isLive: false, lost) } }
    return past
  }

  /// - Throws: `SplashError` once the input is given up.
  func checkWanted() throws {
    if inputOptions.isGivenUp?() == true { throw SplashError(.failure, "\(input): was given up") }
  }

  /// - Throws: `SplashError` for a selection with a time that the source does not reach.
  func checkTimes(of settings: SplashSettings, in source: any FrameSource) throws {
    let media = source.media
    let rest =
      inputOptions.pieces.map(\.upperBound).max()
      ?? media.duration.map { $0 + (inputOptions.start ?? 0) }
    guard !source.isLive, let end = media.place?.filmLength ?? rest else { return }
    try checkTimes(of: settings, end: end)
  }

  func checkTimes(of settings: SplashSettings, end: Double) throws {
    guard let late = settings.selections.first(where: { $0.time ?? 0 >= max(end, .ulpOfOne) })
    else { return }
    throw SplashError(
      .badInput, "\(late.text): \(input) has no frame at that time",
      cause: "what is read of it ends at \((end * 1000).rounded() / 1000) s",
      remedy: "name it at a time before that")
  }

  private func tooLate(_ end: Double) -> SplashError {
    let name = allSettings.flatMap(\.selections).first { $0.time == end }?.text ?? ""
    return SplashError(
      .badInput, "\(name): it is followed back over \(ObjectSurvey.limit) frames at most",
      cause: "more of \(input) come before that time",
      remedy: "name it at an earlier time, or begin later with \(option: "start")")
  }

  /// Tells the user what happened to an object, and adds it to the list.
  ///
  /// - Throws: an error for an object that is not there at all, unless the input is live.
  func tell(_ news: ObjectNews, isLive: Bool, _ lost: LostList) throws {
    if !isLive, case .absent = news.fate {
      throw SplashError(.badInput, news.text, remedy: news.remedy.map { $0 + otherFlag(for: news) })
    }
    let reason = news.text + (news.remedy.map { "; \($0)" } ?? "")
    if news.fate != .found {
      lost.add(RunReport.Lost(name: news.selection.text, seconds: news.time, reason: reason))
    }
    onEvent(reason)
  }

  /// Another option that may find what the hues do not, where its networks are installed; else
  /// empty.
  private func otherFlag(for news: ObjectNews) -> String {
    guard case .object(let place, let time) = news.selection, models.hasClicks else { return "" }
    let thing = Selection.thing(Selection.Thing([.init(place)]), time: time)
    return ", or --keep \(thing.text), the thing there of whatever colors"
  }

  var isRepeatable: Bool {
    if input.hasPrefix("test:") { return true }
    return FileVersion(path: filePath(of: input)) != nil
      || NumberedName(input)?.existing.isEmpty == false
  }
}

/// The objects that a job tracked and lost. Any thread.
package final class LostList: Sendable {
  private let list = Mutex<[RunReport.Lost]>([])

  package init() {}

  func add(_ lost: RunReport.Lost) { list.withLock { $0.append(lost) } }

  var all: [RunReport.Lost] { list.withLock { $0 } }
}
