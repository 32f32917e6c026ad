internal import CFFmpeg

/// A photo that FFmpeg decodes, with metadata that FFmpeg does not pass on.
protocol TaggedPhoto: EditablePhoto {
  /// Whether a file with this beginning has the format.
  static func suits(_ start: [UInt8]) -> Bool

  /// Checks a file before it is decoded.
  ///
  /// - Throws: `SplashError` of kind badInput if it would take too much memory.
  static func check(_ name: String, _ bytes: [UInt8], _ options: InputOptions) throws(SplashError)

  /// FFmpeg's decoder for it.
  static var kind: StillDecoder.Kind { get }

  /// A file that is cut off after its header, extended to its stated length, so that FFmpeg decodes
  /// the existing part; nil for a complete file, and one that is cut off earlier.
  ///
  /// - Parameter limit: the most bytes of the result; nil is returned if it would be longer.
  static func completed(_ bytes: [UInt8], limit: Int) -> [UInt8]?

  /// - Parameters:
  ///   - bytes: the file.
  ///   - picture: the decoded photo, as stored.
  ///   - options: say whether tags are kept.
  /// - Returns: nil if the file is not a single photo.
  /// - Throws: `SplashError` of kind badInput if the file cannot be read.
  init?(
    _ name: String, _ bytes: [UInt8], picture: borrowing Frame, options: InputOptions
  ) throws(SplashError)

  /// How the photo is turned, as Exif's orientation: 1…8.
  var orientation: Int { get }

  /// What is not read from the file, for people: one line each.
  var omissions: [String] { get }

  /// Primaries and transfer if FFmpeg does not report them; nil if the file does not give them.
  var light: (primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic)? { get }
}

extension TaggedPhoto {
  var light: (primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic)? { nil }
  var omissions: [String] { [] }

  /// Sets primaries and transfer of a frame by the file.
  func tellLight(of picture: borrowing Frame) {
    guard let light else { return }
    (picture.av.pointee.color_primaries, picture.av.pointee.color_trc) = light
  }
}

/// The frame of such a photo, and how it is turned.
final class TaggedSource: FrameSource {
  let media: MediaDescription
  let isLive = false
  let notes: [String]
  /// Nil for a photo, after whose frame no more is read.
  private let source: FFmpegSource?
  private let photoWarning: String?
  private var held: Frame?

  /// - Throws: as `FFmpegSource`.
  init(
    _ input: String, _ bytes: [UInt8], as kind: any TaggedPhoto.Type, options: InputOptions
  ) throws {
    try kind.check(input, bytes, options)
    let source = try FFmpegSource(input, options: options)
    var (media, notes) = (source.media, source.notes)
    if case .picture(let frame) = try source.next(StageClock()) {
      if let photo = try kind.init(input, bytes, picture: frame, options: options) {
        media.original = photo
        notes += photo.omissions
        media.picture.turn = Turn(orientation: photo.orientation)
        photo.tellLight(of: frame)
        if !frame.format.isGrey { frame.displayProfile = photo.displayProfile }
        media.picture.refine(from: frame)
      }
      held = consume frame
    }
    (self.media, self.notes) = (media, notes)
    self.source = media.isPhoto ? nil : source
    photoWarning = media.isPhoto ? source.warning : nil
  }

  var warning: String? { source?.warning ?? photoWarning }
  func interrupt() { source?.interrupt() }
  func endPictures() { source?.endPictures() }
  func close() { source?.close() }

  func next(_ clock: StageClock) throws -> Item? {
    if let frame = held.take() { return .picture(frame) }
    return try source?.next(clock)
  }
}
