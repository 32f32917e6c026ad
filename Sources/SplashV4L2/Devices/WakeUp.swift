internal import CV4L2
internal import Glibc

/// Ends a wait from another thread, once and for all.
final class WakeUp: Sendable {
  private let event: Int32

  init() {
    event = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(event >= 0, "no more file descriptors")
  }

  deinit { close(event) }

  func signal() { eventfd_write(event, 1) }

  var isSignalled: Bool {
    if case .signalled = wait(seconds: 0) { return true }
    return false
  }

  enum Outcome {
    case signalled
    case timedOut
    /// The file is ready, with these events.
    case ready(Int32)
  }

  /// Waits for a file to become ready, for at most this many seconds.
  func wait(for file: Int32 = -1, events: Int32 = POLLIN, seconds: Double) -> Outcome {
    var files = [
      pollfd(fd: event, events: Int16(POLLIN), revents: 0),
      pollfd(fd: file, events: Int16(events), revents: 0),
    ]
    let deadline = monotonicNanoseconds() + UInt64(seconds * 1e9)
    while true {
      let remaining = deadline - min(monotonicNanoseconds(), deadline)
      let count = poll(&files, 2, Int32(clamping: (remaining + 999_999) / 1_000_000))
      if count < 0 && errno == EINTR { continue }
      if files[0].revents != 0 { return .signalled }
      return files[1].revents == 0 ? .timedOut : .ready(Int32(files[1].revents))
    }
  }
}
