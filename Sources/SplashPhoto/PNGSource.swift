internal import CFFmpeg
public import SplashCore
public import SplashFFmpeg

/// The picture of a PNG photo, with the way to turn it.
///
/// Decoded by FFmpeg; what else the file says is kept for `PhotoSink`.
public final class PNGSource: FrameSource {
  public let media: MediaDescription
  public let isLive = false
  private let source: FFmpegSource
  private var held: Frame?

  /// Whether a name stands for a regular file that begins like PNG.
  public static func suits(_ input: String, options: InputOptions) -> Bool {
    options.format == nil && PhotoBytes.begin(filePath(of: input), with: PNGChunks.mark)
  }

  /// - Throws: as `FFmpegSource`.
  public init(_ input: String, options: InputOptions = InputOptions()) throws {
    source = try FFmpegSource(input, options: options)
    var media = source.media
    if case .picture(let frame) = try source.next(StageClock()) {
      let photo = try PNGPhoto(input, picture: frame)
      if !photo.isAnimated {
        media.original = photo
        if let matrix = displayMatrix(orientation: photo.orientation) {
          media.picture.sideData.append((AV_PKT_DATA_DISPLAYMATRIX, matrix))
        }
      }
      held = consume frame
    }
    self.media = media
  }

  public var notes: [String] { source.notes }
  public var warning: String? { source.warning }
  public func interrupt() { source.interrupt() }
  public func endPictures() { source.endPictures() }
  public func close() { source.close() }

  public func next(_ clock: StageClock) throws -> Item? {
    if let frame = held.take() { return .picture(frame) }
    return try source.next(clock)
  }
}
