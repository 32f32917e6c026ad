internal import CFFmpeg

/// Writes a photo made from another one. In the same format, unchanged data and all metadata are
/// copied; in another format Exif, XMP and the color profile are kept.
public final class PhotoSink: FrameSink {
  public let name: String
  public let notes: [String]
  private let maker: any PhotoMaker
  private let options: OutputOptions
  private let file: NewFile
  private var isWritten = false

  private static func maker(
    _ output: String, _ options: OutputOptions, _ media: MediaDescription
  ) -> (any PhotoMaker)? {
    guard options.format == nil, options.codec == nil, NumberedName(output) == nil else {
      return nil
    }
    if media.isPhoto, NewHEIFPhoto.endings.contains(output.ending) {
      return NewHEIFPhoto(output, options, media)
    }
    guard let photo = media.original as? any Photo else { return nil }
    // Formats without alpha are refused elsewhere.
    if options.needsAlpha, JPEGPhoto.endings.contains(output.ending) { return nil }
    if let photo = photo as? any EditablePhoto, type(of: photo).endings.contains(output.ending) {
      return photo
    }
    let isNoted = options.note != nil && PhotoNote.endings.contains(output.ending)
    // PNG stores HDR color in a chunk.
    guard PhotoTags.carriers.contains(output.ending),
      isNoted || media.picture.isHDR || !photo.tags.names.isEmpty
    else { return nil }
    return NewPhoto(
      output, of: photo, media,
      loss: StillEncoder.loss(of: media, options: options, name: output))
  }

  /// Creates the file without writing to it; nil if the output's format cannot keep more of the
  /// source than its image.
  ///
  /// - Throws: `SplashError` of kind badInput if the file may not be written, of kind usage for
  ///   options that are for video. Nothing has changed then.
  public init?(_ output: String, options: OutputOptions, media: MediaDescription) throws {
    guard let maker = Self.maker(output, options, media) else { return nil }
    name = output
    self.maker = maker
    self.options = options
    notes = maker.notes
    try maker.check(options)
    file = try NewFile(
      output, overwrite: options.overwrite,
      inputs: FileIdentity.files(of: [media.name] + options.reads))
  }

  public func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    var frame: Frame? = frame
    let bytes = try clock.measure(.encode) {
      let bytes = try maker.encoded(as: frame.take()!, options: options, name: name)
      guard let note = options.note, PhotoNote.endings.contains(name.ending) else { return bytes }
      return PhotoNote.written(note, into: bytes, ending: name.ending)
    }
    try clock.measure(.write) { try file.write(bytes) }
    isWritten = true
  }

  public func finish(_ clock: StageClock) throws {
    guard isWritten else { return file.discard() }
    try file.finish()
  }

  public func publish() throws { try file.publish() }

  public var partialPath: String? { file.partialPath }

  public func interrupt() { maker.interrupt() }

  public var warning: String? { maker.shortcoming.map { "\(name): \($0)" } }
}
