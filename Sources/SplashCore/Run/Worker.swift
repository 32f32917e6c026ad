internal import Glibc
internal import Synchronization

/// A thread. Unlike Foundation's it says when the system gives none.
///
/// Its stack is given back by `join` or, where nobody holds the worker any more, when its body ends.
package final class Worker: Sendable {
  private let thread: pthread_t
  private let isJoined = Atomic(false)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: for debuggers; Linux shows 15 bytes of it.
  ///   - body: what it does; the thread ends with it.
  /// - Throws: `SplashError` of kind failure when the system has no thread to give.
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

  /// Waits for its end. Call it once.
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

    /// What Linux shows of a thread; Swift's Glibc leaves the call for it out.
    func sayName() {
      let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      _ = write(file, name, strlen(name))
      close(file)
    }
  }
}
