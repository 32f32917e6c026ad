internal import Glibc
internal import Synchronization

/// Standard error, which some libraries write to by themselves and past FFmpeg's log: libjxl, and
/// dav1d within libheif.
///
/// Where FFmpeg is silent they are too: while one of them is at work, the descriptor leads nowhere.
public enum StandardError {
  private struct State {
    var own: Int32 = STDERR_FILENO
    var nowhere: Int32?
    var depth = 0
  }

  private static let state = Mutex(State())

  /// Where own lines go meanwhile, and at any other time.
  public static var descriptor: Int32 { state.withLock(\.own) }

  /// Whether somebody reads them on a terminal.
  public static var isTerminal: Bool { isatty(descriptor) != 0 }

  /// Has libraries be silent from now on.
  static func silenceLibraries() {
    state.withLock { state in
      guard state.nowhere == nil else { return }
      let own = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard own >= 0, nowhere >= 0 else { return }
      (state.own, state.nowhere) = (own, nowhere)
    }
  }

  /// Makes calls of a library that writes to standard error. Any thread.
  package static func withoutLibraries<Result, Failure>(
    _ calls: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    step(1)
    defer { step(-1) }
    return try calls()
  }

  private static func step(_ count: Int) {
    state.withLock { state in
      guard let nowhere = state.nowhere else { return }
      let before = state.depth
      state.depth = max(0, before + count)
      guard (before == 0) != (state.depth == 0) else { return }
      dup2(state.depth == 0 ? state.own : nowhere, STDERR_FILENO)
    }
  }
}
