internal import SplashCore
internal import SplashLook
internal import SplashSubjects

/// Makes masks of a kind that the look cannot draw by itself, picture after picture. For one thread
/// at a time.
protocol MaskSource: AnyObject {
  /// Whether a selection is of this kind.
  func makes(_ selection: Selection) -> Bool

  /// The masks of a picture, valid until the next call: of its chroma's size and as it is stored.
  ///
  /// - Parameter selections: all of this kind.
  /// - Throws: `SplashError` for a file or a network that cannot be read.
  func masks(
    for selections: Set<Selection>, in frame: borrowing Frame, at moment: MaskMoment,
    _ clock: StageClock
  ) throws -> [Selection: MaskPlane]

  /// What became of what is followed, since somebody asked.
  func takeNews() -> [ObjectNews]
}

/// What mask sources know of a picture besides its samples.
struct MaskMoment {
  /// Seconds from the beginning of the clip.
  var place: Double
  /// Counts the pictures, not the calls.
  var number: Int
  /// For display.
  var turn: Turn
  /// 0…1.
  var stability: Double
  /// Counts where networks look at the newest picture.
  var call: SubjectCall
  /// Things that are named at a later time.
  var past: [Selection: PackedMask]
}

/// Masks in files, each read along with the pictures.
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

/// What networks find, each looked for when it is wanted first.
final class NetworkMasks: MaskSource {
  private let files: LookFiles
  private let pace: SubjectPace
  private let instructionSet: InstructionSet
  private let ahead: LookAhead?
  private let held: HeldLook?
  private var track: SubjectTrack?

  /// - Parameters:
  ///   - ahead: has networks look at pictures of a file before their turn.
  ///   - held: has had them look at pictures that were held.
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
