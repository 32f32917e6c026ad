/// Changes of a look during a run: other settings, and the effect on or off. Each takes effect with
/// the next frame.
struct LookSteering {
  /// Seconds from the first frame to the newest.
  private(set) var place = 0.0
  /// The settings to fade to from the next frame on, and the length of the fade.
  private(set) var order: (settings: SplashSettings, seconds: Double)?
  private(set) var isSteered = false
  private(set) var isOn = true
  /// The strength of the effect when it was last turned on or off.
  private var from = 1.0
  /// When that was; nil until the next frame.
  private var begin: Double?
  private var seconds = 0.0

  mutating func ask(for settings: SplashSettings, over seconds: Double) {
    order = (settings, seconds)
    isSteered = true
  }

  mutating func turn(on isOn: Bool?, over seconds: Double) {
    (from, begin, self.seconds) = (presence, nil, seconds)
    self.isOn = isOn ?? !self.isOn
    isSteered = true
  }

  /// Moves on to the next frame.
  ///
  /// - Returns: the settings and keyframes from now on; nil if they do not change.
  mutating func take(
    at place: Double, from timeline: LookTimeline?, _ settings: SplashSettings
  ) -> (SplashSettings, LookTimeline?)? {
    self.place = place
    begin = begin ?? place
    guard let order = order.take() else { return nil }
    let before = timeline?.moment(at: place).nearest ?? settings
    return (
      order.settings,
      LookTimeline(from: before, to: order.settings, at: place, over: order.seconds)
    )
  }

  /// The strength of the effect, 0…1.
  var presence: Double {
    guard let begin else { return from }
    let share = seconds > 0 ? min(max((place - begin) / seconds, 0), 1) : 1
    return from + share * ((isOn ? 1 : 0) - from)
  }
}

extension LookTimeline {
  /// A timeline of one fade between valid settings.
  fileprivate init(
    from: SplashSettings, to settings: SplashSettings, at time: Double, over seconds: Double
  ) {
    base = from
    entries = [Entry(time: time, transition: seconds, settings: settings)]
  }

  /// The settings of the last keyframe at or before a time.
  func settings(at time: Double) -> SplashSettings {
    entries.last { $0.time <= time }?.settings ?? base
  }
}

extension LookTimeline.Moment {
  /// The settings, or those that weigh more in a cross-fade.
  fileprivate var nearest: SplashSettings {
    switch self {
    case .settings(let settings): settings
    case .crossfade(let from, let to, let share): share < 0.5 ? from : to
    }
  }
}
