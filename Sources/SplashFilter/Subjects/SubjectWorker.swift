internal import SplashSubjects

/// Finds subjects in the newest frame that it was offered, and moves their masks to later frames,
/// on threads of its own.
final class SubjectWorker {
  private let carrier: MaskCarrier
  private let seeker: SubjectSeeker
  private let threads: LookThreads

  /// - Throws: `SplashError` of kind failure if no thread can be started.
  init(_ instructionSet: InstructionSet, _ makeFinder: () -> SubjectFinder) throws {
    let (carrier, seeker) = (MaskCarrier(instructionSet), SubjectSeeker(makeFinder()))
    (self.carrier, self.seeker) = (carrier, seeker)
    threads = try LookThreads {
      carrier.follow($0.frame, number: $0.number, at: $0.time)
    } passOver: {
      carrier.forget($0)
    } find: { question in
      guard let found = try seeker.find(question) else { return [] }
      carrier.take(found.masks, in: question.number)
      return found.news
    }
  }

  /// Takes a frame for the networks; it replaces one that they have not begun.
  ///
  /// - Parameter isAwaited: run the networks before returning; `newest()` then has the masks.
  /// - Throws: `SplashError` if a network fails in a frame that is awaited.
  func offer(_ question: SubjectQuestion, isAwaited: Bool) throws {
    guard isAwaited else { return threads.put(question) }
    guard let found = try seeker.find(question) else { return }
    carrier.begin(with: question.frame, found.masks, number: question.number, at: question.time)
    threads.add(found.news)
  }

  /// The masks found last, moved to where they are now; empty before the first.
  func newest() throws -> [Selection: GuidedMask] {
    try threads.check()
    return carrier.masks
  }

  /// What happened to tracked selections since the last call.
  func takeNews() -> [ObjectNews] { threads.takeNews() }
}
