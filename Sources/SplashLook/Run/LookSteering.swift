/// What somebody asks of a look while it runs: other settings, and the effect on or off. Each counts
/// from the next picture on.
struct LookSteering {
  /// Seconds from the first picture to the newest.
  private(set) var place = 0.0
  /// The settings that the next picture goes over to, and in how many seconds.
  private(set) var order: (settings: SplashSettings, seconds: Double)?
  private(set) var isSteered = false
  private(set) var isOn = true
  /// How much of the effect was there when it was turned on or off.
  private var from = 1.0
  /// When that was; nil where the next picture is the first that knows of it.
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

  /// Goes on to the next picture.
  ///
  /// - Returns: what takes the place of settings and keys from now on; nil where they stay.
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

  /// How much of the effect is to be seen, 0…1.
  var presence: Double {
    guard let begin else { return from }
    let share = seconds > 0 ? min(max((place - begin) / seconds, 0), 1) : 1
    return from + share * ((isOn ? 1 : 0) - from)
  }
}

extension LookTimeline {
  /// One fade between settings that are validated.
  fileprivate init(
    from: SplashSettings, to settings: SplashSettings, at time: Double, over seconds: Double
  ) {
    base = from
    entries = [Entry(time: time, transition: seconds, settings: settings)]
  }

  /// The settings that hold from the last key before a time on.
  func settings(at time: Double) -> SplashSettings {
    entries.last { $0.time <= time }?.settings ?? base
  }
}

extension LookTimeline.Moment {
  /// Of two looks the one of which more is to be seen.
  fileprivate var nearest: SplashSettings {
    switch self {
    case .settings(let settings): settings
    case .crossfade(let from, let to, let share): share < 0.5 ? from : to
    }
  }
}
