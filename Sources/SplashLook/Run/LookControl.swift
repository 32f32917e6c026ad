internal import Synchronization

/// Where a filter takes its settings from and leaves what it found. Any thread.
public final class LookControl: Sendable {
  private let state: Mutex<State>

  fileprivate struct State {
    var settings: SplashSettings
    var timeline: LookTimeline?
    var gains = Gains()
    var knowsLight = false
    var kept, keptLast: Double?
    var flicker: Double?
    var hint: HueRange?
    var seesColor = false
    var isBalanceSaid = false
    var past = ObjectPast()
    var thingPast = ThingPast()
    var steering = LookSteering()
    var findsMiddle = false
    var middle: (x: Double, y: Double)?
    var windows: [Selection: Region] = [:]
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
    state.withLock { state in
      if let (settings, timeline) = state.steering.take(
        at: place, from: state.timeline, state.settings)
      {
        (state.settings, state.timeline) = (settings, timeline)
      }
      return state.timeline?.moment(at: place) ?? .settings(state.settings)
    }
  }

  /// The settings that hold, or will when those that were asked for have come.
  package var present: SplashSettings { state.withLock(\.present) }

  /// Seconds from the first picture to the last one that was shown.
  package var place: Double { state.withLock { $0.steering.place } }

  /// Whether somebody has changed the look of a run that goes on.
  package var isSteered: Bool { state.withLock { $0.steering.isSteered } }

  /// Goes over to other settings from the next picture on, in place of all keys in time; a fade that
  /// is under way goes on from what is to be seen of it.
  ///
  /// - Parameters:
  ///   - base: what the settings were made of.
  ///   - settings: validated.
  ///   - seconds: how long the fade takes.
  /// - Returns: false where the present settings are others than the base by now, and nothing has
  ///   changed.
  package func steer(
    from base: SplashSettings, to settings: SplashSettings, over seconds: Double
  ) -> Bool {
    state.withLock { state in
      guard state.present == base else { return false }
      state.steering.ask(for: settings, over: seconds)
      return true
    }
  }

  /// Takes the effect away or brings it back, from the next picture on.
  ///
  /// - Parameters:
  ///   - isOn: nil for the contrary of what was asked for last.
  ///   - seconds: how long the fade takes.
  package func turn(on isOn: Bool?, over seconds: Double) {
    state.withLock { $0.steering.turn(on: isOn, over: seconds) }
  }

  /// Whether the effect is on, or on its way.
  package var isOn: Bool { state.withLock { $0.steering.isOn } }

  /// How much of the effect is to be seen, 0…1; at the place of the last `moment`.
  var presence: Double { state.withLock { $0.steering.presence } }

  /// The gains that the last picture's gate used.
  public var gains: Gains { state.withLock { $0.gains } }

  /// Whether pictures up to the last one have told their light; it is false after a cut to one that
  /// does not, and where the settings do not measure it.
  public var knowsLight: Bool { state.withLock { $0.knowsLight } }

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

  /// Whether the middle of what is kept is to be found, which reads more of the mask.
  package var findsMiddle: Bool {
    get { state.withLock { $0.findsMiddle } }
    set { state.withLock { $0.findsMiddle = newValue } }
  }

  /// The middle of what was kept in the last picture, as shares of its stored width and height; nil
  /// where nothing was, or it was not to be found.
  package var middle: (x: Double, y: Double)? { state.withLock { $0.middle } }

  /// Where windows that go with what is followed were in the last picture, as displayed.
  package var windows: [Selection: Region] { state.withLock { $0.windows } }

  /// Where objects are before the times from which they are named.
  package var past: ObjectPast {
    get { state.withLock { $0.past } }
    set { state.withLock { $0.past = newValue } }
  }

  /// Where things are before the times from which they are named.
  package var thingPast: ThingPast {
    get { state.withLock { $0.thingPast } }
    set { state.withLock { $0.thingPast = newValue } }
  }

  func report(_ look: Look, gains: Gains) {
    let isNews = state.withLock {
      ($0.gains, $0.kept, $0.flicker) = (gains, look.kept, look.flicker)
      $0.knowsLight = look.knowsLight
      ($0.keptLast, $0.middle, $0.windows) = (look.keptLast, look.middle, look.movedWindows)
      ($0.hint, $0.seesColor) = (look.hint($0.settings), look.seesColor)
      guard !$0.isBalanceSaid, $0.settings.whiteBalance.estimates, gains.areLarge else {
        return false
      }
      $0.isBalanceSaid = true
      return true
    }
    if isNews { onLargeBalance(gains) }
  }
}

extension LookControl.State {
  fileprivate var present: SplashSettings {
    steering.order?.settings ?? timeline?.settings(at: steering.place) ?? settings
  }
}
