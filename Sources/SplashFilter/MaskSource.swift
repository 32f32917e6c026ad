internal import SplashSubjects

/// Makes masks of a kind that the look cannot draw by itself, frame by frame. For one thread at a
/// time.
protocol MaskSource: AnyObject {
  /// Whether this source makes the masks of a selection.
  func makes(_ selection: Selection) -> Bool

  /// The masks of a frame, valid until the next call: of its chroma's size and as it is stored.
  ///
  /// - Parameter selections: all of this kind.
  /// - Throws: `SplashError` if a file or a network fails.
  func masks(
    for selections: Set<Selection>, in frame: borrowing Frame, at moment: MaskMoment,
    _ clock: StageClock
  ) throws -> [Selection: MaskPlane]

  /// What happened to tracked objects since the last call.
  func takeNews() -> [ObjectNews]
}

/// What mask sources know about a frame besides its samples.
struct MaskMoment {
  /// Seconds from the beginning of the clip.
  var place: Double
  /// Number of the frame; equal in all calls for the same frame.
  var number: Int
  /// How the frame is turned for display.
  var turn: Turn
  /// Temporal smoothing, 0…1.
  var stability: Double
  /// Used only if networks run on the newest frame.
  var call: SubjectCall
  /// Masks of things that the settings name at a later time, as a survey found them in this frame.
  var past: [Selection: PackedMask]
}

/// Masks in files, each read along with the frames.
final class FileMasks: MaskSource {
  private let files: LookFiles
  private var readers: [String: any MaskReader] = [:]

  init(_ files: LookFiles) { self.files = files }

  func makes(_ selection: Selection) -> Bool { selection.hasFile }

  func masks(
    for selections: Set<Selection>, in frame: borrowing Frame, at moment: MaskMoment,
    _ clock: StageClock
  ) throws -> [Selection: MaskPlane] {
    let (width, height) = frame.withPlanes { ($0.chromaWidth, $0.chromaHeight) }!
    var masks: [Selection: MaskPlane] = [:]
    for case .mask(let file) in selections {
      let reader = try readers[file] ?? files.openMask(file)
      readers[file] = reader
      masks[.mask(file: file)] = try reader.mask(
        at: moment.place, width: width, height: height, turn: moment.turn)
    }
    return masks
  }

  func takeNews() -> [ObjectNews] { [] }
}

/// Masks made by networks; each network is opened on first use.
final class NetworkMasks: MaskSource {
  private let files: LookFiles
  private let pace: SubjectPace
  private let instructionSet: InstructionSet
  private let ahead: LookAhead?
  private let held: HeldLook?
  private var track: SubjectTrack?

  /// - Parameters:
  ///   - ahead: runs networks on frames of a file before the filter draws them.
  ///   - held: has run them on live frames while these were held back.
  init(
    _ files: LookFiles, _ pace: SubjectPace, _ instructionSet: InstructionSet, _ ahead: LookAhead?,
    _ held: HeldLook?
  ) {
    (self.files, self.pace, self.instructionSet) = (files, pace, instructionSet)
    (self.ahead, self.held) = (ahead, held)
  }

  func makes(_ selection: Selection) -> Bool { selection.hasNetwork }

  func masks(
    for selections: Set<Selection>, in frame: borrowing Frame, at moment: MaskMoment,
    _ clock: StageClock
  ) throws -> [Selection: MaskPlane] {
    try clock.measure(.subject) {
      try track(turn: moment.turn).masks(
        of: selections, in: frame, number: moment.number, at: moment.place,
        stability: moment.stability, call: moment.call, past: moment.past)
    }
  }

  func takeNews() -> [ObjectNews] { track?.takeNews() ?? [] }

  private func track(turn: Turn) throws -> SubjectTrack {
    if let track { return track }
    let fresh = try SubjectTrack(pace, held, instructionSet) {
      [files, pace, instructionSet, ahead] in
      SubjectFinder(turn: turn, instructionSet, files, isLive: pace == .newest, ahead: ahead)
    }
    track = fresh
    return fresh
  }
}

/// The mask sources of a video, shared by all filters on it, so that a network finds each subject
/// only once per frame. For one thread at a time.
final class PictureMasks {
  /// One for each kind of mask.
  private(set) var sources: [any MaskSource]
  private let make: () -> [any MaskSource]
  private var (looks, done) = (0, 0)

  /// - Parameter make: makes the sources, one for each kind of mask.
  init(_ make: @escaping () -> [any MaskSource]) {
    self.make = make
    sources = make()
  }

  /// Registers one more filter that uses the masks.
  func join() { looks += 1 }

  /// Called when a filter is done with a frame; once all filters are, the memory of the sources is
  /// freed.
  func forget() {
    done += 1
    guard done == looks else { return }
    (sources, done) = (make(), 0)
  }
}
