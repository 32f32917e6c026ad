internal import Synchronization

/// Applies a look to frames of a video in memory of the calling program. Any thread: a frame waits
/// for the one before it, and settings take effect with the next frame.
///
/// It gives the same bits as the command's filter, but sees only the frames: settings that need
/// files, transparency or networks are refused, and frames keep their size.
public final class PixelFilter: Sendable {
  private let control: LookControl
  private let painter: Mutex<PixelPainter>
  private let wanted: Mutex<LookTimeline>
  private let networks: PixelNetworks?

  /// - Parameter settings: by default red is selected, and the rest is grey.
  /// - Throws: `SettingError` for invalid settings, `SplashError` of kind usage for settings that
  ///   are refused.
  public convenience init(_ settings: SplashSettings = SplashSettings()) throws {
    try self.init(try LookTimeline(base: settings, entries: []))
  }

  /// - Parameter timeline: settings with keyframes, in seconds from the first frame.
  /// - Throws: as with settings.
  public convenience init(_ timeline: LookTimeline) throws {
    try self.init(timeline, networks: nil)
  }

  /// - Parameter networks: find selections that need networks; nil to refuse these.
  /// - Throws: as with settings, and `SplashError` if a network cannot be opened.
  package init(_ timeline: LookTimeline, networks: PixelNetworks?) throws {
    try timeline.checkForPixels(networks)
    control = LookControl(timeline.base)
    painter = Mutex(PixelPainter(control, networks?.makeMasks))
    wanted = Mutex(timeline)
    self.networks = networks
  }

  /// The settings and keyframes.
  public var timeline: LookTimeline { wanted.withLock { $0 } }

  /// Changes settings and keyframes.
  ///
  /// - Parameter change: changes them permanently; other changes wait until it returns.
  /// - Throws: as with `init`, and errors of `change`; the settings then stay as they were.
  public func update(_ change: (inout LookTimeline) throws -> Void) throws {
    try wanted.withLock { wanted in
      var timeline = wanted
      try change(&timeline)
      try timeline.checkForPixels(networks)
      wanted = timeline
    }
  }

  /// Seconds from the first frame to the end, needed for fades at the end; nil, the default, if
  /// unknown.
  public var length: Double? {
    get { painter.withLock { $0.length } }
    set { painter.withLock { $0.length = newValue } }
  }

  /// Changes the next frame in place. In Y'CbCr only chroma is written, unless the settings change
  /// luma; in R'G'B' selected colors stay bit for bit.
  public func apply(to picture: PixelBuffer) {
    // Only networks can fail.
    try? change(picture)
  }

  /// As `apply(to:)`, for a filter with networks.
  ///
  /// - Throws: `SplashError` if a network fails; the frame then stays unchanged.
  package func change(_ picture: PixelBuffer) throws {
    try painter.withLock { painter in try painter.paint(picture, wanted.withLock { $0 }) }
  }

  /// Makes the mask of the next frame, in place of changing it.
  ///
  /// - Parameters:
  ///   - picture: is not changed.
  ///   - mask: gets a byte per luma sample, from 0 (not selected) to 255 (selected), as `show=mask`
  ///     shows it.
  /// - Throws: `SplashError` if a network fails; the mask then stays unchanged.
  package func drawMask(of picture: PixelBuffer, into mask: MaskBuffer) throws {
    try painter.withLock { painter in
      try painter.drawMask(of: picture, wanted.withLock { $0 }, into: mask)
    }
  }

  /// White balance gains of red, green and blue for selecting colors in the last frame.
  public var gains: Gains { control.gains }

  /// Mean selected share of the frames, 0…1; nil before the first frame.
  public var kept: Double? { control.kept }

  /// Mean share of the mask that changed by more than a quarter from frame to frame; nil before the
  /// second frame.
  public var flicker: Double? { control.flicker }
}

extension LookTimeline {
  /// - Throws: `SplashError` of kind usage for settings that need more than frames, and
  ///   `SettingError` for invalid ones.
  fileprivate func checkForPixels(_ networks: PixelNetworks?) throws {
    for settings in settings {
      try settings.validate()
      try settings.checkForPixels(hasNetworks: networks != nil)
      try networks?.open(Array(settings.selections))
    }
  }
}

extension SplashSettings {
  fileprivate func checkForPixels(hasNetworks: Bool) throws(SplashError) {
    guard !(rest + kept).contains(where: { $0.hasFile || $0 == .transparent }) else {
      throw SplashError(
        .usage, "settings: a look that needs a file or transparency",
        remedy: "use lut=, image= and transparent with the command")
    }
    guard !selections.contains(where: \.hasFile) else {
      throw SplashError(
        .usage, "settings: a mask from a file", remedy: "use mask= with the command")
    }
    guard hasNetworks || !selections.contains(where: \.hasNetwork) else {
      throw SplashError(
        .usage, "settings: what AI models find",
        remedy: "use person, subject and thing with the command")
    }
    guard show != .sideBySide else {
      throw SplashError(
        .usage, "show \(show.rawValue)", cause: "frames keep their size here",
        remedy: "give result or mask")
    }
  }
}
