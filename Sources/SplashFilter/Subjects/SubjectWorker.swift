internal import Glibc
internal import SplashCore
internal import SplashLook
internal import Synchronization

/// A thread that finds subjects in the newest picture it was offered.
final class SubjectWorker {
  private let pictures = BoundedQueue(pictures: 1, policy: .newestWins)
  private let state = State()
  private let thread: Worker

  private final class State: Sendable {
    let stability = Mutex(0.0)
    let found = Mutex<Result<GuidedMask?, any Error>>(.success(nil))
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
      let stability = state.stability.withLock { $0 }
      let found = Result { try finder.find(in: frame, stability: stability) }
      state.found.withLock { $0 = found.map { $0 } }
      if case .failure = found { return }
    }
  }

  /// Takes a picture to look at, in place of one that was not looked at yet.
  func offer(_ frame: borrowing Frame, stability: Double) {
    state.stability.withLock { $0 = stability }
    _ = pictures.put(.picture(Frame(sharing: frame)))
  }

  /// What was found last; nil before the first.
  func newest() throws -> GuidedMask? { try state.found.withLock { $0 }.get() }
}
