internal import SplashCore

/// What looks need of files, made ready for the pictures of a video and held as long as both stay.
struct MaterialStore {
  private let files: LookFiles
  private var held: [(need: Need, found: LookMaterials)] = []

  private struct Need: Equatable {
    var rest, kept: [LookStep]
    var kind: PictureKind
  }

  init(_ files: LookFiles) { self.files = files }

  mutating func materials(
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
