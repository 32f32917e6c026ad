internal import SplashCore
internal import SplashLook
internal import SplashSubjects

/// Finds subjects in the newest picture that it was offered, and carries what was found to the
/// pictures after it, in threads of its own.
final class SubjectWorker {
  private let carrier: MaskCarrier
  private let seeker: SubjectSeeker
  private let threads: LookThreads

  /// - Throws: `SplashError` of kind failure when there is no thread to be had.
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

  /// Takes a picture to look at, in place of one that was not looked at yet.
  ///
  /// - Parameter isAwaited: looks at it at once; `newest()` has what is found.
  /// - Throws: `SplashError` where a network fails in a picture that is awaited.
  func offer(_ question: SubjectQuestion, isAwaited: Bool) throws {
    guard isAwaited else { return threads.put(question) }
    guard let found = try seeker.find(question) else { return }
    carrier.begin(with: question.frame, found.masks, number: question.number, at: question.time)
    threads.add(found.news)
  }

  /// What was found last, where it is now; nothing before the first.
  func newest() throws -> [Selection: GuidedMask] {
    try threads.check()
    return carrier.masks
  }

  /// What became of those that are followed, since somebody asked.
  func takeNews() -> [ObjectNews] { threads.takeNews() }
}
