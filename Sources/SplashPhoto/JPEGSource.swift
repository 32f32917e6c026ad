internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg
internal import Synchronization

/// The picture of a JPEG photo, with its samples as they are stored and the way to turn it.
///
/// Sinks that know what the photo was made of (`PhotoSink`) keep of its file what has not changed.
final class JPEGSource: FrameSource {
  let media: MediaDescription
  let isLive = false
  let warning: String?
  private let photo: JPEGPhoto
  private let isOver = Atomic(false)

  /// Whether a file is a JPEG photo: it begins like one and is not called a stream of them
  /// (`.mjpeg`).
  static func suits(_ path: String, _ start: [UInt8]) -> Bool {
    let ending = path.split(separator: ".").last?.lowercased()
    return !["mjpeg", "mjpg"].contains(ending) && start.starts(with: [0xff, 0xd8, 0xff])
  }

  /// Reads the file and decodes the picture.
  ///
  /// - Throws: `SplashError` of kind badInput when it cannot be decoded, or is a kind of photo
  ///   whose colors cannot be judged.
  init(_ input: String, options: InputOptions = InputOptions()) throws {
    if let start = options.start, start > 0 {
      throw SplashError(
        .badInput, "\(input): it has no picture at or after the time that was asked for",
        cause: "it is a photo")
    }
    photo = try JPEGPhoto(input, options: options)
    warning = photo.warning
    let rate = AVRational(num: 25, den: 1)
    var picture = PictureDescription(
      width: photo.picture.width, height: photo.picture.height, format: photo.picture.format,
      timeBase: av_inv_q(rate), frameRate: rate)
    picture.refine(from: photo.picture)
    if let matrix = displayMatrix(orientation: photo.orientation) {
      picture.sideData.append((AV_PKT_DATA_DISPLAYMATRIX, matrix))
    }
    var media = MediaDescription(name: input, picture: picture)
    media.frameCount = 1
    media.original = photo
    self.media = media
  }

  func interrupt() { isOver.store(true, ordering: .relaxed) }

  func next(_ clock: StageClock) throws -> Item? {
    if isOver.exchange(true, ordering: .relaxed) { return nil }
    return .picture(Frame(sharing: photo.picture))
  }
}
