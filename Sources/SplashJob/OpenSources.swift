internal import Synchronization

/// Sources that are read while frames are drawn, which a stop has to interrupt. Any thread.
final class OpenSources: Sendable {
  /// Any thread may interrupt a source, and no other method is called here.
  private struct Held: @unchecked Sendable {
    weak var source: (any FrameSource)?
  }

  private struct State {
    var held: [Held] = []
    var isInterrupted = false
  }

  private let state = Mutex(State())

  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Registers an opened source; it is held weakly.
  func add(_ source: any FrameSource) {
    let held = Held(source: source)
    let isInterrupted = state.withLock { state in
      state.held.removeAll { $0.source == nil }
      state.held.append(held)
      return state.isInterrupted
    }
    if isInterrupted { source.interrupt() }
  }

  /// Interrupts all registered sources, and those registered later.
  func interrupt() {
    let held = state.withLock { state in
      state.isInterrupted = true
      return state.held
    }
    for held in held { held.source?.interrupt() }
  }
}
