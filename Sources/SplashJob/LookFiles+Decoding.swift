package import SplashCore
internal import SplashFFmpeg
public import SplashFilter

extension LookFiles {
  /// Files of all kinds that settings can name; pictures are those that splash opens.
  ///
  /// - Parameter models: where networks and their runtime are.
  public static func decoding(models: Models = Models()) -> LookFiles {
    decoding(models: models, behind: .upright)
  }

  /// - Parameters:
  ///   - models: where networks and their runtime are.
  ///   - turn: how the video's pictures are turned for display, where the pictures of files are to
  ///     be upright.
  package static func decoding(
    models: Models = Models(), behind turn: Turn, within boundary: FileBoundary? = nil
  ) -> LookFiles {
    decoding(models: models, behind: turn, within: boundary, among: OpenSources())
  }

  /// - Parameter sources: takes the masks that are read.
  static func decoding(
    models: Models, behind turn: Turn, within boundary: FileBoundary?, among sources: OpenSources
  ) -> LookFiles {
    LookFiles(boundary: boundary) { file, kind in
      let source = try openSource(file)
      guard var frame = try source.nextPicture(StageClock()) else {
        throw SplashError(.badInput, "\(file): no picture in it")
      }
      guard let kind else { return frame }
      for turner in [Turner(source.media.picture.turn), Turner(turn.inverse)].compactMap(\.self) {
        frame = try turner.apply(to: frame)
      }
      return try Scaler().convert(
        frame, to: kind.format, width: kind.width, height: kind.height,
        range: kind.coding.range, matrix: kind.coding.matrix)
    } openMask: { file in
      try MaskFile(file, among: sources)
    } openNetwork: { subject, isWide in
      try models.network(for: subject, isWide: isWide)
    } openClick: {
      try models.clickNetwork()
    }
  }
}
