internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg

/// A PNG file in memory and its decoded samples.
///
/// It keeps its chunks, and the pixels that have not changed.
final class PNGPhoto: TaggedPhoto {
  static let endings: Set<String> = ["png"]
  let tags: PhotoTags
  private let chunks: PNGChunks
  private let picture: Frame

  static func suits(_ start: [UInt8]) -> Bool { start.starts(with: PNGChunks.mark) }

  static func check(
    _ name: String, _ bytes: [UInt8], _ options: InputOptions
  ) throws(SplashError) {
    let chunks = PNGChunks(bytes)
    if let size = chunks.size { try refuseForFFmpeg(size.width, size.height, name, options) }
    try chunks.refuseBombs(name)
  }

  init?(
    _ name: String, _ bytes: [UInt8], picture: borrowing Frame, options: InputOptions
  ) throws(SplashError) {
    chunks = PNGChunks(bytes).withoutSamples.taken(by: options)
    tags = PhotoTags(png: chunks, picture: picture)
    self.picture = Frame(sharing: picture)
    // An animation is no photo.
    if chunks.chunks.contains(where: { $0.type == "acTL" }) { return nil }
  }

  var orientation: Int { exifOrientation(tags.exif) }
  var isTransparent: Bool { picture.isTransparent }

  func encoded(
    as frame: consuming Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    // What it was made of is not needed any more.
    frame = try frame.restored(from: picture)
    let file = try StillEncoder.encode(frame, options: options, name: name)
    return PNGChunks(file).taking(over: chunks).bytes
  }
}
