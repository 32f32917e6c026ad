/// Makes the frames for outputs and browsers, and keeps the source frames for the eyedropper.
///
/// Without outputs the browsers' view replaces the result. With outputs, these get the result
/// whatever the browsers' view, and another view is drawn besides.
final class TunerFilter: FrameFilter {
  private let look: SharedLook
  private let history: PictureHistory
  private let readings: LookReadings
  private let hasOutputs: Bool
  private let transport: any Transport
  private let start: Double
  private let renewal: Renewal
  private let hasEnded: Flag
  private let make: (LookControl) -> Splash
  private let control: LookControl
  private var splash: Splash
  private var filter: ViewFilter
  /// The filter of a view besides the result.
  private var aside: (control: LookControl, filter: ViewFilter)?
  private let converter = FormatConverter(needsColor: true)
  private var flicker = FlickerWindow()
  private var position: Double?
  /// Whether a file of the settings could not be read for the last frame.
  private var hasFailed = false
  /// Subjects whose first frame the filter has seen.
  private var begun: Set<Selection> = []

  /// Seconds before a frame beyond which earlier frames do not affect its mask.
  private static let memory = 15.0
  /// Number of frames before a standing one at which networks look; earlier masks then count for
  /// less than a quarter, whatever the stability.
  private static let looks = 5

  /// - Parameters:
  ///   - transport: the source of the frames.
  ///   - start: time of the first frame in the clip, seconds.
  ///   - control: holds the settings and readings of the last frame.
  ///   - renewal: tells when files of the settings have to be read again.
  ///   - hasEnded: set when no more frames will be shown.
  ///   - make: makes a filter with a control.
  init(
    look: SharedLook, transport: any Transport, start: Double, control: LookControl,
    history: PictureHistory, readings: LookReadings, hasOutputs: Bool,
    renewal: Renewal, hasEnded: Flag, make: @escaping (LookControl) -> Splash
  ) {
    self.look = look
    self.transport = transport
    self.start = start
    self.control = control
    self.history = history
    self.readings = readings
    self.hasOutputs = hasOutputs
    self.renewal = renewal
    self.hasEnded = hasEnded
    self.make = make
    splash = make(control)
    filter = ViewFilter(of: splash)
  }

  func apply(to frame: inout Frame, _ clock: StageClock) throws {
    if let place = frame.presentationTime { look.follow(to: place) }
    let look = look.snapshot
    let source = Frame(sharing: frame)
    var settings = look.settings
    settings.show = hasOutputs ? .result : look.view.show
    control.settings = settings
    control.timeline = look.timeline.entries.isEmpty ? nil : look.timeline
    var stands = false
    do {
      stands = try beginAnewAfterJump(to: frame.presentationTime)
      let begins = begins(settings, at: frame.presentationTime)
      splash.subjectCall = stands || begins ? .awaited : .offered
      try filter.apply(to: &frame, clock)
      if hasFailed { renewal.tell(nil) }
      hasFailed = false
    } catch  where !hasOutputs && !settings.files.isEmpty {
      // A file of the settings may be missing: the source is shown until it is back.
      hasFailed = true
      renewal.tell("\(error)")
      frame = Frame(sharing: source)
    }
    transport.settle(!stands && settings.selections.contains(where: \.hasNetwork))
    flicker.add(control.flicker)
    readings.last = LookReadings.Reading(
      gains: control.gains, kept: control.keptLast, flicker: flicker.flicker,
      windows: control.windows)
    let shown = try view(look, of: source)
    history.append(source, shown: shown, revision: look.revision, view: look.view)
  }

  /// The frame for browsers where it is not the result. The mask is computed behind the source view
  /// too, so that it is stable when the result is shown again.
  private func view(_ look: SharedLook.Snapshot, of source: borrowing Frame) throws -> Frame? {
    if look.view == .source { return Frame(sharing: source) }
    guard hasOutputs, look.view.show != .result else {
      aside = nil
      return nil
    }
    let (control, filter) =
      aside
      ?? {
        let control = LookControl(look.settings)
        return (control, ViewFilter(of: make(control)))
      }()
    aside = (control, filter)
    control.settings = look.settings
    control.settings.show = look.view.show
    var shown = Frame(sharing: source)
    // A separate clock: drawing the view does not count as work for the outputs.
    try filter.apply(to: &shown, StageClock())
    return shown
  }

  /// Whether a subject's tracking begins at this frame, for which playback waits: a moment later
  /// something else may be at its place.
  private func begins(_ settings: SplashSettings, at position: Double?) -> Bool {
    guard !hasOutputs, transport.playback.isPlaying else { return false }
    let time = start + (position ?? 0)
    let due = settings.selections.filter { selection in
      guard selection.isFollowed, selection.hasNetwork else { return false }
      return selection.time ?? 0 <= time && !begun.contains(selection)
    }
    begun.formUnion(due)
    return !due.isEmpty
  }

  /// After a seek, and for the same frame again, draws the mask as if the frames before had gone
  /// through the filter with these settings, as in a run.
  ///
  /// - Returns: whether the frame stands, so that networks have time to run on it.
  private func beginAnewAfterJump(to position: Double?) throws -> Bool {
    defer { self.position = position }
    guard !hasOutputs, let position, let last = self.position else { return false }
    let isJump = history.takeJump(to: position)
    let isNew = renewal.take() || hasFailed
    guard isJump || isNew || position <= last else { return false }
    let before = history.before(position, within: Self.memory)
    if isJump, !isNew, before.last?.position == last { return false }
    let stands = !isJump && position == last && !transport.playback.isPlaying
    splash = make(control)
    filter = ViewFilter(of: splash)
    begun = []
    flicker = FlickerWindow()
    // Their time does not count for the frame.
    let clock = StageClock()
    for (index, picture) in before.enumerated() where !hasEnded.isSet {
      var frame = Frame(sharing: picture.frame)
      splash.subjectCall = stands && index >= before.count - Self.looks ? .awaited : .unseen
      try converter.apply(to: &frame, clock)
      try filter.apply(to: &frame, clock)
    }
    return stands
  }
}
