public import SplashCore
public import SplashFFmpeg

/// Writes a JPEG photo that was made of another one: what has not changed is copied from that.
///
/// Of the coefficients those are made anew whose samples have changed, in the tables they had; the
/// markers, among them Exif, GPS, XMP and ICC, are the same, and the small pictures in them are
/// those of the result. A result of another shape, or a quality that is asked for, is encoded as a
/// whole.
public final class PhotoSink: FrameSink {
  public let name: String
  private let photo: JPEGPhoto
  private let quality: Int?
  private let file: NewFile
  private var isWritten = false

  /// Whether a photo can be written to a name: a file called .jpg or the like, of a photo.
  public static func suits(
    _ output: String, options: OutputOptions, media: MediaDescription
  ) -> Bool {
    guard media.original is JPEGPhoto, options.format == nil, options.codec == nil,
      NumberedName(output) == nil
    else { return false }
    let ending = output.split(separator: ".").last?.lowercased()
    return ["jpg", "jpeg", "jpe", "jfif"].contains(ending)
  }

  /// Claims the file without writing to it.
  ///
  /// - Throws: `SplashError` of kind badInput when it may not be written, of kind usage for options
  ///   that are for video. Nothing has changed then.
  public init(_ output: String, options: OutputOptions, media: MediaDescription) throws {
    guard let photo = media.original as? JPEGPhoto else {
      preconditionFailure("\(media.name) is no photo")
    }
    let foreign = [
      ("--crf", options.crf != nil), ("--bitrate", options.bitrate != nil),
      ("--preset", options.preset != nil), ("--pixel-format", options.pixelFormat != nil),
      ("--encoder-option", !options.encoderOptions.isEmpty),
    ].first { $0.1 }
    if let foreign {
      throw SplashError(
        .usage, "\(foreign.0): it is for video", remedy: "give a photo a --quality of 1 to 100")
    }
    name = output
    quality = options.quality
    self.photo = photo
    file = try NewFile(
      output, overwrite: options.overwrite, inputs: FileIdentity.files(of: media.name))
  }

  public func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    let frame = frame
    let bytes = try clock.measure(.encode) { try encoded(frame) }
    try clock.measure(.write) { try file.write(bytes) }
    isWritten = true
  }

  private func encoded(_ frame: borrowing Frame) throws -> [UInt8] {
    var source = photo.bytes
    try EmbeddedPictures(of: frame).replace(in: &source)
    var (result, end) =
      quality == nil && photo.hasRoom(for: frame)
      ? try photo.recoded(as: frame, bytes: source)
      : (
        try JPEGFile.encoded(frame, like: source, quality: quality, name: name),
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
