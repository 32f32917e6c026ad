internal import Dispatch
internal import Synchronization

/// The last filter: freezes the frame, and hands frames to callers that ask for one.
// The frozen frame belongs to the filter thread; the lock guards the rest.
final class PictureTap: FrameFilter, @unchecked Sendable {
  private struct State {
    var isFrozen = false
    var waiting: [Waiter] = []
  }

  /// A caller that waits for a frame.
  private final class Waiter: Sendable {
    let arrival = DispatchSemaphore(value: 0)
    /// Hands the frame to the caller's thread.
    let box = BoundedQueue(pictures: 1, policy: .newestWins)
  }

  private let state = Mutex(State())
  private var held: Frame?

  /// Whether outputs get the same frame again and again, at the times of the incoming ones. The
  /// next frame is the one that is frozen.
  var isFrozen: Bool {
    get { state.withLock { $0.isFrozen } }
    set { state.withLock { $0.isFrozen = newValue } }
  }

  /// Whether a caller waits for a frame. Any thread.
  var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

  func apply(to frame: inout Frame, _ clock: StageClock) throws {
    if frame.isPrelude { return }
    let (isFrozen, waiting) = state.withLock { state in
      defer { state.waiting = [] }
      return (state.isFrozen, state.waiting)
    }
    if isFrozen {
      let still = held.take() ?? Frame(sharing: frame)
      var shown = Frame(sharing: still)
      shown.copyProperties(of: frame)
      frame = shown
      held = consume still
    } else {
      held = nil
    }
    for waiter in waiting {
      var copy = Frame(sharing: frame)
      copy.record = nil
      _ = waiter.box.put(.picture(copy))
      waiter.arrival.signal()
    }
  }

  /// The next frame as outputs get it; nil where none comes within some seconds. Any thread but the
  /// filter's.
  func next(within seconds: Double) -> Frame? {
    let waiter = Waiter()
    state.withLock { $0.waiting.append(waiter) }
    let outcome = waiter.arrival.wait(timeout: .now() + seconds)
    guard outcome == .success, let item = waiter.box.take(), case .picture(let frame) = consume item
    else {
      state.withLock { $0.waiting.removeAll { $0 === waiter } }
      return nil
    }
    return frame
  }
}
