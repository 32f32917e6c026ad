public import SplashCore
public import SplashFFmpeg

/// Writes a photo that was made of another one of its kind: what has not changed is copied from
/// that, and all that it says of itself stays.
public final class PhotoSink: FrameSink {
  public let name: String
  private let original: any Photo
  private let options: OutputOptions
  private let file: NewFile
  private var isWritten = false

  /// Whether a photo can be written to a name: of a JPEG photo a file called .jpg or the like, and
  /// so on.
  public static func suits(
    _ output: String, options: OutputOptions, media: MediaDescription
  ) -> Bool {
    guard options.format == nil, options.codec == nil, NumberedName(output) == nil,
      let photo = media.original as? any Photo, let ending = output.split(separator: ".").last
    else { return false }
    return type(of: photo).endings.contains(ending.lowercased())
  }

  /// Claims the file without writing to it.
  ///
  /// - Throws: `SplashError` of kind badInput when it may not be written, of kind usage for options
  ///   that are for video. Nothing has changed then.
  public init(_ output: String, options: OutputOptions, media: MediaDescription) throws {
    guard let original = media.original as? any Photo else {
      preconditionFailure("\(media.name) is no photo")
    }
    name = output
    self.original = original
    self.options = options
    try original.check(options)
    file = try NewFile(
      output, overwrite: options.overwrite, inputs: FileIdentity.files(of: media.name))
  }

  public func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    let frame = frame
    let bytes = try clock.measure(.encode) {
      try original.encoded(as: frame, options: options, name: name)
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
}
