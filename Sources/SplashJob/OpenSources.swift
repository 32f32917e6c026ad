internal import SplashCore
internal import Synchronization

/// Sources that are read while pictures are drawn, where a stop has to reach them. Any thread.
final class OpenSources: Sendable {
  private struct State: ~Copyable {
    /// Each interrupts a source, unless that is gone.
    var interrupts: [(isGone: @Sendable () -> Bool, call: @Sendable () -> Void)] = []
    var isInterrupted = false
  }

  private let state = Mutex(State())

  /// Takes a source that was opened.
  func add(_ source: any FrameSource) {
    // Any thread may call it, and nothing else of the source is called here.
    nonisolated(unsafe) weak let source = source
    let interrupt: @Sendable () -> Void = { source?.interrupt() }
    let isInterrupted = state.withLock { state in
      state.interrupts.removeAll { $0.isGone() }
      state.interrupts.append((isGone: { source == nil }, call: interrupt))
      return state.isInterrupted
    }
    if isInterrupted { interrupt() }
  }

  /// Has all of them, and those that come later, say that their end has come.
  func interrupt() {
    let interrupts = state.withLock { state in
      state.isInterrupted = true
      return state.interrupts
    }
    for interrupt in interrupts { interrupt.call() }
  }
}
