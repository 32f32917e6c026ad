internal import Synchronization

/// The filter's readings of the last frame. Any thread.
final class LookReadings: Sendable {
  private let state = Mutex(Reading())

  struct Reading {
    var gains = Gains()
    /// Kept share of the frame, 0…1.
    var kept: Double?
    var flicker: Double?
    /// Positions of windows that follow a selection, as displayed.
    var windows: [Selection: Region] = [:]
  }

  var last: Reading {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
