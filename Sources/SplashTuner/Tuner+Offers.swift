internal import CFFmpeg
internal import Foundation
internal import Synchronization

/// A page's request for selections to choose from in the newest frame.
struct OfferWish: Decodable {
  /// Hues in degrees, at most `limit` of them.
  var hues: [Double]?
  /// A network's selection.
  var keep: Network?

  enum Network: String, Decodable {
    case person, subject
    /// The thing at the center of the frame.
    case thing
  }

  /// Maximum number of colors.
  static let limit = 8
}

private struct OfferedLook {
  var hue: Double?
  var keep: OfferWish.Network?
  var settings: SplashSettings
}

extension Tuner {
  private static let offerWidth = 320
  private static let offerHueWidth = 16.0

  /// Shows a browser the selections of some hues, or of a network, in the newest frame: their
  /// share, and a small picture each. Slow.
  ///
  /// - Throws: `SplashError` where there is no frame, and where networks are missing.
  func showOffers(_ wish: OfferWish, to outbox: Outbox, isNewest: () -> Bool) throws {
    guard let entry = awaitedPicture() else {
      throw SplashError(.usage, "no frame to sample yet")
    }
    let hues = wish.hues ?? []
    guard hues.count <= OfferWish.limit, hues.allSatisfy((0..<360).contains) else {
      throw SplashError(
        .usage, "message 'offers'", cause: "these are no hues",
        remedy: "give \(OfferWish.limit) numbers at most, 0 up to 360")
    }
    var looks = hues.map { hue in
      var settings = SplashSettings()
      settings.hues = [HueRange(center: hue, width: Self.offerHueWidth)]
      return OfferedLook(hue: hue, settings: settings)
    }
    if let keep = wish.keep {
      var settings = SplashSettings()
      settings.keep = [try Selection(keep == .thing ? "thing@0.5,0.5" : keep.rawValue)]
      try files.read(for: settings)
      looks.append(OfferedLook(keep: keep, settings: settings))
    }
    // Networks take memory while they run: only one page's at a time.
    try offering.withLock { _ in
      guard isNewest(), !isEnding else { return }
      try show(looks, of: entry, to: outbox) { isNewest() && !isEnding && !outbox.isGone }
    }
  }

  private func show(
    _ looks: [OfferedLook], of entry: PictureHistory.Entry, to outbox: Outbox,
    while isWanted: () -> Bool
  ) throws {
    let scale = min(1, Double(Self.offerWidth) / Double(max(entry.frame.width, entry.frame.height)))
    let small = try Scaler().convert(
      entry.frame, to: PixelFormat(AV_PIX_FMT_YUV444P),
      width: max(2, Int(Double(entry.frame.width) * scale)),
      height: max(2, Int(Double(entry.frame.height) * scale)))
    let encoder = JPEGEncoder(maximumWidth: Self.offerWidth / 2, quantizer: 6)
    let gains = gains
    for look in looks where isWanted() {
      var settings = look.settings
      settings.stability = 0
      settings.whiteBalance = .gains(red: gains.red, green: gains.green, blue: gains.blue)
      guard
        let mask = try SmallMask(
          of: small, settings: settings, gains: gains, turn: turn, files: files)
      else { continue }
      var picture = Frame(sharing: small)
      try Splash(settings: settings, files: files, turn: turn).apply(to: &picture, StageClock())
      let offer = BrowserMessage.Offers.Offer(
        hue: look.hue, keep: look.keep?.rawValue, share: mask.share,
        picture: try encoder.encode(picture, turn: turn, StageClock()))
      outbox.put(answer: BrowserMessage.encode(BrowserMessage.Offers(offers: [offer])))
    }
  }

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
