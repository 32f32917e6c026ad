extension Tuner {
  /// Shows a browser the newest frame under every look that needs no file. Slow.
  func showLooks(for key: BrowserRequest.LookKey, to outbox: Outbox) throws {
    guard let entry = awaitedPicture() else { return }
    let thumbnails = try Thumbnails(of: entry.frame, turn: turn)
    let settings = look.snapshot.settings
    let examples = LookForm.all.filter { !$0.isFile && $0.name != "transparent" }.map(\.example)
    let looks = try ((key == .kept ? ["none"] : []) + examples).map { text in
      var settings = settings
      if key == .rest {
        settings.rest = try LookStep.steps(text)
      } else {
        settings.kept = try LookStep.steps(text)
      }
      return BrowserMessage.Thumbnails.Thumbnail(
        text: text, picture: try thumbnails.picture(settings, files))
    }
    outbox.put(
      answer: BrowserMessage.encode(
        BrowserMessage.Thumbnails(key: key.rawValue, looks: looks)))
  }
}
