internal import Foundation

/// The filter: keeps the selected colors and gives the rest another look.
///
/// The default look is grey: the luma plane is passed on by reference, and only chroma is read and
/// written, into buffers that are reused. So grey is exactly the luma of the stream. Frames whose
/// format is not native, among them grey ones, pass unchanged.
public final class Splash: FrameFilter {
  /// The settings of the filter, and measurements of the last frame. Any thread.
  public let control: LookControl
  /// The instruction set in use.
  public let instructionSet: InstructionSet
  /// How the next frames use networks that run on the newest frame.
  package var subjectCall = SubjectCall.offered
  private let ahead: LookAhead?
  private let run: LookRun
  private var materials: MaterialStore
  private var pictureNumber = 0
  /// How players turn the frames.
  let turn: Turn
  private let isStill: Bool
  private let files: LookFiles
  private let masks: PictureMasks
  private let onObject: @Sendable (ObjectNews) throws -> Void
  /// One thread per core, up to the number that a frame can use.
  private static let threads = min(ProcessInfo.processInfo.activeProcessorCount, 8)
  private var (pool, wholePool) = (BufferPool(), BufferPool())

  /// - Parameters:
  ///   - control: validated look settings.
  ///   - length: seconds from the first frame to the end, if known; needed for fades at the end.
  ///   - beginning: time of the video's first frame, if the filter sees frames before it or never
  ///     sees it; nil for the first frame that it sees.
  ///   - origin: time of the beginning of the clip, if that is not the first frame; masks in files
  ///     start there.
  ///   - files: the files that the settings name; read before the run, they cannot fail during it.
  ///   - pace: how often networks run.
  ///   - ahead: runs networks on frames of a file that are offered to it before the filter draws
  ///     them.
  ///   - held: runs networks on live frames that are held back; nil if frames are not held.
  ///   - instructionSet: the instructions that kernels may use; the machine must have them.
  ///   - turn: how players turn the frames; regions are placed as seen after it.
  ///   - isStill: whether the input is a photo: no temporal smoothing, and memory is freed after
  ///     each frame.
  ///   - other: another filter that sees each frame before this one; both share masks of networks
  ///     and files.
  ///   - onObject: called once for each change of a tracked object; an error that it throws ends
  ///     the work.
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

  /// Frees the memory that the next frame of the same kind would reuse.
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

  /// The mask of a frame in a native format, made in place of the result; valid until the next
  /// call.
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
    let found = try materials.materials(for: settings, like: frame, at: moment, clock)
    control.note(settings.selections, in: found.masks)
    return found
  }

  private func tell(_ news: [ObjectNews]) throws {
    for news in news + materials.takeNews() { try onObject(news) }
  }

  /// Adds a frame to a survey of objects, without drawing a result.
  ///
  /// - Returns: the time of the frame, in seconds from the beginning of the clip.
  package func add(_ frame: borrowing Frame, to survey: inout ObjectSurvey) -> Double {
    let time = frame.presentationTime
    if frame.format.isNative {
      frame.withPlanes { survey.add(run.parts(of: $0, at: time), at: run.clipPlace(of: time)) }
    }
    return run.clipPlace(of: time)
  }
}

/// A frame into which the look draws its result.
private struct DrawnFrame: ~Copyable, LookResult {
  var frame: Frame

  func withPlanesToFill(_ body: (borrowing MutablePlaneView) -> Void) {
    frame.withMutablePlanes(body)
  }
}

/// Reports the time of each stage of the look to the run's clock.
private struct LookTimes: LookWatch {
  let clock: StageClock

  func measure<Result: ~Copyable>(_ part: LookPart, _ work: () -> Result) -> Result {
    switch part {
    case .light: clock.measure(.balance, work)
    case .look: clock.measure(.splash, work)
    }
  }
}
