internal import SplashBase
internal import SplashCore
internal import SplashFilter
internal import SplashLook

/// A film that is played over and over in the place of another.
final class FilmFile: FilmReader {
  private let pictures: TimedPictures
  /// How those are turned in whose place its pictures are.
  private let turn: Turn
  /// What is shown, drawn for whoever asked last.
  private var drawn: (picture: Backdrop, kind: PictureKind)?

  /// Opens a file and decodes its first pictures.
  ///
  /// - Parameters:
  ///   - turn: how those are turned in whose place its pictures are.
  ///   - sources: where a stop finds it.
  /// - Throws: `SplashError` of kind badInput when there are not two.
  init(_ name: String, behind turn: Turn, among sources: OpenSources) throws {
    pictures = try TimedPictures(name, loops: true, among: sources)
    self.turn = turn
    guard pictures.areSeveral else {
      throw SplashError(
        .badInput, "\(name): it has one picture", remedy: "write image=\(name), or give a film")
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
