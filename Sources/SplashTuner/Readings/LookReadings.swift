internal import SplashFilter
internal import Synchronization

/// What the filter said of the last picture. Any thread.
final class LookReadings: Sendable {
  private let state = Mutex<(gains: Gains, flicker: Double?)>((Gains(), nil))

  var gains: Gains { state.withLock { $0.gains } }
  var flicker: Double? { state.withLock { $0.flicker } }

  func set(gains: Gains, flicker: Double?) { state.withLock { $0 = (gains, flicker) } }
}
