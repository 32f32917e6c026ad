import Foundation
import Glibc
import SplashCore
import Synchronization

/// Ctrl-C, SIGTERM and a closed terminal: the first signal ends the run in good order, the second
/// ends the program at once.
///
/// From `init` on no signal is lost. One that comes before the run starts is kept for it, but not
/// longer than `patience`, since opening an address or tracking an object back may take long.
/// SIGUSR1 turns the effect off and on.
final class StopSignals: Sendable {
  /// Maximum seconds for which a signal waits for the run to start: with the end of the process,
  /// less than one second.
  private static let patience = 0.8

  private let state = Mutex(State())
  private let signals: sigset_t

  private struct State {
    var stop: (@Sendable () -> Void)?
    var toggle: (@Sendable () -> Void)?
    var received = 0
    var first: Int32?
  }

  /// Call it before any other thread starts, so that all others leave the signals to this one.
  ///
  /// - Parameter toggles: whether SIGUSR1 toggles the effect; else it stays ignored.
  /// - Throws: `SplashError` when the system has no thread to wait for them.
  init(toggles: Bool = false) throws {
    var signals = sigset_t()
    sigemptyset(&signals)
    if toggles { sigaddset(&signals, SIGUSR1) }
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_DFL)
      sigaddset(&signals, number)
    }
    // `nohup` makes a program ignore SIGHUP, and that is kept.
    var hangup = sigaction()
    sigaction(SIGHUP, nil, &hangup)
    if !hangup.isIgnored { sigaddset(&signals, SIGHUP) }
    self.signals = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // An ignored signal may not reach the waiting thread.
    if toggles { signal(SIGUSR1, SIG_DFL) }
    _ = try Worker("signals") { self.wait() }
  }

  /// Sets the closure that ends the run in good order. It is called at once if a signal has come
  /// already.
  func onStop(_ stop: @escaping @Sendable () -> Void) {
    let isDue = state.withLock { state in
      state.stop = stop
      return state.received > 0
    }
    if isDue { stop() }
  }

  /// Sets the closure for SIGUSR1, which does nothing before.
  func onToggle(_ toggle: @escaping @Sendable () -> Void) {
    state.withLock { $0.toggle = toggle }
  }

  /// The exit status after a signal, as in shells: 130 for Ctrl-C. Nil while no signal has come.
  var status: Int32? { state.withLock { $0.first.map { 128 + $0 } } }

  private func wait() -> Never {
    while true {
      var (signals, number) = (signals, Int32(0))
      sigwait(&signals, &number)
      if number == SIGUSR1 {
        state.withLock { $0.toggle }?()
        continue
      }
      let (isFirst, stop) = state.withLock { state in
        state.received += 1
        state.first = state.first ?? number
        return (state.received == 1, state.stop)
      }
      guard isFirst else { _exit(128 + number) }
      if let stop {
        stop()
      } else {
        let status = 128 + number
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) {
          if self.state.withLock({ $0.stop == nil }) { _exit(status) }
        }
      }
    }
  }
}

extension sigaction {
  fileprivate var isIgnored: Bool {
    unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The error for a run that a signal ended; all messages have been printed.
struct Stopped: Error {
  let status: Int32
}
