internal import CFFmpeg
internal import Dispatch
internal import SplashCore
internal import SplashFilter
internal import Synchronization

/// Looks for what stands out in pictures at which people point, on a thread of its own, since
/// networks take their time. Any thread.
final class SubjectScout: Sendable {
  private let files: LookFiles
  private let turn: Turn
  private let queue = DispatchQueue(label: "subjects")
  private let questions = Atomic(0)
  private let hasEnded = Atomic(false)
  private let last = Mutex<(picture: Identity, survey: SubjectSurvey)?>(nil)

  /// What the same picture has when it is shown again. It is not kept for it, since it would keep
  /// the memory of its decoder.
  private struct Identity: Equatable {
    var samples: UInt
    var position: Double

    /// Nil for a picture without a time.
    init?(_ entry: PictureHistory.Entry) {
      guard let time = entry.frame.presentationTime else { return nil }
      position = time
      samples = UInt(bitPattern: entry.frame.av.pointee.data.0)
    }
  }

  /// More questions than that at a time come from nobody's hand.
  private static let limit = 16

  /// - Parameters:
  ///   - files: give the networks.
  ///   - turn: for display.
  init(files: LookFiles, turn: Turn) {
    self.files = files
    self.turn = turn
  }

  /// Asks what stands out at a place of a picture as displayed.
  ///
  /// - Parameters:
  ///   - onWait: called before networks are asked, which takes a while.
  ///   - answer: called once; nil where nothing stands out. At once where the picture is known,
  ///     else on the thread.
  /// - Throws: `SplashError` when there are too many questions already.
  func ask(
    about place: Region.Point, in entry: PictureHistory.Entry, onWait: () -> Void,
    answer: @escaping @Sendable (Result<(SubjectSurvey.Sight, SmallMask)?, any Error>) -> Void
  ) throws {
    if let known = knownSurvey(of: entry) {
      return answer(.success(sight(at: place, in: known)))
    }
    guard questions.add(1, ordering: .relaxed).oldValue < Self.limit else {
      questions.subtract(1, ordering: .relaxed)
      throw SplashError(.failure, "too many questions about what stands out", remedy: "ask later")
    }
    onWait()
    queue.async { [self] in
      defer { questions.subtract(1, ordering: .relaxed) }
      guard !hasEnded.load(ordering: .relaxed) else { return }
      answer(Result { sight(at: place, in: try survey(of: entry)) })
    }
  }

  private func sight(
    at place: Region.Point, in survey: SubjectSurvey
  ) -> (SubjectSurvey.Sight, SmallMask)? {
    survey.subject(at: place).map { sight in
      (
        sight,
        SmallMask(sight.mask, width: survey.width, height: survey.height, turn: turn)
          .upright
      )
    }
  }

  private func knownSurvey(of entry: PictureHistory.Entry) -> SubjectSurvey? {
    guard let picture = Identity(entry) else { return nil }
    return last.withLock { $0?.picture == picture ? $0?.survey : nil }
  }

  private func survey(of entry: PictureHistory.Entry) throws -> SubjectSurvey {
    if let known = knownSurvey(of: entry) { return known }
    guard entry.frame.format.isNative else {
      throw SplashError(.usage, "networks cannot look at pictures like these")
    }
    let survey = try SubjectSurvey(of: entry.frame, turn: turn, files: files)
    last.withLock { last in last = Identity(entry).map { ($0, survey) } }
    return survey
  }

  /// Waits for the answer that is under way; there are no others after it.
  func end() {
    hasEnded.store(true, ordering: .relaxed)
    queue.sync {}
  }
}
