internal import CFFmpeg

/// A WebP file in memory and its decoded samples.
///
/// The result keeps the color profile, Exif and XMP. A lossless file stays lossless, with the
/// pixels that have not changed; a lossy one is encoded again.
final class WebPPhoto: DecodedPhoto {
  static let endings: Set<String> = ["webp"]
  let tags: PhotoTags
  let picture: Frame
  let warning: String?
  private let isLossless: Bool

  static func suits(_ start: [UInt8]) -> Bool {
    start.starts(with: Array("RIFF".utf8)) && start.dropFirst(8).starts(with: Array("WEBP".utf8))
  }

  /// - Throws: as `WebPPicture`.
  init(_ name: String, _ bytes: [UInt8], options: InputOptions) throws(SplashError) {
    let decoded = try WebPPicture(name, bytes, options: options)
    picture = Frame(sharing: decoded.frame)
    isLossless = decoded.isLossless
    warning = decoded.warning
    // A file that is cut off has no chunks after its image.
    if let chunks = WebPChunks(bytes) {
      tags = PhotoTags(webp: chunks).taken(by: options)
    } else {
      tags = PhotoTags()
    }
  }

  var orientation: Int { exifOrientation(tags.exif) }
  var isTransparent: Bool { picture.isTransparent }

  /// The default quality, 1…100: files do not state theirs.
  private static let quality = 90

  func encoded(
    as frame: consuming Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    var options = options
    let staysLossless = isLossless && options.quality == nil
    if staysLossless {
      options.pixelFormat = options.pixelFormat ?? "bgra"
      options.encoderOptions.insert(("lossless", "1"), at: 0)
    } else {
      options.quality = options.quality ?? Self.quality
    }
    if staysLossless { frame = try frame.restored(from: picture) }
    let file = try StillEncoder.encode(frame, options: options, name: name)
    guard !tags.names.isEmpty else { return file }
    guard let tagged = tags.written(into: file, ending: "webp") else {
      throw SplashError(.failure, "\(name): cannot encode the photo")
    }
    return tagged
  }
}
