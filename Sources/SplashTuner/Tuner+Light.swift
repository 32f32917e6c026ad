internal import Synchronization

/// The light under which colors were clicked.
extension Tuner {
  /// The frame of a light, as `--like` names it.
  struct LitFrame {
    /// Nil where no light can be read.
    var anchor: LightAnchor?
    var place: String
  }

  /// Maximum number of remembered frames; the command line holds the colors of older ones.
  private static let frameLimit = 32

  /// The light of a frame in which a color is clicked, for the settings to keep; nil where they do
  /// not estimate the light, where keyframes have settings of their own, and where no command could
  /// go back to the frame.
  func light(of entry: PictureHistory.Entry) -> LightAnchor? {
    let look = look.snapshot
    let balance = look.settings.whiteBalance
    guard balance == .auto || balance.anchor != nil, look.timeline.entries.isEmpty,
      request.inputOptions.pieces.isEmpty, player.canSeek || player.media.isPhoto
    else { return nil }
    let place = time(of: entry).map { "\(request.input)@\($0)" } ?? request.input
    if let known = litFrames.withLock({ $0.last { $0.place == place } }) { return known.anchor }
    let anchor = try? LightAnchor(of: entry.frame, isPhoto: player.media.isPhoto)
    litFrames.withLock { frames in
      frames = frames.suffix(Self.frameLimit - 1) + [LitFrame(anchor: anchor, place: place)]
    }
    return anchor
  }

  /// The flags of settings, with the frame of their light by its name.
  func flags(of settings: SplashSettings) -> [String] {
    guard let anchor = settings.whiteBalance.anchor,
      let frame = litFrames.withLock({ $0.last { $0.anchor == anchor } })
    else { return settings.flags }
    var plain = settings
    plain.whiteBalance = .auto
    return plain.flags + ["--like", frame.place]
  }
}
