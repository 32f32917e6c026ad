internal import Glibc
internal import SplashCore
internal import SplashFilter
internal import Synchronization

extension Job.Request {
  /// Where objects are before the times from which they are named; nowhere where there are none, or
  /// where the input cannot be read twice.
  ///
  /// - Throws: `SplashError` for an object that is not there at its time.
  func objectPast(rotation: Double, _ lost: LostList) throws -> ObjectPast {
    let start = inputOptions.start ?? 0
    guard timeline == nil, isRepeatable, let end = ObjectSurvey.end(for: settings, from: start)
    else { return ObjectPast() }
    var whole = inputOptions
    whole.part = nil
    let source = try openSource(input, options: whole)
    defer { source.close() }
    let converter = FormatConverter(needsAlpha: settings.isTransparent)
    let splash = Splash(
      settings: settings, origin: inputOptions.start.map { -$0 }, instructionSet: instructionSet,
      rotation: rotation)
    var survey = ObjectSurvey(settings, turns: quarterTurns(rotation))
    var pictures = 0
    while pictures != frameLimit, var frame = try source.nextPicture(StageClock()) {
      pictures += 1
      try converter.apply(to: &frame, StageClock())
      if splash.add(frame, to: &survey) >= end { break }
    }
    let past = survey.past()
    for news in past.news { try tell(news, isLive: false, lost) }
    return past
  }

  /// Says what became of an object, and notes it down.
  ///
  /// - Throws: that, for an object that is not there at all, unless pictures come live.
  func tell(_ news: ObjectNews, isLive: Bool, _ lost: LostList) throws {
    if !isLive, case .absent = news.fate {
      throw SplashError(.badInput, news.text, remedy: news.remedy)
    }
    let reason = "\(news.text); \(news.remedy)"
    lost.add(
      RunReport.Lost(name: news.selection.text, seconds: news.time, reason: reason))
    onEvent(reason)
  }

  private var isRepeatable: Bool {
    if input.hasPrefix("test:") { return true }
    var state = stat()
    return stat(input, &state) == 0 && state.st_mode & S_IFMT == S_IFREG
  }
}

/// What a job followed and lost. Any thread.
package final class LostList: Sendable {
  private let list = Mutex<[RunReport.Lost]>([])

  package init() {}

  func add(_ lost: RunReport.Lost) { list.withLock { $0.append(lost) } }

  var all: [RunReport.Lost] { list.withLock { $0 } }
}
