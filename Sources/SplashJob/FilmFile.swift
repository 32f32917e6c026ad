/// A clip that is played in a loop as the background.
final class FilmFile: FilmReader {
  private let pictures: TimedPictures
  /// Display turn of the frames that the clip lies behind.
  private let turn: Turn
  /// The present background, and the kind of frame that it was drawn for.
  private var drawn: (picture: Backdrop, kind: PictureKind)?

  /// Opens a file and decodes its first frames.
  ///
  /// - Parameters:
  ///   - turn: display turn of the frames that the clip lies behind.
  ///   - sources: registers the opened source, so that a stop can interrupt it.
  /// - Throws: `SplashError` of kind badInput when the file has fewer than two frames.
  init(_ name: String, behind turn: Turn, among sources: OpenSources) throws {
    pictures = try TimedPictures(name, loops: true, among: sources)
    self.turn = turn
    guard pictures.areSeveral else {
      throw SplashError(
        .badInput, "\(name): it has one frame", remedy: "write image=\(name), or give a clip")
    }
  }

  func picture(at time: Double, like kind: PictureKind) throws -> Backdrop {
    if try pictures.show(at: time) { drawn = nil }
    if let drawn, drawn.kind == kind { return drawn.picture }
    let frame = try pictures.shown.fitted(to: kind, from: pictures.turn, behind: turn)
    let picture = frame.withPlanes { Backdrop(copying: $0) }!
    drawn = (picture, kind)
    return picture
  }
}
