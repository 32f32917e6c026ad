package import SplashLook

/// The pictures of a film that stand in the place of a video's. For one thread at a time.
package protocol FilmReader: AnyObject {
  /// The picture that is nearest to a time.
  ///
  /// - Parameters:
  ///   - time: in seconds from the beginning of the film, which begins again at its end; any, later
  ///     ones are found sooner.
  ///   - kind: of the pictures that it stands in the place of.
  /// - Throws: `SplashError` when the file cannot be read any more.
  func picture(at time: Double, like kind: PictureKind) throws -> Backdrop
}
