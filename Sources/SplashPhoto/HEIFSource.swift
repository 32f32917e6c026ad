internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg
internal import Synchronization

/// The picture of a HEIC or AVIF photo, upright.
final class HEIFSource: FrameSource {
  let media: MediaDescription
  let isLive = false
  private let picture: Frame
  private let isOver = Atomic(false)

  /// Whether a file begins like one: a box that names it (ISO 23008-12, section 10).
  static func suits(_ start: [UInt8]) -> Bool {
    let brands = ["heic", "heix", "heim", "heis", "mif1", "avif"].map { Array($0.utf8) }
    return start.dropFirst(4).starts(with: Array("ftyp".utf8))
      && brands.contains { start.dropFirst(8).starts(with: $0) }
  }

  /// - Throws: `SplashError` of kind badInput when it cannot be decoded.
  init(_ input: String, options: InputOptions) throws(SplashError) {
    if let start = options.start, start > 0 {
      throw SplashError(
        .badInput, "\(input): it has no picture at or after the time that was asked for",
        cause: "it is a photo")
    }
    let file = try HEIFPicture(input, options: options)
    picture = try file.frame(options)
    let rate = AVRational(num: 25, den: 1)
    var description = PictureDescription(
      width: picture.width, height: picture.height, format: picture.format,
      timeBase: av_inv_q(rate), frameRate: rate)
    description.refine(from: picture)
    var media = MediaDescription(name: input, picture: description)
    media.frameCount = 1
    media.original = HEIFPhoto(tags: file.tags)
    self.media = media
  }

  func interrupt() { isOver.store(true, ordering: .relaxed) }

  func next(_ clock: StageClock) throws -> Item? {
    if isOver.exchange(true, ordering: .relaxed) { return nil }
    return .picture(Frame(sharing: picture))
  }
}

/// A HEIC or AVIF photo, of which photos of other kinds can be made.
private final class HEIFPhoto: Photo {
  let tags: PhotoTags

  init(tags: PhotoTags) { self.tags = tags }
}
