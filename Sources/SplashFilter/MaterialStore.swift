internal import SplashCore

/// What settings need of files, made ready for the pictures of a video: held as long as both stay,
/// and masks picture by picture.
struct MaterialStore {
  private let files: LookFiles
  private var held: [(need: Need, found: LookMaterials)] = []
  private var masks: [String: any MaskReader] = [:]

  private struct Need: Equatable {
    var rest, kept: [LookStep]
    var kind: PictureKind
  }

  init(_ files: LookFiles) { self.files = files }

  /// - Parameters:
  ///   - time: of the picture, in seconds from the beginning of the clip.
  ///   - turns: quarter turns counter-clockwise that it is displayed with.
  mutating func materials(
    for settings: SplashSettings, like frame: borrowing Frame, at time: Double, turns: Int
  ) throws -> LookMaterials {
    var materials = try still(for: settings, like: frame)
    materials.time = time
    let (width, height) = frame.withPlanes { ($0.chromaWidth, $0.chromaHeight) }!
    for case .mask(let file) in settings.selections {
      let reader = try masks[file] ?? files.openMask(file)
      masks[file] = reader
      materials.masks[.mask(file: file)] = try reader.mask(
        at: time, width: width, height: height, turns: turns)
    }
    return materials
  }

  private mutating func still(
    for settings: SplashSettings, like frame: borrowing Frame
  ) throws -> LookMaterials {
    guard (settings.rest + settings.kept).contains(where: \.hasFile) else { return LookMaterials() }
    let need = Need(
      rest: settings.rest, kept: settings.kept, kind: PictureKind(of: frame))
    if let same = held.first(where: { $0.need == need }) { return same.found }
    let found = try files.materials(for: settings, need.kind)
    // As many as a cross-fade takes.
    held = held.suffix(1) + [(need, found)]
    return found
  }
}
