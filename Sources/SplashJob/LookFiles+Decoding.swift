extension LookFiles {
  /// Files of all kinds that settings can name; pictures are opened in all formats that splash
  /// reads.
  ///
  /// - Parameter models: the networks' files and their runtime.
  public static func decoding(models: Models = Models()) -> LookFiles {
    decoding(models: models, behind: .upright)
  }

  /// - Parameters:
  ///   - models: the networks' files and their runtime.
  ///   - turn: display turn of the video's frames, against which pictures from files are turned to
  ///     be upright.
  ///   - isPhoto: the files are for a photo.
  package static func decoding(
    models: Models = Models(), behind turn: Turn, within boundary: FileBoundary? = nil,
    isPhoto: Bool = false
  ) -> LookFiles {
    decoding(
      models: models, behind: turn, within: boundary, isPhoto: isPhoto, among: OpenSources())
  }

  /// - Parameter sources: registers the mask files that are opened.
  static func decoding(
    models: Models, behind turn: Turn, within boundary: FileBoundary?, isPhoto: Bool,
    among sources: OpenSources
  ) -> LookFiles {
    var openers = LookOpeners()
    openers.decode = { file, kind in
      let source = try openSource(file)
      guard let frame = try source.nextPicture(StageClock()) else {
        throw SplashError(.badInput, "\(file): no frame in it")
      }
      guard try source.nextPicture(StageClock()) == nil else {
        throw SplashError(
          .badInput, "\(file): it has more than one frame",
          remedy: "give a still image; for a clip write video=FILE")
      }
      guard let kind else { return frame }
      return try frame.fitted(to: kind, from: source.media.picture.turn, behind: turn)
    }
    openers.openMask = { try MaskFile($0, among: sources) }
    openers.openFilm = { try FilmFile($0, behind: turn, among: sources) }
    openers.openNetwork = { try models.network(for: $0, isWide: $1) }
    openers.openOpinion = { () throws(SplashError) in models.opinionNetwork() }
    openers.openClick = { try models.clickNetwork() }
    openers.openOutlines = { try models.outlineNetwork(isPhoto: $0) }
    openers.openFaces = { try models.faceNetwork() }
    return LookFiles(openers, boundary: boundary, isPhoto: isPhoto)
  }
}
