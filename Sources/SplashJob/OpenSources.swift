internal import SplashCore
internal import Synchronization

/// Sources that are read while pictures are drawn, where a stop has to reach them. Any thread.
final class OpenSources: Sendable {
  /// Any thread may interrupt a source, and nothing else of it is called here.
  private struct Held: @unchecked Sendable {
    weak var source: (any FrameSource)?
  }

  private struct State {
    var held: [Held] = []
    var isInterrupted = false
  }

  private let state = Mutex(State())

  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Takes a source that was opened; it is forgotten when it is gone.
  func add(_ source: any FrameSource) {
    let held = Held(source: source)
    let isInterrupted = state.withLock { state in
      state.held.removeAll { $0.source == nil }
      state.held.append(held)
      return state.isInterrupted
    }
    if isInterrupted { source.interrupt() }
  }

  /// Has all of them, and those that come later, say that their end has come.
  func interrupt() {
    let held = state.withLock { state in
      state.isInterrupted = true
      return state.held
    }
    for held in held { held.source?.interrupt() }
  }
}
