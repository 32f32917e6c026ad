internal import Dispatch
internal import SplashCore
internal import Synchronization

/// The last of the filters: holds the picture still, and gives pictures to whoever asks for one.
// The picture that is held is the filter thread's own; the rest is under the lock.
final class PictureTap: FrameFilter, @unchecked Sendable {
  private struct State {
    var isFrozen = false
    var waiting: [Waiter] = []
  }

  /// Somebody who waits for a picture.
  private final class Waiter: Sendable {
    let arrival = DispatchSemaphore(value: 0)
    /// The picture, which another thread takes.
    let box = BoundedQueue(pictures: 1, policy: .newestWins)
  }

  private let state = Mutex(State())
  private var held: Frame?

  /// Whether outputs get one picture again and again, at the times of those that come. It is the
  /// next one.
  var isFrozen: Bool {
    get { state.withLock { $0.isFrozen } }
    set { state.withLock { $0.isFrozen = newValue } }
  }

  /// Whether somebody waits for a picture. Any thread.
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

  /// The next picture as outputs get it; nil where none comes in some seconds. Any thread but the
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
