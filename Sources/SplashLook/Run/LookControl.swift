internal import Synchronization

/// The settings of a filter, and its measurements. Any thread.
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
    var found: [Selection: Bool] = [:]
  }

  private let onLargeBalance: @Sendable (Gains) -> Void

  /// - Parameters:
  ///   - settings: validated.
  ///   - onLargeBalance: called once, if the first measured light has gains of which the largest is
  ///     at least 1.5 times the smallest.
  public init(
    _ settings: SplashSettings, onLargeBalance: @escaping @Sendable (Gains) -> Void = { _ in }
  ) {
    state = Mutex(State(settings: settings))
    self.onLargeBalance = onLargeBalance
  }

  /// Look settings; a change takes effect with the next frame.
  public var settings: SplashSettings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// Settings with keyframes, used instead of `settings`; a change takes effect with the next
  /// frame.
  public var timeline: LookTimeline? {
    get { state.withLock { $0.timeline } }
    set { state.withLock { $0.timeline = newValue } }
  }

  /// What is shown at a time.
  ///
  /// - Parameter place: seconds from the first frame on.
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

  /// The current settings, or the ones that a change will lead to.
  package var present: SplashSettings { state.withLock(\.present) }

  /// Seconds from the first frame to the last one drawn.
  package var place: Double { state.withLock { $0.steering.place } }

  /// Whether the look was changed during the run.
  package var isSteered: Bool { state.withLock { $0.steering.isSteered } }

  /// Fades to other settings from the next frame on, in place of all keyframes. If another fade is
  /// in progress, the new one starts from what is shown.
  ///
  /// - Parameters:
  ///   - base: the settings that the new ones are based on.
  ///   - settings: validated.
  ///   - seconds: length of the fade.
  /// - Returns: false if the current settings are no longer equal to the base; nothing is changed
  ///   then.
  package func steer(
    from base: SplashSettings, to settings: SplashSettings, over seconds: Double
  ) -> Bool {
    state.withLock { state in
      guard state.present == base else { return false }
      state.steering.ask(for: settings, over: seconds)
      return true
    }
  }

  /// Turns the effect off or on, from the next frame on.
  ///
  /// - Parameters:
  ///   - isOn: nil to toggle.
  ///   - seconds: length of the fade.
  package func turn(on isOn: Bool?, over seconds: Double) {
    state.withLock { $0.steering.turn(on: isOn, over: seconds) }
  }

  /// Whether the effect is on, or being turned on.
  package var isOn: Bool { state.withLock { $0.steering.isOn } }

  /// The strength of the effect, 0…1, at the time of the last `moment`.
  var presence: Double { state.withLock { $0.steering.presence } }

  /// Whether `onLargeBalance` was called.
  package var correctsCast: Bool { state.withLock { $0.isBalanceSaid } }

  /// The white balance gains for selecting colors in the last frame.
  public var gains: Gains { state.withLock { $0.gains } }

  /// Whether the light could be measured up to the last frame; false after a cut until it can, and
  /// if the settings do not measure it.
  public var knowsLight: Bool { state.withLock { $0.knowsLight } }

  /// Mean selected share of the frames, 0…1; nil before the first frame with color.
  public var kept: Double? { state.withLock { $0.kept } }

  /// The selected share of the last frame; measured in some rows if mask and result are made in one
  /// pass.
  public var keptLast: Double? { state.withLock { $0.keptLast } }

  /// Mean share of mask samples that changed by more than a quarter from frame to frame; nil before
  /// the second frame. If only hues make the mask and the result is shown, it is measured in some
  /// rows.
  public var flicker: Double? { state.withLock { $0.flicker } }

  /// If less than 0.1 % of the frames was selected, the hue nearest to the wanted ones that is
  /// frequent in them; nil if more was selected, with `invert`, or if there is no such hue.
  public var hint: HueRange? { state.withLock { $0.hint } }

  /// If next to nothing was selected, whether the frames have color at all.
  public var seesColor: Bool { state.withLock { $0.seesColor } }

  /// Whether to find the center of the selection, which reads more of the mask.
  package var findsMiddle: Bool {
    get { state.withLock { $0.findsMiddle } }
    set { state.withLock { $0.findsMiddle = newValue } }
  }

  /// The center of the selection in the last frame, as shares of the stored width and height; nil
  /// if nothing was selected, or `findsMiddle` is false.
  package var middle: (x: Double, y: Double)? { state.withLock { $0.middle } }

  /// The regions of windows that move with a tracked selection, in the last frame, as displayed.
  package var windows: [Selection: Region] { state.withLock { $0.windows } }

  /// The people, faces and subjects that networks looked for, and whether any was found so far.
  package var found: [Selection: Bool] { state.withLock { $0.found } }

  /// Notes what networks found in a frame.
  ///
  /// - Parameters:
  ///   - selections: of the frame's settings.
  ///   - masks: a selection without a mask was not found.
  package func note(_ selections: [Selection], in masks: [Selection: MaskPlane]) {
    let known = found
    for selection in selections where selection.isKind && known[selection] != true {
      let isFound = masks[selection]?.selectsMore(than: Self.leastFound) ?? false
      state.withLock { $0.found[selection] = isFound }
    }
  }

  /// The share of a frame that something found has at least; networks select less by mistake.
  private static let leastFound = 1e-4

  /// Where objects are in frames before the times at which they are named.
  package var past: ObjectPast {
    get { state.withLock { $0.past } }
    set { state.withLock { $0.past = newValue } }
  }

  /// Where things are in frames before the times at which they are named.
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
