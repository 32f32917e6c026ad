internal import CFFmpeg

/// Encodes frames into a file, a pipe or an address, with the streams that pass through.
public final class FFmpegSink: FrameSink {
  public let name: String
  /// What the output will lack compared with the input, for people: one line each.
  public let notes: [String]

  private let media: MediaDescription
  private let options: OutputOptions
  private let format: OutputFormat
  private let streams: CarriedStreams
  private let turner: Turner?
  private let muxer: Muxer
  private var encoder: Encoder?
  private let isStream: Bool
  /// The frames that the encoder was opened for; nil before the first frame.
  private var coded: PictureDescription?
  /// Whether a frame was encoded, and whether it lacks the HDR10+ data that the source has.
  private var (isBegun, lacksHDRPlus) = (false, false)

  /// Opens the output without encoding anything yet.
  ///
  /// - Parameters:
  ///   - output: a path whose extension names the container, an address, or `-` for standard
  ///     output, which is y4m unless `options.format` says otherwise.
  ///   - options: container, codec and their options.
  ///   - media: describes the source.
  /// - Throws: `SplashError` when the output cannot be written, would replace a file, or cannot
  ///   carry one of the streams; nothing has been changed then.
  public init(_ output: String, options: OutputOptions, media: MediaDescription) throws {
    name = output
    var media = media
    media.plays = options.loop ?? media.plays
    self.media = media
    var options = options
    options.isDrawn = media.picture.format.isRGB && media.picture.format.depth == 8
    self.options = options
    format = try OutputFormat(output: output, options: options, picture: media.picture)
    let pixels = try format.pixelFormat(for: media.picture.format, options: options)
    guard !options.needsAlpha || format.keepsAlpha(of: pixels) else {
      throw SplashError(
        .usage, "\(output): a transparent look",
        cause: "\(format.encoderName) in \(pixels.hasAlpha ? format.muxerName : pixels.name) "
          + "has no transparency",
        remedy:
          "use .png, .webp, .tif, .gif, .apng, .mov, .webm, .nut, or .mkv with \(option: "codec") ffv1"
      )
    }
    guard media.place == nil || format.holdsParts else {
      throw SplashError(
        .usage, "\(output): a part of a clip", cause: "\(format.muxerName) cannot say which it is",
        remedy: "use .mp4, .mov, .mkv, .webm or .nut")
    }
    if let loop = options.loop, format.loopOption(plays: loop) == nil {
      throw SplashError(
        .usage, "\(output): \(option: "loop") \(loop)",
        cause: "\(format.muxerName) of this FFmpeg cannot say how often it is played",
        remedy: "write .gif, .apng or .webp")
    }
    let plan = try StreamPlan(of: media, output: output, format: format, options: options)
    turner = format.isQuickTime ? nil : Turner(media.picture.turn)
    muxer = try Muxer(
      output, format: format, options: options, inputs: [media.name] + options.reads)
    streams = CarriedStreams(plan, into: muxer)
    isStream = output == "-"
    notes =
      plan.notes
      + PictureNotes(output: output, format: format, options: options, media: media).lines
  }

  /// The bits per sample of an output; nil where it cannot be opened.
  package static func bits(
    _ output: String, options: OutputOptions, media: MediaDescription
  ) -> Int? {
    let format = try? OutputFormat(output: output, options: options, picture: media.picture)
    return try? format?.pixelFormat(for: media.picture.format, options: options).depth
  }

  /// A recording tolerates a longer stall of the machine; a pipe shows live frames.
  public var livePatience: Int { isStream ? 2 : 16 }

  public func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    var frame = frame
    if let turner { frame = try clock.measure(.convert) { try turner.apply(to: frame) } }
    let encoder = try encoder ?? begin(with: frame)
    try encoder.encode(frame, clock) { try write($0, clock) }
    if isStream { try clock.measure(.write, in: muxer.time) { try muxer.flush() } }
  }

  /// The first encoded frame shows whether the encoder writes HDR10+.
  private func write(
    _ packet: UnsafeMutablePointer<AVPacket>, _ clock: StageClock
  ) throws(SplashError) {
    if !isBegun, media.picture.dynamicHDR.contains(.plus) { lacksHDRPlus = !packet.hasHDRPlus }
    isBegun = true
    try clock.measure(.write, in: muxer.time) { () throws(SplashError) in
      try muxer.writeVideo(packet)
    }
  }

  public func write(_ packet: consuming Packet, _ clock: StageClock) throws {
    guard encoder != nil else { return }
    try streams.write(packet, clock)
  }

  public func finish(_ clock: StageClock) throws {
    var failure: (any Error)?
    do {
      if muxer.hasBegun, options.isGivenUp?() != true {
        try encoder?.encode(nil, clock) { try write($0, clock) }
        try streams.finish(clock)
      }
    } catch { failure = error }
    // Frees its threads and frames now, not when the program ends.
    encoder = nil
    do { try muxer.end() } catch { failure = failure ?? error }
    if let failure { throw failure }
  }

  public func publish() throws {
    if let isKept = options.isKept, let film, !isKept(film) { return muxer.abandon() }
    try muxer.publish()
  }

  public func setAside() throws { try muxer.setAside() }

  /// Nil where there is no file with a frame.
  private var film: CompleteFilm? {
    guard let coded, let bytes = muxer.size else { return nil }
    let rate = coded.frameRate
    return CompleteFilm(
      encoder: format.encoderName, takesRate: format.takesRate, width: coded.width,
      height: coded.height, rate: rate.den > 0 ? av_q2d(rate) : 0, bytes: bytes,
      otherBytes: muxer.copiedBytes, pictures: muxer.pictures)
  }

  public var partialPath: String? { muxer.partialPath }

  public func interrupt() { muxer.interrupt() }

  public var warning: String? {
    let refused =
      muxer.refused > 0
      ? "left out \(muxer.refused) damaged packets that \(format.muxerName) does not take" : nil
    let light =
      lacksHDRPlus
      ? "left out HDR10+ metadata, which \(format.encoderName) of this FFmpeg does not write" : nil
    let parts = [refused, light].compactMap(\.self)
    return parts.isEmpty ? nil : "\(name): " + parts.joined(separator: "; ")
  }

  /// Opens the encoder for the first frame, whose format a filter may have changed on the way.
  private func begin(with frame: borrowing Frame) throws -> Encoder {
    var picture = media.picture
    if turner != nil { picture.bringUpright() }
    picture.refine(from: frame)
    picture.timeBase = frame.timeBase
    let encoder = try Encoder(output: name, format: format, options: options, picture: picture)
    let origin = format.beginsAtZero ? frame.presentationTime : nil
    if let origin { streams.begin(at: origin) }
    let video = CopiedStream(
      index: 0, encoder: encoder.context, disposition: picture.disposition,
      metadata: picture.metadata, sideData: picture.sideData)
    try muxer.begin(
      format, video: video, media: media, picture: picture, streams: streams.stored,
      origin: origin)
    self.encoder = encoder
    coded = picture
    return encoder
  }
}

extension UnsafeMutablePointer<AVPacket> {
  /// Whether it has an HDR10+ message, which HEVC and AV1 store in the same bytes (ITU-T T.35: its
  /// country, provider and kind, as CTA-861-H, annex S, has them).
  fileprivate var hasHDRPlus: Bool {
    let mark: [UInt8] = [0xb5, 0, 0x3c, 0, 1, 4]
    let bytes = UnsafeBufferPointer(start: pointee.data, count: Int(pointee.size))
    return bytes.firstRange(of: mark) != nil
  }
}
