internal import Synchronization

/// Where a filter takes its settings from and leaves what it found. Any thread.
public final class LookControl: Sendable {
  private let state: Mutex<State>

  private struct State {
    var settings: SplashSettings
    var timeline: LookTimeline?
    var gains = Gains()
    var kept, keptLast: Double?
    var flicker: Double?
    var hint: HueRange?
    var seesColor = false
    var isBalanceSaid = false
    var past = ObjectPast()
  }

  private let onLargeBalance: @Sendable (Gains) -> Void

  /// - Parameters:
  ///   - settings: validated.
  ///   - onLargeBalance: told once, when the light that was found in the pictures first has gains
  ///     of which the largest is 1.5 times the smallest or more.
  public init(
    _ settings: SplashSettings, onLargeBalance: @escaping @Sendable (Gains) -> Void = { _ in }
  ) {
    state = Mutex(State(settings: settings))
    self.onLargeBalance = onLargeBalance
  }

  /// Look settings; a change counts from the next picture on.
  public var settings: SplashSettings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// Settings in time, in place of those; a change counts from the next picture on.
  public var timeline: LookTimeline? {
    get { state.withLock { $0.timeline } }
    set { state.withLock { $0.timeline = newValue } }
  }

  /// What is to be seen at a place.
  ///
  /// - Parameter place: seconds from the first picture on.
  func moment(at place: Double) -> LookTimeline.Moment {
    state.withLock { $0.timeline?.moment(at: place) ?? .settings($0.settings) }
  }

  /// The gains that the last picture's gate used.
  public var gains: Gains { state.withLock { $0.gains } }

  /// Mean share of the picture that was kept, 0…1; nil before the first picture with colors.
  public var kept: Double? { state.withLock { $0.kept } }

  /// The same of the last picture alone; of some rows of it where mask and result are made in one
  /// pass.
  public var keptLast: Double? { state.withLock { $0.keptLast } }

  /// Mean share of mask samples that changed by more than a quarter between neighboring pictures;
  /// nil before the second one. Where nothing but the hues makes the mask and the result is
  /// shown it is that of some rows of the mask.
  public var flicker: Double? { state.withLock { $0.flicker } }

  /// Where less than 0.1 % of the pictures was kept, the nearest hue to those wanted that they have
  /// much of; nil where more was kept, with `invert`, and for pictures without such a hue.
  public var hint: HueRange? { state.withLock { $0.hint } }

  /// Where next to nothing was kept: whether the pictures have color at all.
  public var seesColor: Bool { state.withLock { $0.seesColor } }

  /// Where objects are before the times from which they are named.
  package var past: ObjectPast {
    get { state.withLock { $0.past } }
    set { state.withLock { $0.past = newValue } }
  }

  func report(_ look: Look, gains: Gains) {
    let isNews = state.withLock {
      ($0.gains, $0.kept, $0.flicker) = (gains, look.kept, look.flicker)
      $0.keptLast = look.keptLast
      ($0.hint, $0.seesColor) = (look.hint($0.settings), look.seesColor)
      guard !$0.isBalanceSaid, $0.settings.whiteBalance == .grayWorld, gains.areLarge else {
        return false
      }
      $0.isBalanceSaid = true
      return true
    }
    if isNews { onLargeBalance(gains) }
  }
}
