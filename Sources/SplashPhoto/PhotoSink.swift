public import SplashCore
public import SplashFFmpeg

/// Writes a photo that was made of another one: what has not changed is copied from that.
///
/// Of JPEG's coefficients those are made anew whose samples have changed, in the tables they had;
/// the markers, among them Exif, GPS, XMP and ICC, are the same, and the small pictures in them are
/// those of the result. A result of another shape, or a quality that is asked for, is encoded as a
/// whole. PNG keeps its chunks, and the pixels that have not changed.
public final class PhotoSink: FrameSink {
  public let name: String
  private let original: any Original
  private let options: OutputOptions
  private let file: NewFile
  private var isWritten = false

  /// Whether a photo can be written to a name: a file called .jpg or the like, of a JPEG photo, or
  /// .png, of a PNG photo.
  public static func suits(
    _ output: String, options: OutputOptions, media: MediaDescription
  ) -> Bool {
    guard options.format == nil, options.codec == nil, NumberedName(output) == nil else {
      return false
    }
    let ending = output.split(separator: ".").last?.lowercased()
    switch media.original {
    case is JPEGPhoto: return ["jpg", "jpeg", "jpe", "jfif"].contains(ending)
    case is PNGPhoto: return ending == "png"
    default: return false
    }
  }

  /// Claims the file without writing to it.
  ///
  /// - Throws: `SplashError` of kind badInput when it may not be written, of kind usage for options
  ///   that are for video. Nothing has changed then.
  public init(_ output: String, options: OutputOptions, media: MediaDescription) throws {
    guard let original = media.original else { preconditionFailure("\(media.name) is no photo") }
    name = output
    self.original = original
    self.options = options
    if original is JPEGPhoto { try Self.refuseVideo(options) }
    file = try NewFile(
      output, overwrite: options.overwrite, inputs: FileIdentity.files(of: media.name))
  }

  private static func refuseVideo(_ options: OutputOptions) throws(SplashError) {
    let foreign = [
      ("--crf", options.crf != nil), ("--bitrate", options.bitrate != nil),
      ("--preset", options.preset != nil), ("--pixel-format", options.pixelFormat != nil),
      ("--encoder-option", !options.encoderOptions.isEmpty),
    ].first { $0.1 }
    guard let foreign else { return }
    throw SplashError(
      .usage, "\(foreign.0): it is for video", remedy: "give a photo a --quality of 1 to 100")
  }

  public func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    let frame = frame
    let bytes = try clock.measure(.encode) { try encoded(frame) }
    try clock.measure(.write) { try file.write(bytes) }
    isWritten = true
  }

  private func encoded(_ frame: borrowing Frame) throws -> [UInt8] {
    switch original {
    case let photo as PNGPhoto: try photo.encoded(as: frame, options: options, name: name)
    case let photo as JPEGPhoto: try encoded(frame, of: photo)
    default: preconditionFailure("\(name): no photo")
    }
  }

  private func encoded(_ frame: borrowing Frame, of photo: JPEGPhoto) throws -> [UInt8] {
    var source = photo.bytes
    try EmbeddedPictures(of: frame).replace(in: &source)
    var (result, end) =
      options.quality == nil && photo.hasRoom(for: frame)
      ? try photo.recoded(as: frame, bytes: source)
      : (
        try JPEGFile.encoded(frame, like: source, quality: options.quality, name: name),
        JPEGFile.length(source[...]) ?? source.count
      )
    let growth = result.count - end
    result += source[end...]
    MultiPictureIndex(source)?.move(in: &result, growth: growth)
    return result
  }

  public func finish(_ clock: StageClock) throws {
    guard isWritten else { return file.discard() }
    try file.finish()
  }

  public func publish() throws { try file.publish() }

  public var partialPath: String? { file.partialPath }
}
