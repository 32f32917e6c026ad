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
    var made: OnnxRuntime.OpenedSession?
    try alone { () throws(Failure) in
      if let other = opened.withLock({ $0[file]?.session }) { return made = other }
      let session = try open()
      opened.withLock { $0[file] = Weak(session: session) }
      made = session
    }
    return made!
  }

  /// Calls `run` while no other run goes on and no file is opened, and then returns the memory that
  /// it has freed: ONNX Runtime frees a third of what it takes to open a network.
  func alone<Failure>(_ run: () throws(Failure) -> Void) throws(Failure) {
    try turn.withLock { _ throws(Failure) in
      defer { FreedMemory.giveBack() }
      try run()
    }
  }
}
