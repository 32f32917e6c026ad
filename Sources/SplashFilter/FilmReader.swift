/// Reads frames of a clip that serves as background. For one thread at a time.
package protocol FilmReader: AnyObject {
  /// The background frame that is nearest to a time.
  ///
  /// - Parameters:
  ///   - time: seconds from the beginning of the background clip, which repeats at its end; any,
  ///     but rising times are faster.
  ///   - kind: of the frames that the background is put behind.
  /// - Throws: `SplashError` if the file can no longer be read.
  func picture(at time: Double, like kind: PictureKind) throws -> Backdrop
}
