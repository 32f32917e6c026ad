internal import Glibc
internal import Synchronization

/// Standard error, to which some libraries write by themselves without FFmpeg's log: libjxl, and
/// dav1d within libheif.
///
/// Where FFmpeg is silent, the descriptor is redirected to nowhere while one of them runs.
public enum StandardError {
  private struct State {
    var own: Int32 = STDERR_FILENO
    var nowhere: Int32?
    var depth = 0
  }

  private static let state = Mutex(State())

  /// The descriptor for splash's own lines, valid also during such a redirection.
  public static var descriptor: Int32 { state.withLock(\.own) }

  /// Whether it is a terminal.
  public static var isTerminal: Bool { isatty(descriptor) != 0 }

  /// Silences such libraries from now on.
  static func silenceLibraries() {
    state.withLock { state in
      guard state.nowhere == nil else { return }
      let own = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard own >= 0, nowhere >= 0 else { return }
      (state.own, state.nowhere) = (own, nowhere)
    }
  }

  /// Calls a library that writes to standard error. Any thread.
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
