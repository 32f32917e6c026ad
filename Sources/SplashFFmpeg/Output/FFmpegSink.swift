internal import CFFmpeg
public import SplashCore

/// Encodes pictures into a file, a pipe or an address, with the streams that pass through.
public final class FFmpegSink: FrameSink {
  public let name: String
  /// What the output will lack that the input has, for people: one line each.
  public let notes: [String]

  private let media: MediaDescription
  private let options: OutputOptions
  private let format: OutputFormat
  private let muxer: Muxer
  private var encoder: Encoder?
  private let isStream: Bool

  /// Opens the output without encoding anything yet.
  ///
  /// - Parameters:
  ///   - output: a path whose extension names the container, an address, or `-` for standard
  ///     output, which is y4m unless `options.format` says otherwise.
  ///   - media: what the source gives.
  /// - Throws: `SplashError` when the output cannot be written, would replace a file, or cannot
  ///   carry one of the streams; nothing has been changed then.
  public init(_ output: String, options: OutputOptions, media: MediaDescription) throws {
    name = output
    self.media = media
    self.options = options
    format = try OutputFormat(output: output, options: options)
    _ = try format.pixelFormat(for: media.picture.format, options: options)
    muxer = try Muxer(output, format: format, options: options, media: media)
    isStream = output == "-"
    notes = FFmpegSink.notes(output, format: format, options: options, media: media)
  }

  /// A recording bears a hiccup of the machine; a pipe shows what is now.
  public var livePatience: Int { isStream ? 2 : 16 }

  public func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    let encoder = try encoder ?? begin(with: frame)
    try encoder.encode(frame, clock) { packet in
      try clock.measure(.write) { try muxer.writeVideo(packet) }
    }
    if isStream { try clock.measure(.write) { try muxer.flush() } }
  }

  public func write(_ packet: consuming Packet, _ clock: StageClock) throws {
    let packet = packet
    if encoder != nil { try clock.measure(.write) { try muxer.write(packet) } }
  }

  public func finish(_ clock: StageClock) throws {
    var failure: (any Error)?
    do {
      if muxer.hasBegun {
        try encoder?.encode(nil, clock) { packet in
          try clock.measure(.write) { try muxer.writeVideo(packet) }
        }
      }
    } catch { failure = error }
    // Its threads and pictures go now, not when the program ends.
    encoder = nil
    do { try muxer.end() } catch { failure = failure ?? error }
    if let failure { throw failure }
  }

  public func publish() throws { try muxer.publish() }

  public var partialPath: String? { muxer.partialPath }

  public func interrupt() { muxer.interrupt() }

  public var warning: String? {
    muxer.refused == 0
      ? nil
      : "\(name): left out \(muxer.refused) damaged packets that \(format.muxerName) does not take"
  }

  /// Sets the encoder up for what really came, which a filter may have changed on the way.
  private func begin(with frame: borrowing Frame) throws -> Encoder {
    var picture = media.picture
    picture.refine(from: frame)
    picture.timeBase = frame.timeBase
    let encoder = try Encoder(
      output: name, format: format, options: options, picture: picture,
      needsGlobalHeader: muxer.needsGlobalHeader)
    try muxer.begin(format, encoder: encoder, media: media, picture: picture)
    self.encoder = encoder
    return encoder
  }

  private static func notes(
    _ output: String, format: OutputFormat, options: OutputOptions, media: MediaDescription
  ) -> [String] {
    var notes: [String] = []
    if !format.isPictureOnly {
      for stream in media.copiedStreams {
        guard let objection = format.objection(to: stream) else { continue }
        notes.append("\(output): leaving out \(stream.title): \(objection)")
      }
    }
    let turns = abs(media.picture.rotation.rounded())
    if turns > 0, !format.isQuickTime {
      notes.append(
        "\(output): the picture is stored turned by \(Int(turns)) degrees, which \(format.muxerName) cannot say; .mp4 and .mov can"
      )
    }
    return notes
  }
}
