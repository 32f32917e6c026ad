internal import Glibc
internal import Synchronization

/// Networks that several runtimes use together, as a page and its exports do: each file is opened
/// once, runs take turns, and memory is freed after each run. The memory of a program is thus that
/// of one run, however many threads ask. Any thread.
package final class SharedSessions: Sendable {
  /// Threads of a run, since no other run goes on beside it. The results are those of one thread.
  static let threads: Int32 = 2

  private struct Weak {
    weak var file: SessionFile?
  }

  private let largeFile: Int
  private let files = Mutex<[String: Weak]>([:])
  /// Held during a run. Linux hands a lock on to the thread that has waited longest.
  private let turn = Mutex(())

  /// - Parameter largeFile: while a file of at least this many bytes runs, all others are closed,
  ///   since its run takes several times its own memory. They are opened again when they are
  ///   needed, in 0.05 to 0.3 s.
  package init(largeFile: Int = 20_000_000) { self.largeFile = largeFile }

  /// A file: that which is in use, else a new one.
  func file(_ path: String) -> SessionFile {
    files.withLock { files in
      if let file = files[path]?.file { return file }
      var status = stat()
      let isRead = path.withPath { stat($0, &status) } == 0
      let file = SessionFile(isLarge: isRead && status.st_size >= largeFile)
      files[path] = Weak(file: file)
      return file
    }
  }

  /// Calls `run` while no other run goes on and no file is opened.
  func alone<Value: Sendable, Failure>(
    _ run: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try turn.withLock { _ throws(Failure) in try run() }
  }

  /// The session of a file, opened if it is closed; closes all others if the file is large. Called
  /// in `alone`.
  func session<Failure>(
    of file: SessionFile, open: () throws(Failure) -> OnnxRuntime.OpenedSession
  ) throws(Failure) -> OnnxRuntime.OpenedSession {
    if file.isLarge {
      let others = files.withLock { $0.values.compactMap(\.file) }.filter { $0 !== file }
      for other in others { other.close() }
      FreedMemory.giveBack()
    }
    return try file.session { () throws(Failure) in
      // Opening a network frees a third of the memory that it takes.
      defer { FreedMemory.giveBack() }
      return try open()
    }
  }
}

/// A network's file, opened when it is needed.
final class SessionFile: Sendable {
  let isLarge: Bool
  private let opened = Mutex<OnnxRuntime.OpenedSession?>(nil)

  init(isLarge: Bool = false) { self.isLarge = isLarge }

  func session<Failure>(
    open: () throws(Failure) -> OnnxRuntime.OpenedSession
  ) throws(Failure) -> OnnxRuntime.OpenedSession {
    try opened.withLock { opened throws(Failure) in
      if let opened { return opened }
      let session = try open()
      opened = session
      return session
    }
  }

  func close() { opened.withLock { $0 = nil } }
}
