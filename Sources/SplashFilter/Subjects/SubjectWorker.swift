internal import Glibc
internal import SplashCore
internal import SplashLook
internal import Synchronization

/// A thread that finds subjects in the newest picture it was offered, and one that carries what was
/// found to the pictures after it.
final class SubjectWorker {
  private let pictures = NewestQuestion()
  private let questions = NewestQuestion()
  private let carrier: MaskCarrier
  private let state = State()
  private let seeker: Seeker
  private let threads: [Worker]

  private final class State: Sendable {
    let failure = Mutex<(any Error)?>(nil)
    let news = Mutex<[ObjectNews]>([])
  }

  /// Finds for the thread, and for whoever waits; pictures never go back.
  // The finder is guarded by the lock.
  private final class Seeker: @unchecked Sendable {
    private let lock = Mutex(())
    private let finder: SubjectFinder
    private var last = 0

    init(_ finder: SubjectFinder) { self.finder = finder }

    /// - Returns: nil for a picture that was overtaken.
    func find(_ question: SubjectQuestion) throws -> SubjectFinder.Found? {
      try lock.withLock { _ in
        guard question.number >= last else { return nil }
        last = question.number
        return try finder.find(
          question.wanted, in: question.frame, number: question.number, at: question.time,
          stability: question.stability)
      }
    }
  }

  /// - Throws: `SplashError` of kind failure when there is no thread to be had.
  init(_ instructionSet: InstructionSet, _ makeFinder: () -> SubjectFinder) throws {
    let carrier = MaskCarrier(instructionSet)
    let (pictures, questions, state) = (pictures, questions, state)
    let seeker = Seeker(makeFinder())
    (self.seeker, self.carrier) = (seeker, carrier)
    // Whoever shows pictures goes first.
    let finding = try Worker("subject") {
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
      Self.find(seeker, questions, carrier, state)
    }
    do {
      let carrying = try Worker("carry") {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        Self.carry(pictures, questions, carrier)
      }
      threads = [carrying, finding]
    } catch {
      questions.close()
      finding.join()
      throw error
    }
  }

  deinit {
    pictures.close()
    questions.close()
    for thread in threads { thread.join() }
  }

  private static func carry(
    _ pictures: NewestQuestion, _ questions: NewestQuestion, _ carrier: MaskCarrier
  ) {
    while let question = pictures.take() {
      let number = question.number
      carrier.follow(question.frame, number: number, at: question.time)
      if let replaced = questions.put(question), replaced != number { carrier.forget(replaced) }
    }
  }

  private static func find(
    _ seeker: Seeker, _ questions: NewestQuestion, _ carrier: MaskCarrier, _ state: State
  ) {
    while let question = questions.take() {
      do {
        guard let found = try seeker.find(question) else { continue }
        carrier.take(found.masks, in: question.number)
        state.news.withLock { $0 += found.news }
      } catch {
        return state.failure.withLock { $0 = error }
      }
    }
  }

  /// Takes a picture to look at, in place of one that was not looked at yet.
  ///
  /// - Parameter isAwaited: looks at it at once; `newest()` has what is found.
  /// - Throws: `SplashError` where a network fails in a picture that is awaited.
  func offer(_ question: SubjectQuestion, isAwaited: Bool) throws {
    guard isAwaited else {
      pictures.put(question)
      return
    }
    guard let found = try seeker.find(question) else { return }
    carrier.begin(with: question.frame, found.masks, number: question.number, at: question.time)
    state.news.withLock { $0 += found.news }
  }

  /// What was found last, where it is now; nothing before the first.
  func newest() throws -> [Selection: GuidedMask] {
    if let failure = state.failure.withLock({ $0 }) { throw failure }
    return carrier.masks
  }

  /// What became of those that are followed, since somebody asked.
  func takeNews() -> [ObjectNews] {
    state.news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}
