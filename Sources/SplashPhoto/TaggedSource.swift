internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg

/// A photo whose picture FFmpeg decodes, and whose file says more than FFmpeg carries.
protocol TaggedPhoto: EditablePhoto {
  /// Whether a file with such a beginning is of the kind.
  static func suits(_ start: [UInt8]) -> Bool

  /// Looks at a file before it is decoded.
  ///
  /// - Throws: `SplashError` of kind badInput for one that would take too much memory.
  static func check(_ name: String, _ bytes: [UInt8], _ options: InputOptions) throws(SplashError)

  /// What decodes it.
  static var kind: StillDecoder.Kind { get }

  /// A file that breaks off behind what tells of its picture, made as long as it says, of which
  /// FFmpeg decodes what is there; nil for a whole one, and one that breaks off earlier.
  ///
  /// - Parameter limit: bytes that it may have; of one that says more the result is nil.
  static func completed(_ bytes: [UInt8], limit: Int) -> [UInt8]?

  /// - Parameters:
  ///   - bytes: the file.
  ///   - picture: decoded from it, as it is stored.
  ///   - options: whether its tags are taken.
  /// - Returns: nil for a file that is no single picture.
  /// - Throws: `SplashError` of kind badInput when the file cannot be read.
  init?(
    _ name: String, _ bytes: [UInt8], picture: borrowing Frame, options: InputOptions
  ) throws(SplashError)

  /// How the photo is to be turned, as Exif writes it: 1…8.
  var orientation: Int { get }

  /// What of the file is not read, for people: one line each.
  var omissions: [String] { get }

  /// The colors and the light of its picture, where FFmpeg does not tell; nil where the file does not.
  var light: (primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic)? { get }
}

extension TaggedPhoto {
  var light: (primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic)? { nil }
  var omissions: [String] { [] }

  /// Has a picture say what the file says of its light.
  func tellLight(of picture: borrowing Frame) {
    guard let light else { return }
    (picture.av.pointee.color_primaries, picture.av.pointee.color_trc) = light
  }
}

/// The picture of such a photo, with the way to turn it.
final class TaggedSource: FrameSource {
  let media: MediaDescription
  let isLive = false
  let notes: [String]
  /// Nil for a photo, of which no more is read.
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
