package import SplashSubjects

/// Functions that open the files that settings name, and the networks. Each throws until a real one
/// is set. Any thread.
package struct LookOpeners: Sendable {
  /// Decodes an image file: with its own size in a format with plain samples if the kind is nil,
  /// else in the size, format and coding of that kind.
  package var decode: @Sendable (String, PictureKind?) throws -> Frame = { file, _ in
    throw LookOpeners.refusal(file)
  }
  /// Opens the masks in a file.
  package var openMask: @Sendable (String) throws -> any MaskReader = {
    throw LookOpeners.refusal($0)
  }
  /// Opens the background clip in a file.
  package var openFilm: @Sendable (String) throws -> any FilmReader = {
    throw LookOpeners.refusal($0)
  }
  /// Opens the network that finds a subject in wide frames, or in others.
  package var openNetwork: @Sendable (Selection.Subject, _ isWide: Bool) throws -> Network = {
    subject, _ in throw LookOpeners.refusal(network: subject.rawValue)
  }
  /// Opens the network that settles where the one for people is unsure; nil if there is none.
  package var openOpinion: @Sendable () throws(SplashError) -> Network? = {
    () throws(SplashError) in nil
  }
  /// Opens the networks that find the thing at a point.
  package var openClick: @Sendable () throws -> ClickNetwork = {
    throw LookOpeners.refusal(network: "thing")
  }
  /// Opens the networks that find the outlines of people; nil if their masks stay as they are.
  package var openOutlines: @Sendable (_ isPhoto: Bool) throws -> ClickNetwork? = { _ in nil }
  /// Opens the network that finds faces.
  package var openFaces: @Sendable () throws -> FaceNetwork = {
    throw LookOpeners.refusal(network: "face")
  }

  package init() {}

  private static func refusal(_ file: String) -> SplashError {
    SplashError(.usage, "\(file): no image decoder configured", remedy: "give a .cube file")
  }

  private static func refusal(network word: String) -> SplashError {
    SplashError(
      .usage, "\(word): no AI runtime configured", remedy: "use LookFiles.decoding()")
  }
}

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

/// Reads the masks in a file along with the frames of a clip. For one thread at a time.
package protocol MaskReader: AnyObject {
  /// The mask that is nearest to a time, valid until the next call.
  ///
  /// - Parameters:
  ///   - time: seconds from the beginning of the file; any, but rising times are faster.
  ///   - width, height: of the result, in samples as stored.
  ///   - turn: how the result will be turned for display; masks in files are as displayed.
  /// - Throws: `SplashError` if the file can no longer be read.
  func mask(at time: Double, width: Int, height: Int, turn: Turn) throws -> MaskPlane
}
