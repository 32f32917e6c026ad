extension LightAnchor {
  /// The colors of the first frame of an input, after the balance that a run would begin with.
  ///
  /// - Parameters:
  ///   - input: a clip or a photo.
  ///   - options: how to read it; `start` says which frame is the first.
  /// - Throws: `SplashError` of kind badInput where there is no such frame, or no color in it.
  public init(of input: String, options: InputOptions = InputOptions()) throws {
    let source = try openSource(input, options: options)
    defer { source.close() }
    var frame = try ColorPick.firstPicture(of: source)
    // Kernels read Y'CbCr alone.
    try FormatConverter().apply(to: &frame, StageClock())
    guard let anchor = try LightAnchor(of: frame, isPhoto: source.media.isPhoto) else {
      throw SplashError(
        .badInput, input, cause: "its first frame is black or white all over",
        remedy: "give a frame with colors, like clip.mp4@3")
    }
    self = anchor
  }

  /// The colors of a frame after the balance that a run would begin with there.
  ///
  /// - Returns: nil where there is no color that can be read.
  package init?(of frame: borrowing Frame, isPhoto: Bool) throws {
    let gains = try ColorPick.gains(for: frame, settings: SplashSettings(), isPhoto: isPhoto)
    guard let anchor = frame.lightAnchor(balancedBy: gains) else { return nil }
    self = anchor
  }
}
