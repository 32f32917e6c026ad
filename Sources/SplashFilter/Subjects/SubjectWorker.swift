internal import Glibc
internal import SplashCore
internal import SplashLook
internal import Synchronization

/// A thread that finds subjects in the newest picture it was offered.
final class SubjectWorker {
  private let pictures = BoundedQueue(pictures: 1, policy: .newestWins)
  private let state = State()
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

  /// - Parameter makeFinder: called on the thread.
  /// - Throws: `SplashError` of kind failure when there is no thread to be had.
  init(_ makeFinder: @escaping @Sendable () -> SubjectFinder) throws {
    let (pictures, state) = (pictures, state)
    thread = try Worker("subject") {
      // Whoever shows pictures goes first.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
      Self.work(makeFinder(), pictures, state)
    }
  }

  deinit {
    pictures.close()
    thread.join()
  }

  private static func work(_ finder: SubjectFinder, _ pictures: BoundedQueue, _ state: State) {
    while let item = pictures.take() {
      guard case .picture(let frame) = consume item else { continue }
      let question = state.question.withLock { $0 }
      do {
        let found = try finder.find(
          question.wanted, in: frame, number: question.number, at: question.time,
          stability: question.stability)
        state.found.withLock { $0 = .success(found.masks) }
        state.news.withLock { $0 += found.news }
      } catch {
        return state.found.withLock { $0 = .failure(error) }
      }
    }
  }

  /// Takes a picture to look at, in place of one that was not looked at yet.
  ///
  /// - Parameters:
  ///   - wanted: found by networks.
  ///   - number: counts the pictures, not the calls.
  ///   - time: of the picture, in seconds from the beginning of the clip.
  ///   - stability: 0…1.
  func offer(
    _ frame: borrowing Frame, _ wanted: Set<Selection>, number: Int, at time: Double,
    stability: Double
  ) {
    state.question.withLock {
      $0 = Question(wanted: wanted, number: number, time: time, stability: stability)
    }
    _ = pictures.put(.picture(Frame(sharing: frame)))
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
