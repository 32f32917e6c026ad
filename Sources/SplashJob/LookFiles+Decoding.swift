internal import SplashCore
internal import SplashFFmpeg
public import SplashFilter

extension LookFiles {
  /// Files of all kinds that settings can name; pictures are those that libavformat opens.
  ///
  /// - Parameter models: where networks and their runtime are.
  public static func decoding(models: Models = Models()) -> LookFiles {
    LookFiles { file, kind in
      let source = try FFmpegSource(file, options: InputOptions())
      while let item = try source.next(StageClock()) {
        guard case .picture(let frame) = consume item else { continue }
        guard let kind else { return frame }
        return try Scaler().convert(
          frame, to: kind.format, width: kind.width, height: kind.height, range: kind.coding.range,
          matrix: kind.coding.matrix)
      }
      throw SplashError(.badInput, "\(file): no picture in it")
    } openMask: { file in
      try MaskFile(file)
    } openNetwork: { subject, isWide in
      try models.network(for: subject, isWide: isWide)
    }
  }
}
