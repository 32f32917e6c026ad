internal import Glibc
internal import SplashCore
internal import SplashLook
internal import Synchronization

/// A thread that finds subjects in the newest picture it was offered.
final class SubjectWorker {
  private let pictures = BoundedQueue(pictures: 1, policy: .newestWins)
  private let state = State()
  private let seeker: Seeker
  private let thread: Worker

  private struct Question {
    var wanted: Set<Selection> = []
    var number = 0
    var time = 0.0
    var stability = 0.0
  }

  private final class State: Sendable {
    let question = Mutex(Question())
    let found = Mutex<Result<[Selection: GuidedMask], any Error>>(.success([:]))
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
    func find(_ question: Question, in frame: borrowing Frame) throws -> SubjectFinder.Found? {
      try lock.withLock { _ in
        guard question.number >= last else { return nil }
        last = question.number
        return try finder.find(
          question.wanted, in: frame, number: question.number, at: question.time,
          stability: question.stability)
      }
    }
  }

  /// - Throws: `SplashError` of kind failure when there is no thread to be had.
  init(_ makeFinder: () -> SubjectFinder) throws {
    let (pictures, state, seeker) = (pictures, state, Seeker(makeFinder()))
    self.seeker = seeker
    thread = try Worker("subject") {
      // Whoever shows pictures goes first.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
      Self.work(seeker, pictures, state)
    }
  }

  deinit {
    pictures.close()
    thread.join()
  }

  private static func work(_ seeker: Seeker, _ pictures: BoundedQueue, _ state: State) {
    while let item = pictures.take() {
      guard case .picture(let frame) = consume item else { continue }
      let question = state.question.withLock { $0 }
      do {
        if let found = try seeker.find(question, in: frame) { keep(found, state) }
      } catch {
        return state.found.withLock { $0 = .failure(error) }
      }
    }
  }

  private static func keep(_ found: SubjectFinder.Found, _ state: State) {
    state.found.withLock { $0 = .success(found.masks) }
    state.news.withLock { $0 += found.news }
  }

  /// Takes a picture to look at, in place of one that was not looked at yet.
  ///
  /// - Parameters:
  ///   - wanted: found by networks.
  ///   - number: counts the pictures, not the calls.
  ///   - time: of the picture, in seconds from the beginning of the clip.
  ///   - stability: 0…1.
  ///   - isAwaited: looks at it at once; `newest()` has what is found.
  /// - Throws: `SplashError` where a network fails in a picture that is awaited.
  func offer(
    _ frame: borrowing Frame, _ wanted: Set<Selection>, number: Int, at time: Double,
    stability: Double, isAwaited: Bool
  ) throws {
    let question = Question(wanted: wanted, number: number, time: time, stability: stability)
    if isAwaited {
      if let found = try seeker.find(question, in: frame) { Self.keep(found, state) }
    } else {
      state.question.withLock { $0 = question }
      _ = pictures.put(.picture(Frame(sharing: frame)))
    }
  }

  /// What was found last; nothing before the first.
  func newest() throws -> [Selection: GuidedMask] { try state.found.withLock { $0 }.get() }

  /// What became of those that are followed, since somebody asked.
  func takeNews() -> [ObjectNews] {
    state.news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}
