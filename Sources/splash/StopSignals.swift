import Foundation
import Glibc
import SplashCore
import Synchronization

/// Ctrl-C, SIGTERM and a closed terminal: the first ends the run in good order, the second ends the
/// program at once.
///
/// From `init` on no signal is lost. One that comes before there is a run is kept for it, but not
/// longer than `patience`: an address that does not answer and a thing that is followed back can be
/// given up. SIGUSR1 turns the effect off and on.
final class StopSignals: Sendable {
  /// Seconds that a signal before the run waits for it: with what ends the process, less than one.
  private static let patience = 0.8

  private let state = Mutex(State())
  private let signals: sigset_t

  private struct State {
    var stop: (@Sendable () -> Void)?
    var toggle: (@Sendable () -> Void)?
    var received = 0
    var first: Int32?
  }

  /// Call it before the first other thread starts, so that all of them leave the signals to this
  /// one.
  ///
  /// - Parameter toggles: whether SIGUSR1 is waited for too; else it stays ignored.
  /// - Throws: `SplashError` when there is no thread to wait for them.
  init(toggles: Bool = false) throws {
    var signals = sigset_t()
    sigemptyset(&signals)
    if toggles { sigaddset(&signals, SIGUSR1) }
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_DFL)
      sigaddset(&signals, number)
    }
    // `nohup` has a program ignore the end of its terminal, and that stays so.
    var hangup = sigaction()
    sigaction(SIGHUP, nil, &hangup)
    if !hangup.isIgnored { sigaddset(&signals, SIGHUP) }
    self.signals = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // An ignored signal need not reach who waits for it.
    if toggles { signal(SIGUSR1, SIG_DFL) }
    _ = try Worker("signals") { self.wait() }
  }

  /// Says what ends the run in good order. It is called at once if a signal has come already.
  func onStop(_ stop: @escaping @Sendable () -> Void) {
    let isDue = state.withLock { state in
      state.stop = stop
      return state.received > 0
    }
    if isDue { stop() }
  }

  /// Says what SIGUSR1 does; nothing until then.
  func onToggle(_ toggle: @escaping @Sendable () -> Void) {
    state.withLock { $0.toggle = toggle }
  }

  /// The exit status of what was ended by a signal before it was done, as shells have it: 130 by
  /// Ctrl-C. Nil as long as none has come.
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

/// A signal ended the run before it was done, and all that is to be said has been.
struct Stopped: Error {
  let status: Int32
}
