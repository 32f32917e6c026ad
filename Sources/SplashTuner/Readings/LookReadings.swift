internal import SplashFilter
internal import Synchronization

/// What the filter said of the last picture. Any thread.
final class LookReadings: Sendable {
  private let state = Mutex<(gains: Gains, kept: Double?, flicker: Double?)>((Gains(), nil, nil))

  var gains: Gains { state.withLock { $0.gains } }
  /// Share of the last picture that was kept, 0…1.
  var kept: Double? { state.withLock { $0.kept } }
  var flicker: Double? { state.withLock { $0.flicker } }

  func set(gains: Gains, kept: Double?, flicker: Double?) {
    state.withLock { $0 = (gains, kept, flicker) }
  }
}
