internal import CFFmpeg
internal import Foundation
internal import SplashCore
internal import SplashFFmpeg
internal import SplashFilter

extension Tuner {
  private static let thumbnailWidth = 160

  /// Shows a browser the newest picture under every look that needs no file.
  func showLooks(for key: BrowserRequest.LookKey, to outbox: Outbox) throws {
    guard let entry = history.newest else { return }
    let width = min(entry.frame.width, Self.thumbnailWidth)
    let small = try Scaler().convert(
      entry.frame, to: PixelFormat(AV_PIX_FMT_YUV444P), width: width,
      height: max(2, entry.frame.height * width / entry.frame.width))
    let encoder = JPEGEncoder(maximumWidth: Self.thumbnailWidth, quantizer: 6)
    let settings = look.snapshot.settings
    let examples = LookForm.all.filter { !$0.isFile && $0.name != "transparent" }.map(\.example)
    let looks = try ((key == .kept ? ["none"] : []) + examples).map { text in
      var settings = settings
      if key == .rest {
        settings.rest = try LookStep.steps(text)
      } else {
        settings.kept = try LookStep.steps(text)
      }
      settings.stability = 0
      var picture = Frame(sharing: small)
      try Splash(settings: settings, files: files, turn: turn).apply(
        to: &picture, StageClock())
      return BrowserMessage.Thumbnails.Thumbnail(
        text: text, picture: try encoder.encode(picture, turn: turn, StageClock()))
    }
    outbox.put(
      answer: BrowserMessage.encode(
        BrowserMessage.Thumbnails(key: key.rawValue, looks: looks)))
  }
}
