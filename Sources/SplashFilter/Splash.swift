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
  private var look: Look
  /// What takes the look's place when a cross-fade is over.
  private var incoming: Look?
  private var materials: MaterialStore
  private var clock: PictureClock
  /// The clock of the clip, by which masks are found.
  private var clipClock: PictureClock
  private var pictureNumber = 0
  /// For display.
  let turn: Turn
  private let isStill: Bool
  private let files: LookFiles
  private let pace: SubjectPace
  private let onObject: @Sendable (ObjectNews) throws -> Void
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
  ///   - instructionSet: what the kernels may use; the machine must have it.
  ///   - turn: what players do to the picture: regions are where they are seen then.
  ///   - isStill: it is a photo: nothing is steadied, and memory is given back after each picture.
  ///   - onObject: told what becomes of objects, once each; what it throws ends the work.
  public init(
    _ control: LookControl, length: Double? = nil, beginning: Double? = nil,
    origin: Double? = nil, files: LookFiles = LookFiles(),
    pace: SubjectPace = .every(1), instructionSet: InstructionSet = .best, turn: Turn = .upright,
    isStill: Bool = false,
    onObject: @escaping @Sendable (ObjectNews) throws -> Void = { _ in }
  ) {
    self.control = control
    self.instructionSet = instructionSet
    self.onObject = onObject
    materials = MaterialStore(files, pace, instructionSet)
    clock = PictureClock(length: length, origin: beginning)
    clipClock = PictureClock(origin: origin)
    self.turn = turn
    self.isStill = isStill
    self.files = files
    self.pace = pace
    look = Look(instructionSet: instructionSet, turn: turn)
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
    pictureNumber += 1
    let time = self.clock.time(of: frame)
    var result: Drawn
    let settings: SplashSettings
    switch moment(at: time) {
    case .settings(let only):
      settings = only
      if let incoming { look = incoming }
      incoming = nil
      result = try draw(frame, look, only, clock)
    case .crossfade(let from, let to, let share):
      settings = to
      let incoming = incoming ?? Look(after: look)
      self.incoming = incoming
      let old = try draw(frame, look, from, clock)
      let new = try draw(frame, incoming, to, clock)
      // Shared luma is nobody's to write, so the picture with luma of its own is what is written.
      if new.hasLuma || !old.hasLuma {
        clock.measure(.splash) { lay(old.frame, over: new, share: 1 - share) }
        result = new
      } else {
        clock.measure(.splash) { lay(new.frame, over: old, share: share) }
        result = old
      }
    }
    let strength = self.clock.strength(at: time, settings)
    if strength < 1 {
      clock.measure(.splash) { lay(frame, over: result, share: 1 - strength) }
    }
    frame = result.frame
    if isStill { forget() }
  }

  /// Gives back the memory that the next picture of the same kind would use again.
  private func forget() {
    look = Look(instructionSet: instructionSet, turn: turn)
    materials = MaterialStore(files, pace, instructionSet)
    (pool, wholePool) = (BufferPool(), BufferPool())
  }

  /// A picture, and whether its luma is its own.
  private struct Drawn: ~Copyable {
    var frame: Frame
    var hasLuma: Bool
  }

  private func draw(
    _ frame: borrowing Frame, _ look: Look, _ settings: SplashSettings, _ clock: StageClock
  ) throws -> Drawn {
    var settings = settings
    if isStill { settings.stability = 0 }
    let materials = try materials(for: settings, like: frame, clock)
    let gains = follow(frame, look, settings, clock)
    let hasLuma = Composition(settings, hasAlpha: frame.format.hasAlpha).changesLuma
    let result = clock.measure(.splash) {
      let result =
        hasLuma ? frame.withNewPlanes(from: wholePool) : frame.withNewChroma(from: pool)
      frame.withPlanes { source in
        result.withMutablePlanes { look.compose(source, into: $0, settings, gains, materials) }
      }
      return result
    }
    control.report(look, gains: gains)
    try tell(look)
    return Drawn(frame: result, hasLuma: hasLuma)
  }

  private func tell(_ look: Look) throws {
    for news in look.takeObjectNews() + materials.takeSubjectNews() { try onObject(news) }
  }

  private func lay(_ frame: borrowing Frame, over result: borrowing Drawn, share: Double) {
    frame.withPlanes { source in
      result.frame.withMutablePlanes {
        look.lay(source, over: $0, share: share, withLuma: result.hasLuma)
      }
    }
  }

  private func moment(at time: Double) -> LookTimeline.Moment {
    control.timeline?.moment(at: time) ?? .settings(control.settings)
  }

  /// The mask of a picture in a native format, in place of the result; valid until the next call.
  func mask(of frame: borrowing Frame, _ clock: StageClock) throws -> MaskPlane {
    pictureNumber += 1
    let settings = moment(at: self.clock.time(of: frame)).latest
    let materials = try materials(for: settings, like: frame, clock)
    let gains = follow(frame, look, settings, clock)
    let mask = clock.measure(.splash) {
      frame.withPlanes { look.mask(of: $0, settings, gains, materials) }!
    }
    control.report(look, gains: gains)
    try tell(look)
    return mask
  }

  private func materials(
    for settings: SplashSettings, like frame: borrowing Frame, _ clock: StageClock
  ) throws -> LookMaterials {
    let time = clipClock.time(of: frame)
    var materials = try materials.materials(
      for: settings, like: frame, at: time, number: pictureNumber, turn: turn, call: subjectCall,
      clock)
    materials.objects = control.past.cells(at: time)
    return materials
  }

  /// Looks at a picture for a survey of objects, and makes nothing of it.
  ///
  /// - Returns: the time of the picture, in seconds from the beginning of the clip.
  package func add(_ frame: borrowing Frame, to survey: inout ObjectSurvey) -> Double {
    let time = clipClock.time(of: frame)
    guard frame.format.isNative else { return time }
    let settings = moment(at: clock.time(of: frame)).latest
    let gains = follow(frame, look, settings, StageClock())
    survey.add(frame.withPlanes { look.parts(of: $0, settings, gains) }!, at: time)
    return time
  }

  private func follow(
    _ frame: borrowing Frame, _ look: Look, _ settings: SplashSettings, _ clock: StageClock
  ) -> Gains {
    clock.measure(.balance) {
      let time = frame.presentationTime
      return frame.withPlanes { look.gains(for: $0, at: time, settings) }!
    }
  }
}
