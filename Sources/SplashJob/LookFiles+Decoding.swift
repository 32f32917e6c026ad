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
  ///   - isPhoto: they are for a photo.
  package static func decoding(
    models: Models = Models(), behind turn: Turn, within boundary: FileBoundary? = nil,
    isPhoto: Bool = false
  ) -> LookFiles {
    decoding(
      models: models, behind: turn, within: boundary, isPhoto: isPhoto, among: OpenSources())
  }

  /// - Parameter sources: takes the masks that are read.
  static func decoding(
    models: Models, behind turn: Turn, within boundary: FileBoundary?, isPhoto: Bool,
    among sources: OpenSources
  ) -> LookFiles {
    LookFiles(boundary: boundary, isPhoto: isPhoto) { file, kind in
      let source = try openSource(file)
      guard var frame = try source.nextPicture(StageClock()) else {
        throw SplashError(.badInput, "\(file): no picture in it")
      }
      guard let kind else { return frame }
      for turner in [Turner(source.media.picture.turn), Turner(turn.inverse)].compactMap(\.self) {
        frame = try turner.apply(to: frame)
      }
      return try frame.fitted(to: kind)
    } openMask: { file in
      try MaskFile(file, among: sources)
    } openNetwork: { subject, isWide in
      try models.network(for: subject, isWide: isWide)
    } openClick: {
      try models.clickNetwork()
    } openFaces: {
      try models.faceNetwork()
    }
  }
}

extension Frame {
  /// The picture in the size and the format of another, by its fit.
  fileprivate consuming func fitted(to kind: PictureKind) throws -> Frame {
    // How much wider it is than the other, both as high as that.
    let shape = Double(width) * pixelWidth / Double(height)
    let ratio = shape * Double(kind.height) / (Double(kind.width) * kind.pixelWidth)
    func converted(_ frame: borrowing Frame, _ width: Int, _ height: Int) throws -> Frame {
      try Scaler().convert(
        frame, to: kind.format, width: width, height: height, range: kind.coding.range,
        matrix: kind.coding.matrix)
    }
    func part(_ whole: Int, _ share: Double) -> Int {
      min(max(Int((Double(whole) * share).rounded()), 1), whole)
    }
    switch kind.fit {
    case .stretch: return try converted(self, kind.width, kind.height)
    case .cover:
      return try converted(
        cut(width: part(width, 1 / ratio), height: part(height, ratio)), kind.width, kind.height)
    case .contain:
      let small = try converted(
        self, part(kind.width, ratio), part(kind.height, 1 / ratio))
      return try small.onBlack(width: kind.width, height: kind.height, coding: kind.coding)
    }
  }
}
