internal import Foundation
internal import SplashCore
internal import SplashFFmpeg
internal import SplashFilter
internal import Synchronization

/// Makes the picture that the browsers see: keeps the source for the eyedropper, and puts the filter's
/// result, or the source itself, in its place.
final class PictureMaker: FrameFilter {
  /// What the filter said of the last picture. Any thread.
  struct Readings {
    var gains = Gains()
    var flicker: Double?
  }

  var readings: Readings { shared.withLock { $0 } }

  private let look: SharedLook
  private let history: PictureHistory
  private let instructionSet: InstructionSet
  private let rotation: Double
  private let shared = Mutex(Readings())
  private var splash: Splash
  private var flicker = FlickerWindow()
  private var position: Double?

  /// A jump in the clip that is further than this begins anew, as a run from there would: seconds.
  private static let longestGap = 1.0

  init(
    look: SharedLook, history: PictureHistory, instructionSet: InstructionSet, rotation: Double
  ) {
    self.look = look
    self.history = history
    self.instructionSet = instructionSet
    self.rotation = rotation
    splash = Splash(
      settings: look.snapshot.settings, instructionSet: instructionSet, rotation: rotation)
  }

  func apply(to frame: inout Frame, _ clock: StageClock) throws {
    let look = look.snapshot
    beginAnewAfterJump(to: frame.presentationTime)
    history.append(frame, revision: look.revision)
    var settings = look.settings
    settings.show = look.view.show
    splash.settings = settings
    let source = look.view == .source ? Frame(sharing: frame) : nil
    try splash.apply(to: &frame, clock)
    flicker.add(splash.flicker)
    let readings = Readings(gains: splash.gains, flicker: flicker.flicker)
    shared.withLock { $0 = readings }
    // The mask goes on behind the source, so that it is steady when the result is wanted again.
    if let source { frame = source }
  }

  private func beginAnewAfterJump(to position: Double?) {
    defer { self.position = position }
    guard let position, let last = self.position,
      position < last || position > last + Self.longestGap
    else { return }
    splash = Splash(
      settings: splash.settings, instructionSet: instructionSet, rotation: rotation)
    flicker = FlickerWindow()
  }
}

/// Sends pictures to the browsers.
final class BrowserSink: FrameSink {
  let name = "browsers"
  private let encoder = JPEGEncoder(maximumWidth: 1280)
  private let audience: Audience
  private let history: PictureHistory
  private let window: WorkWindow
  private let rotation: Double

  init(audience: Audience, history: PictureHistory, window: WorkWindow, rotation: Double) {
    self.audience = audience
    self.history = history
    self.window = window
    self.rotation = rotation
  }

  func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    if let record = frame.record { window.add(record) }
    guard audience.wantsPicture, let entry = history.entry(capturedAt: frame.captureTime) else {
      return
    }
    let jpeg = try encoder.encode(frame, rotation: rotation, clock)
    audience.show(
      BrowserMessage.picture(
        number: entry.number, revision: entry.revision, position: frame.presentationTime ?? 0,
        jpeg: jpeg))
  }

  func finish(_ clock: StageClock) throws {}
}
