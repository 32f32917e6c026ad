internal import SplashCore
internal import SplashFilter
internal import SplashJob

/// Makes what goes to outputs and browsers, and keeps the source for the eyedropper.
///
/// Without outputs the browsers' view takes the place of the result. With them, outputs get the
/// result whatever the browsers look at, and another view is made beside it.
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
  /// The filter of a view beside the result.
  private var aside: (control: LookControl, filter: ViewFilter)?
  private let converter = FormatConverter(needsColor: true)
  private var flicker = FlickerWindow()
  private var position: Double?
  /// What the settings name could not be read for the last picture.
  private var hasFailed = false
  /// Subjects that the filter has been shown where they begin.
  private var begun: Set<Selection> = []

  /// Pictures that lie further before a place have no part in its mask: seconds.
  private static let memory = 15.0
  /// Networks look at so many pictures before one that stands, after which no mask before them
  /// counts for a quarter, whatever the stability.
  private static let looks = 5

  /// - Parameters:
  ///   - transport: where the pictures come from.
  ///   - start: where they begin in the clip, seconds.
  ///   - control: has the settings of the last picture, and what was found in it.
  ///   - renewal: says when what settings name has to be read anew.
  ///   - hasEnded: no picture will be seen any more.
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
      // A file that the settings name may be gone: until it is there the source is to be seen.
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

  /// What browsers see where that is not the result. The mask goes on behind the source, so that it
  /// is steady when the result is wanted again.
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
    // Its time is no work on what goes to the outputs.
    try filter.apply(to: &shown, StageClock())
    return shown
  }

  /// Whether a subject is followed from this picture on, which a clip that plays waits to see: a
  /// moment later something else may be at its place.
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

  /// After a jump, and for the same picture again, the mask is drawn as if the pictures before had
  /// gone through the filter with these settings: as a run draws it.
  ///
  /// - Returns: whether the picture stands, so that there is time for networks to look at it.
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
    // Their time is no work on the picture.
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
