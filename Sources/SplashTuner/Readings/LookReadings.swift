internal import SplashFilter
internal import Synchronization

/// What the filter said of the last picture. Any thread.
final class LookReadings: Sendable {
  private let state = Mutex(Reading())

  struct Reading {
    var gains = Gains()
    /// Share of the picture that was kept, 0…1.
    var kept: Double?
    var flicker: Double?
    /// Where windows that go with what is followed were, as displayed.
    var windows: [Selection: Region] = [:]
  }

  var last: Reading {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
