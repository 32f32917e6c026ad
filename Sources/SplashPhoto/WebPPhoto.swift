internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg

/// A WebP file in memory and its decoded samples.
///
/// It keeps its color profile, Exif and XMP, and one without loss stays so, with the pixels that
/// have not changed; one with loss is encoded again.
final class WebPPhoto: TaggedPhoto {
  static let endings: Set<String> = ["webp"]
  private let tags: [(name: String, chunk: [UInt8])]
  private let isLossless: Bool
  private let picture: Frame

  static func suits(_ start: [UInt8]) -> Bool {
    start.starts(with: Array("RIFF".utf8)) && start.dropFirst(8).starts(with: Array("WEBP".utf8))
  }

  init?(_ name: String, picture: borrowing Frame) throws(SplashError) {
    let bytes = try WholeFile.bytes(of: name)
    guard let chunks = WebPChunks(bytes), !chunks.isAnimated else { return nil }
    tags = WebPChunks.tags.compactMap { name in chunks[name].map { (name, $0) } }
    isLossless = isLosslessWebP(bytes)
    self.picture = Frame(sharing: picture)
  }

  var orientation: Int {
    let exif = tags.first { $0.name == "EXIF" }?.chunk[...]
    // Some writers put JPEG's mark before it.
    let mark = Array("Exif\0\0".utf8)
    return exifOrientation(exif.map { $0.starts(with: mark) ? $0.dropFirst(mark.count) : $0 })
  }

  /// What a quality of 1…100 is that nobody has asked for: files do not say theirs.
  private static let quality = 90

  func encoded(
    as frame: borrowing Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    var options = options
    let staysLossless = isLossless && options.quality == nil
    if staysLossless {
      options.pixelFormat = options.pixelFormat ?? "bgra"
      options.encoderOptions.insert(("lossless", "1"), at: 0)
    } else {
      options.quality = options.quality ?? Self.quality
    }
    let result = staysLossless ? try frame.restored(from: picture) : Frame(sharing: frame)
    let file = try StillEncoder.encode(result, options: options, name: name)
    guard !tags.isEmpty else { return file }
    guard let chunks = WebPChunks(file) else {
      throw SplashError(.failure, "\(name): cannot encode the photo")
    }
    for tag in tags { chunks.set(tag.name, to: tag.chunk) }
    return chunks.file ?? file
  }
}
