internal import CFFmpeg
internal import Dispatch
internal import Synchronization

/// Finds the thing at a point of a frame, on a thread of its own, since networks are slow: by the
/// click networks, and where they are missing by those that find what stands out. Any thread.
final class ThingScout: Sendable {
  private let files: LookFiles
  private let turn: Turn
  private let queue = DispatchQueue(label: "things")
  private let work = DispatchGroup()
  private let questions = Atomic(0)
  private let done = Atomic(0)
  private let hasEnded = Flag()
  private let last = Mutex<(picture: Identity, survey: Survey)?>(nil)

  private enum Survey {
    case clicks(ClickSurvey)
    case subjects(SubjectSurvey)
  }

  /// Recognizes a frame that is shown again. The frame itself is not kept, since it would keep its
  /// decoder's memory.
  private struct Identity: Equatable {
    var samples: UInt
    var position: Double

    /// Nil for a frame without a time.
    init?(_ entry: PictureHistory.Entry) {
      guard let time = entry.frame.presentationTime else { return nil }
      position = time
      samples = UInt(bitPattern: entry.frame.av.pointee.data.0)
    }
  }

  /// Maximum number of waiting questions: a user never asks more.
  private static let limit = 16

  /// - Parameters:
  ///   - files: gives the networks.
  ///   - turn: for display.
  init(files: LookFiles, turn: Turn) {
    self.files = files
    self.turn = turn
  }

  /// Asks which thing is at a point of a frame as displayed.
  ///
  /// - Parameters:
  ///   - isSure: whether a result is known already, so that only better networks are run.
  ///   - onWait: called before networks run on a frame, which takes a while.
  ///   - isWanted: called before the question is answered.
  ///   - answer: called once on the thread, where it is wanted; nil where nothing is at the point.
  /// - Throws: `SplashError` when too many questions are waiting.
  func ask(
    about place: Region.Point, in entry: PictureHistory.Entry, isSure: Bool, onWait: () -> Void,
    isWanted: @escaping @Sendable () -> Bool,
    answer: @escaping @Sendable (Result<Thing?, any Error>) -> Void
  ) throws {
    guard questions.add(1, ordering: .relaxed).oldValue < Self.limit else {
      questions.subtract(1, ordering: .relaxed)
      throw SplashError(.failure, "too many questions about things", remedy: "ask later")
    }
    if known(entry) == nil { onWait() }
    queue.async(group: work) { [self] in
      defer { questions.subtract(1, ordering: .relaxed) }
      guard !hasEnded.isSet, isWanted() else { return }
      defer { done.wrappingAdd(1, ordering: .relaxed) }
      answer(Result { try thing(at: place, in: try survey(of: entry, isSure: isSure)) })
    }
  }

  private func thing(at place: Region.Point, in survey: Survey) throws -> Thing? {
    switch survey {
    case .clicks(let clicks):
      let thing = Selection.Thing([.init(place)])
      return try clicks.mask(of: thing).map {
        let mask = SmallMask($0.codes, width: $0.width, height: $0.height, turn: .upright)
        return Thing(kind: .thing, name: "a thing", share: mask.share, mask: mask)
      }
    case .subjects(let subjects):
      return subjects.subject(at: place).map {
        Thing(
          kind: .subject, name: $0.isPerson ? "a person" : "a thing", share: $0.share,
          mask: SmallMask(
            $0.mask, width: subjects.width, height: subjects.height, turn: turn
          ).upright)
      }
    }
  }

  private func known(_ entry: PictureHistory.Entry) -> Survey? {
    guard let picture = Identity(entry) else { return nil }
    return last.withLock { $0?.picture == picture ? $0?.survey : nil }
  }

  private func survey(of entry: PictureHistory.Entry, isSure: Bool) throws -> Survey {
    if let known = known(entry) { return known }
    guard entry.frame.format.isNative else {
      throw SplashError(.usage, "AI models cannot look at frames like these")
    }
    let survey: Survey
    do {
      survey = .clicks(try ClickSurvey(of: entry.frame, turn: turn, files: files))
    } catch {
      if isSure { throw error }
      survey = .subjects(try SubjectSurvey(of: entry.frame, turn: turn, files: files))
    }
    last.withLock { last in last = Identity(entry).map { ($0, survey) } }
    return survey
  }

  /// Answers no more questions but the one in progress. Any thread.
  func stop() { hasEnded.set() }

  /// The same, and waits a moment for that one.
  func end() {
    stop()
    _ = work.wait(timeout: .now() + 0.5)
  }

  /// Number of answers so far.
  var count: Int { done.load(ordering: .relaxed) }

  /// Drops the networks' results.
  func forget() { last.withLock { $0 = nil } }
}
