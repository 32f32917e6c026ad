internal import SplashCore
internal import SplashSubjects

/// What settings need of files, made ready for the pictures of a video: held as long as both stay,
/// and masks picture by picture.
struct MaterialStore {
  private let files: LookFiles
  private var held: [(need: Need, found: LookMaterials)] = []
  private var masks: [String: any MaskReader] = [:]
  private var subjects: SubjectTrack?
  private let pace: SubjectPace
  private let instructionSet: InstructionSet

  private struct Need: Equatable {
    var rest, kept: [LookStep]
    var kind: PictureKind
  }

  init(_ files: LookFiles, _ pace: SubjectPace, _ instructionSet: InstructionSet) {
    self.files = files
    self.pace = pace
    self.instructionSet = instructionSet
  }

  /// - Parameters:
  ///   - time: of the picture, in seconds from the beginning of the clip.
  ///   - number: counts the pictures, not the calls.
  ///   - turn: for display.
  ///   - call: counts where networks look at the newest picture.
  mutating func materials(
    for settings: SplashSettings, like frame: borrowing Frame, at time: Double, number: Int,
    turn: Turn, call: SubjectCall, _ clock: StageClock
  ) throws -> LookMaterials {
    var materials = try still(for: settings, like: frame)
    materials.time = time
    let (width, height) = frame.withPlanes { ($0.chromaWidth, $0.chromaHeight) }!
    for case .mask(let file) in settings.selections {
      let reader = try masks[file] ?? files.openMask(file)
      masks[file] = reader
      materials.masks[.mask(file: file)] = try reader.mask(
        at: time, width: width, height: height, turn: turn)
    }
    let wanted = Set(settings.selections.filter(\.hasNetwork))
    if !wanted.isEmpty {
      let masks = try clock.measure(.subject) {
        try track(turn: turn).masks(
          of: wanted, in: frame, number: number, at: time, stability: settings.stability, call: call
        )
      }
      materials.masks.merge(masks) { $1 }
    }
    return materials
  }

  /// What became of subjects that are followed, since somebody asked.
  func takeSubjectNews() -> [ObjectNews] { subjects?.takeNews() ?? [] }

  private mutating func track(turn: Turn) throws -> SubjectTrack {
    if let subjects { return subjects }
    let track = try SubjectTrack(pace, instructionSet) { [files, instructionSet] in
      SubjectFinder(turn: turn, instructionSet, files)
    }
    subjects = track
    return track
  }

  private mutating func still(
    for settings: SplashSettings, like frame: borrowing Frame
  ) throws -> LookMaterials {
    let kind = PictureKind(of: frame)
    files.expect(kind)
    guard (settings.rest + settings.kept).contains(where: \.hasFile) else { return LookMaterials() }
    let need = Need(rest: settings.rest, kept: settings.kept, kind: kind)
    if let same = held.first(where: { $0.need == need }) { return same.found }
    let found = try files.materials(for: settings, need.kind)
    // As many as a cross-fade takes.
    held = held.suffix(1) + [(need, found)]
    return found
  }
}
