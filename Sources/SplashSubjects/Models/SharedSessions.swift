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

  private let opened = Mutex<[String: Weak]>([:])
  /// Held during a run. Linux hands a lock on to the thread that has waited longest.
  private let turn = Mutex(())

  package init() {}

  /// The session of a file: the opened one while it is in use, else a new one.
  func session<Failure>(
    of file: String, open: () throws(Failure) -> OnnxRuntime.OpenedSession
  ) throws(Failure) -> OnnxRuntime.OpenedSession {
    if let session = opened.withLock({ $0[file]?.session }) { return session }
    return try alone { () throws(Failure) in
      if let other = opened.withLock({ $0[file]?.session }) { return other }
      // Opening a network frees a third of the memory that it takes.
      defer { FreedMemory.giveBack() }
      let session = try open()
      opened.withLock { $0[file] = Weak(session: session) }
      return session
    }
  }

  /// Calls `run` while no other run goes on and no file is opened.
  func alone<Value: Sendable, Failure>(
    _ run: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try turn.withLock { _ throws(Failure) in try run() }
  }
}
