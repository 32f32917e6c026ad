internal import Foundation
public import SplashCore

/// The filter: keeps the colors that the settings choose and gives the rest another look.
///
/// The default look is grey: the luma plane is passed on by reference, and only chroma is read and
/// written, into buffers that are used again. Grey is therefore the stream's own luma. Pictures in
/// a format that is not native, grey ones among them, pass as they are.
public final class Splash: FrameFilter {
  /// Its settings, and what it found in the last picture. Any thread.
  public let control: LookControl
  /// The instruction set in use.
  public let instructionSet: InstructionSet
  /// What the next pictures have to do with networks that look at the newest one.
  package var subjectCall = SubjectCall.offered
  private let ahead: LookAhead?
  private let run: LookRun
  private var materials: MaterialStore
  private var pictureNumber = 0
  /// For display.
  let turn: Turn
  private let isStill: Bool
  private let files: LookFiles
  private let masks: PictureMasks
  private let onObject: @Sendable (ObjectNews) throws -> Void
  /// A core each, as far as a picture can use them.
  private static let threads = min(ProcessInfo.processInfo.activeProcessorCount, 8)
  private var (pool, wholePool) = (BufferPool(), BufferPool())

  /// - Parameters:
  ///   - control: validated look settings.
  ///   - length: seconds from the first picture to the end, where that is known: for what fades.
  ///   - beginning: time of the video's first picture, where others come before it here or it does
  ///     not come at all; nil for the first that comes.
  ///   - origin: time of the beginning of the clip, where that is not the first picture: masks in
  ///     files begin there.
  ///   - files: what the settings name; a run that has them read before cannot fail for them.
  ///   - pace: how often networks look at pictures.
  ///   - ahead: has them look before its turn at each picture of a file that it is offered.
  ///   - held: has had them look at each picture when it came, where pictures are held.
  ///   - instructionSet: what the kernels may use; the machine must have it.
  ///   - turn: what players do to the picture: regions are where they are seen then.
  ///   - isStill: it is a photo: nothing is steadied, and memory is given back after each picture.
  ///   - other: another filter, which sees each picture before this one does: masks of networks and
  ///     files are made once for both.
  ///   - onObject: told what becomes of objects, once each; what it throws ends the work.
  public init(
    _ control: LookControl, length: Double? = nil, beginning: Double? = nil,
    origin: Double? = nil, files: LookFiles = LookFiles(),
    pace: SubjectPace = .every(1), ahead: LookAhead? = nil, held: HeldLook? = nil,
    instructionSet: InstructionSet = .best, turn: Turn = .upright,
    isStill: Bool = false, sharingMasksOf other: Splash? = nil,
    onObject: @escaping @Sendable (ObjectNews) throws -> Void = { _ in }
  ) {
    self.control = control
    self.instructionSet = instructionSet
    self.onObject = onObject
    self.ahead = ahead
    masks =
      other?.masks
      ?? PictureMasks {
        [FileMasks(files), NetworkMasks(files, pace, instructionSet, ahead, held)]
      }
    masks.join()
    materials = MaterialStore(files, masks)
    self.turn = turn
    self.isStill = isStill
    self.files = files
    run = LookRun(
      control, length: length, beginning: beginning, origin: origin,
      instructionSet: instructionSet, turn: turn, isStill: isStill,
      slicing: Slicing(threads: Self.threads))
  }

  public convenience init(
    settings: SplashSettings, timeline: LookTimeline? = nil, length: Double? = nil,
    origin: Double? = nil, files: LookFiles = LookFiles(), pace: SubjectPace = .every(1),
    instructionSet: InstructionSet = .best, turn: Turn = .upright,
    onObject: @escaping @Sendable (ObjectNews) throws -> Void = { _ in }
  ) {
    self.init(
      LookControl(settings), length: length, origin: origin, files: files, pace: pace,
      instructionSet: instructionSet, turn: turn, onObject: onObject)
    control.timeline = timeline
  }

  public func apply(to frame: inout Frame, _ clock: StageClock) throws {
    guard frame.format.isNative else { return }
    turnToNext()
    frame = try drawn(frame, clock)
    if isStill { forget() }
  }

  private func turnToNext() {
    pictureNumber += 1
    ahead?.turn(to: pictureNumber)
  }

  /// Gives back the memory that the next picture of the same kind would use again.
  private func forget() {
    masks.forget()
    materials = MaterialStore(files, masks)
    (pool, wholePool) = (BufferPool(), BufferPool())
  }

  private func drawn(_ frame: borrowing Frame, _ clock: StageClock) throws -> Frame {
    let drawn = try frame.withPlanes { picture in
      try run.draw(
        picture, at: frame.presentationTime, clipTime: frame.clipTime, LookTimes(clock: clock)
      ) {
        try materials(for: $0, like: frame, at: $1, clock)
      } tell: {
        try tell($0)
      } into: { hasLuma in
        DrawnFrame(
          frame: hasLuma ? frame.withNewPlanes(from: wholePool) : frame.withNewChroma(from: pool))
      }
    }
    guard let drawn else { preconditionFailure("\(frame.pixelFormatName) is not native") }
    return drawn.frame
  }

  /// The mask of a picture in a native format, in place of the result; valid until the next call.
  func mask(of frame: borrowing Frame, _ clock: StageClock) throws -> MaskPlane {
    turnToNext()
    return try frame.withPlanes { picture in
      try run.mask(
        of: picture, at: frame.presentationTime, clipTime: frame.clipTime, LookTimes(clock: clock)
      ) {
        try materials(for: $0, like: frame, at: $1, clock)
      } tell: {
        try tell($0)
      }
    }!
  }

  private func materials(
    for settings: SplashSettings, like frame: borrowing Frame, at place: Double,
    _ clock: StageClock
  ) throws -> LookMaterials {
    let moment = MaskMoment(
      place: place, number: pictureNumber, turn: turn, stability: settings.stability,
      call: subjectCall, past: control.thingPast.masks(at: place))
    return try materials.materials(for: settings, like: frame, at: moment, clock)
  }

  private func tell(_ news: [ObjectNews]) throws {
    for news in news + materials.takeNews() { try onObject(news) }
  }

  /// Looks at a picture for a survey of objects, and makes nothing of it.
  ///
  /// - Returns: the time of the picture, in seconds from the beginning of the clip.
  package func add(_ frame: borrowing Frame, to survey: inout ObjectSurvey) -> Double {
    let time = frame.presentationTime
    if frame.format.isNative {
      frame.withPlanes { survey.add(run.parts(of: $0, at: time), at: run.clipPlace(of: time)) }
    }
    return run.clipPlace(of: time)
  }
}

/// A frame that a picture is drawn into.
private struct DrawnFrame: ~Copyable, LookResult {
  var frame: Frame

  func withPlanesToFill(_ body: (borrowing MutablePlaneView) -> Void) {
    frame.withMutablePlanes(body)
  }
}

/// The stages whose times a run reports.
private struct LookTimes: LookWatch {
  let clock: StageClock

  func measure<Result: ~Copyable>(_ part: LookPart, _ work: () -> Result) -> Result {
    switch part {
    case .light: clock.measure(.balance, work)
    case .look: clock.measure(.splash, work)
    }
  }
}
