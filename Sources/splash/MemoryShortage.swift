import Glibc

/// Handles lack of memory. Swift aborts then, and some libraries write to a null pointer.
enum MemoryShortage {
  private static let line: StaticString =
    "splash: the system gives no more memory; close other programs, or raise the limit (ulimit -v)\n"
  /// Earlier signal actions, by signal number.
  private nonisolated(unsafe) static let before = UnsafeMutablePointer<sigaction>.allocate(
    capacity: 32)
  /// Bytes of a test allocation that fails when memory is short.
  private static let probe = 64 << 20

  /// Ends the program with a line and status 1 where it crashes for lack of memory; other crashes
  /// end as usual.
  static func end() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let room = mmap(
        nil, MemoryShortage.probe, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard room == MAP_FAILED else {
        _ = munmap(room, MemoryShortage.probe)
        sigaction(number, MemoryShortage.before + Int(number), nil)
        raise(number)
        return
      }
      let line = MemoryShortage.line
      _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
      _exit(1)
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_NODEFER))
    for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV] {
      sigaction(number, &action, before + Int(number))
    }
  }
}
