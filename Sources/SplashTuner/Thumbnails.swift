internal import CFFmpeg
internal import Foundation

/// Small copies of one frame under looks.
struct Thumbnails: ~Copyable {
  private static let width = 160
  private let small: Frame
  private let turn: Turn
  private let encoder: JPEGEncoder

  init(of frame: borrowing Frame, turn: Turn) throws {
    let width = min(frame.width, Self.width)
    // No property is set before code that may throw: Swift 6.1 would destroy it twice.
    let small = try Scaler().convert(
      frame, to: PixelFormat(AV_PIX_FMT_YUV444P), width: width,
      height: max(2, frame.height * width / frame.width))
    self.small = small
    self.turn = turn
    encoder = JPEGEncoder(maximumWidth: Self.width, quantizer: 6)
  }

  /// A JPEG file.
  func picture(_ settings: SplashSettings, _ files: LookFiles) throws -> Data {
    var settings = settings
    settings.stability = 0
    var picture = Frame(sharing: small)
    try Splash(settings: settings, files: files, turn: turn).apply(to: &picture, StageClock())
    return try encoder.encode(picture, turn: turn, StageClock())
  }
}
