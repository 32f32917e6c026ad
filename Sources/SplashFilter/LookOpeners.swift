package import SplashCore
package import SplashSubjects

/// What opens the files that settings name, and the networks: each refuses unless it is given. Any
/// thread.
package struct LookOpeners: Sendable {
  /// Gives the picture of a file: as it is, in a format with plain samples, or in the size, the
  /// format and the coding of others.
  package var decode: @Sendable (String, PictureKind?) throws -> Frame = { file, _ in
    throw LookOpeners.refusal(file)
  }
  /// Opens the masks in a file.
  package var openMask: @Sendable (String) throws -> any MaskReader = {
    throw LookOpeners.refusal($0)
  }
  /// Opens the film in a file.
  package var openFilm: @Sendable (String) throws -> any FilmReader = {
    throw LookOpeners.refusal($0)
  }
  /// Gives the network that finds a subject in pictures that are wide, or are not.
  package var openNetwork: @Sendable (Selection.Subject, _ isWide: Bool) throws -> Network = {
    subject, _ in throw LookOpeners.refusal(network: subject.rawValue)
  }
  /// Gives the network that is asked where that for people is unsure; nil for none.
  package var openOpinion: @Sendable () throws(SplashError) -> Network? = {
    () throws(SplashError) in nil
  }
  /// Gives the networks that find things.
  package var openClick: @Sendable () throws -> ClickNetwork = {
    throw LookOpeners.refusal(network: "thing")
  }
  /// Gives the network that finds faces.
  package var openFaces: @Sendable () throws -> FaceNetwork = {
    throw LookOpeners.refusal(network: "face")
  }

  package init() {}

  private static func refusal(_ file: String) -> SplashError {
    SplashError(.usage, "\(file): nobody here decodes pictures", remedy: "give a .cube file")
  }

  private static func refusal(network word: String) -> SplashError {
    SplashError(
      .usage, "\(word): nobody here opens networks", remedy: "use LookFiles.decoding()")
  }
}
