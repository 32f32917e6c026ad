/// What settings need from files for each frame of a video. Tables and backgrounds are kept while
/// settings and frame kind stay the same; masks are made for each frame.
struct MaterialStore {
  private let files: LookFiles
  private var held: [(need: Need, found: LookMaterials)] = []
  private var films: [LookPicture: any FilmReader] = [:]
  private let masks: PictureMasks

  private struct Need: Equatable {
    var rest, kept: [LookStep]
    var kind: PictureKind

    var films: [LookPicture] { (rest + kept).compactMap(\.picture).filter(\.moves) }
  }

  init(_ files: LookFiles, _ masks: PictureMasks) { (self.files, self.masks) = (files, masks) }

  mutating func materials(
    for settings: SplashSettings, like frame: borrowing Frame, at moment: MaskMoment,
    _ clock: StageClock
  ) throws -> LookMaterials {
    var materials = try files(for: settings, like: frame, at: moment.place)
    let selections = settings.selections
    for source in masks.sources {
      let wanted = Set(selections.filter { source.makes($0) })
      guard !wanted.isEmpty else { continue }
      materials.masks.merge(try source.masks(for: wanted, in: frame, at: moment, clock)) { $1 }
    }
    return materials
  }

  /// What happened to tracked objects since the last call.
  func takeNews() -> [ObjectNews] { masks.sources.flatMap { $0.takeNews() } }

  private mutating func files(
    for settings: SplashSettings, like frame: borrowing Frame, at place: Double
  ) throws -> LookMaterials {
    let kind = PictureKind(of: frame)
    files.expect(kind)
    guard (settings.rest + settings.kept).contains(where: \.hasFile) else { return LookMaterials() }
    let need = Need(rest: settings.rest, kept: settings.kept, kind: kind)
    var found = try still(for: settings, need)
    for picture in need.films {
      let film = try films[picture] ?? files.openFilm(picture.file)
      films[picture] = film
      var kind = kind
      kind.fit = picture.fit
      found.backdrops[picture] = try film.picture(at: place, like: kind)
    }
    return found
  }

  private mutating func still(for settings: SplashSettings, _ need: Need) throws -> LookMaterials {
    if let same = held.first(where: { $0.need == need }) { return same.found }
    let found = try files.materials(for: settings, need.kind)
    // A cross-fade needs two.
    held = held.suffix(1) + [(need, found)]
    let wanted = Set(held.flatMap(\.need.films))
    films = films.filter { wanted.contains($0.key) }
    return found
  }
}
