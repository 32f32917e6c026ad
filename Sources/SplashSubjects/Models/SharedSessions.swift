internal import Dispatch
internal import Synchronization

/// Networks that several runtimes use together, as a page and its exports do: each file is opened
/// once, runs take turns, and memory is freed after each run. The memory of a program is thus that
/// of one run, however many threads ask. Any thread.
package final class SharedSessions: Sendable {
  /// Threads of a run, since no other run goes on beside it. The results are those of one thread.
  static let threads: Int32 = 2

  private struct Weak {
    weak var session: OnnxRuntime.OpenedSession?
  }

  private struct Turns {
    var isBusy = false
    var waiting: [DispatchSemaphore] = []
  }

  private let opened = Mutex<[String: Weak]>([:])
  private let turns = Mutex(Turns())

  package init() {}

  /// The session of a file: the opened one while it is in use, else a new one.
  func session<Failure>(
    of file: String, open: () throws(Failure) -> OnnxRuntime.OpenedSession
  ) throws(Failure) -> OnnxRuntime.OpenedSession {
    if let session = opened.withLock({ $0[file]?.session }) { return session }
    let session = try open()
    return opened.withLock { opened in
      if let other = opened[file]?.session { return other }
      opened[file] = Weak(session: session)
      return session
    }
  }

  /// Waits until all earlier callers have left. Every call is followed by `leave()`.
  func enter() {
    let turn = turns.withLock { turns -> DispatchSemaphore? in
      guard turns.isBusy else {
        turns.isBusy = true
        return nil
      }
      let turn = DispatchSemaphore(value: 0)
      turns.waiting.append(turn)
      return turn
    }
    turn?.wait()
  }

  /// Lets the next caller in.
  func leave() {
    turns.withLock { turns in
      if turns.waiting.isEmpty {
        turns.isBusy = false
      } else {
        turns.waiting.removeFirst().signal()
      }
    }
  }
}
