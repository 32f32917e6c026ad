internal import SplashBase
internal import Synchronization

/// Keeps colors in the pictures of a video that a program has in its own memory. Any thread: a
/// picture waits for the one before it, and settings count from the next picture on.
///
/// It is the command's filter, bit for bit, for what looks at pictures alone: settings that name
/// files, transparency or what networks find are refused, and pictures keep their size.
public final class PixelFilter: Sendable {
  private let control: LookControl
  private let painter: Mutex<PixelPainter>
  private let wanted: Mutex<LookTimeline>
  private let networks: PixelNetworks?

  /// - Parameter settings: what to keep and what becomes of the rest; by default red, and grey.
  /// - Throws: `SettingError` for settings that cannot be used, `SplashError` of kind usage for
  ///   those that are refused.
  public convenience init(_ settings: SplashSettings = SplashSettings()) throws {
    try self.init(try LookTimeline(base: settings, entries: []))
  }

  /// - Parameter timeline: settings in time, in seconds from the first picture.
  /// - Throws: as with settings.
  public convenience init(_ timeline: LookTimeline) throws {
    try self.init(timeline, networks: nil)
  }

  /// - Parameter networks: find what settings name; nil where that is refused.
  /// - Throws: as with settings, and `SplashError` for networks that cannot be opened.
  package init(_ timeline: LookTimeline, networks: PixelNetworks?) throws {
    try timeline.checkForPixels(networks)
    control = LookControl(timeline.base)
    painter = Mutex(PixelPainter(control, networks?.makeMasks))
    wanted = Mutex(timeline)
    self.networks = networks
  }

  /// The settings, and keys in time.
  public var timeline: LookTimeline { wanted.withLock { $0 } }

  /// Changes settings, and keys in time.
  ///
  /// - Parameter change: changes them for good; nobody else does meanwhile.
  /// - Throws: as with `init`, and what `change` throws; they stay as they were then.
  public func update(_ change: (inout LookTimeline) throws -> Void) throws {
    try wanted.withLock { wanted in
      var timeline = wanted
      try change(&timeline)
      try timeline.checkForPixels(networks)
      wanted = timeline
    }
  }

  /// Seconds from the first picture to the end, which what fades out needs; nil where nobody knows,
  /// as at first.
  public var length: Double? {
    get { painter.withLock { $0.length } }
    set { painter.withLock { $0.length = newValue } }
  }

  /// Changes the next picture in place. Of Y'CbCr only chroma is written, unless the settings ask
  /// for another luma; of R'G'B' kept colors stay bit for bit.
  public func apply(to picture: PixelBuffer) {
    // Nothing but networks can fail.
    try? change(picture)
  }

  /// As `apply(to:)`, for a filter with networks.
  ///
  /// - Throws: `SplashError` where a network fails; the picture is as it was then.
  package func change(_ picture: PixelBuffer) throws {
    try painter.withLock { painter in try painter.paint(picture, wanted.withLock { $0 }) }
  }

  /// The mask of the next picture, in place of a change of it.
  ///
  /// - Parameters:
  ///   - picture: stays as it is.
  ///   - mask: gets a byte for each luma sample, 0 for what is not kept to 255 for what is, as
  ///     `show=mask` shows it.
  /// - Throws: `SplashError` where a network fails; the mask is as it was then.
  package func drawMask(of picture: PixelBuffer, into mask: MaskBuffer) throws {
    try painter.withLock { painter in
      try painter.drawMask(of: picture, wanted.withLock { $0 }, into: mask)
    }
  }

  /// Gains of red, green and blue by which the last picture was balanced for the choice of colors.
  public var gains: Gains { control.gains }

  /// Mean share of the pictures that was kept, 0…1; nil before the first.
  public var kept: Double? { control.kept }

  /// Mean share of the mask that changed by more than a quarter between pictures; nil before the
  /// second.
  public var flicker: Double? { control.flicker }
}

extension LookTimeline {
  /// - Throws: `SplashError` of kind usage for settings that need more than pictures, and
  ///   `SettingError` for those that cannot be used.
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
        .usage, "settings: what networks find",
        remedy: "use person, subject and thing with the command")
    }
    guard show != .sideBySide else {
      throw SplashError(
        .usage, "show \(show.rawValue)", cause: "pictures keep their size here",
        remedy: "give result or mask")
    }
  }
}
