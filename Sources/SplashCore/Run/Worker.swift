internal import Glibc
internal import Synchronization

/// A thread. Unlike Foundation's it reports if the system cannot start it.
///
/// Its stack is freed by `join` or, if the worker is released before, when its body ends.
package final class Worker: Sendable {
  private let thread: pthread_t
  private let isJoined = Atomic(false)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: for debuggers; Linux shows 15 bytes of it.
  ///   - body: runs on the thread, which ends with it.
  /// - Throws: `SplashError` of kind failure if the system cannot start a thread.
  package init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SplashError) {
    let work = Unmanaged.passRetained(Work(name, body))
    var thread: pthread_t = 0
    let code = pthread_create(
      &thread, nil,
      { opaque in
        let work = Unmanaged<Work>.fromOpaque(opaque!).takeRetainedValue()
        work.sayName()
        work.body()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw SplashError(
        .failure, "cannot start the thread \"\(name)\"", cause: systemMessage(code),
        remedy: "close other programs, or raise the limit (ulimit -u)")
    }
    self.thread = thread
  }

  /// Waits for the thread to end. Call it once.
  package func join() {
    isJoined.store(true, ordering: .relaxed)
    pthread_join(thread, nil)
  }

  deinit {
    if !isJoined.load(ordering: .relaxed) { pthread_detach(thread) }
  }

  private final class Work {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    /// Sets the thread's name in Linux; Swift's Glibc lacks the function for it.
    func sayName() {
      let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      _ = write(file, name, strlen(name))
      close(file)
    }
  }
}
