internal import SplashCore
internal import SplashFilter

/// Makes the picture that the browsers see: keeps the source for the eyedropper, and puts the
/// filter's result, or the source itself, in its place.
final class TunerFilter: FrameFilter {
  private let look: SharedLook
  private let history: PictureHistory
  private let instructionSet: InstructionSet
  private let rotation: Double
  private let files: LookFiles
  private let readings: LookReadings
  private var splash: Splash
  private var view: ViewFilter
  private var flicker = FlickerWindow()
  private var position: Double?
  private let origin: Double

  /// A jump in the clip that is further than this begins anew, as a run from there would: seconds.
  private static let longestGap = 1.0

  /// - Parameter origin: the beginning of the clip on the player's clock, in seconds.
  init(
    look: SharedLook, files: LookFiles, history: PictureHistory, readings: LookReadings,
    instructionSet: InstructionSet, rotation: Double, origin: Double
  ) {
    self.look = look
    self.files = files
    self.history = history
    self.readings = readings
    self.instructionSet = instructionSet
    self.rotation = rotation
    self.origin = origin
    splash = Splash(
      settings: look.snapshot.settings, origin: origin, files: files,
      instructionSet: instructionSet, rotation: rotation)
    view = ViewFilter(of: splash)
  }

  func apply(to frame: inout Frame, _ clock: StageClock) throws {
    let look = look.snapshot
    beginAnewAfterJump(to: frame.presentationTime)
    history.append(frame, revision: look.revision)
    var settings = look.settings
    settings.show = look.view.show
    splash.control.settings = settings
    let source = look.view == .source ? Frame(sharing: frame) : nil
    try view.apply(to: &frame, clock)
    flicker.add(splash.control.flicker)
    readings.set(gains: splash.control.gains, flicker: flicker.flicker)
    // The mask goes on behind the source, so that it is steady when the result is wanted again.
    if let source { frame = source }
  }

  private func beginAnewAfterJump(to position: Double?) {
    defer { self.position = position }
    guard let position, let last = self.position,
      position < last || position > last + Self.longestGap
    else { return }
    splash = Splash(
      settings: splash.control.settings, origin: origin, files: files,
      instructionSet: instructionSet, rotation: rotation)
    view = ViewFilter(of: splash)
    flicker = FlickerWindow()
  }
}
