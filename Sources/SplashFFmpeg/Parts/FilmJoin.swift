internal import CFFmpeg

/// Joins the parts of a clip, and adds all that the clip has besides its frames.
///
/// Nothing is decoded: the frames are those of the parts, bit for bit.
public final class FilmJoin {
  /// What the output will lack compared with the clip, for people: one line each.
  public let notes: [String]
  /// Number of joined frames.
  public var pictures: Int { chain.parts.reduce(0) { $0 + $1.pictures } }

  private let name: String
  private let chain: PartChain
  private let film: Demuxer
  private let filmVideo: UnsafeMutablePointer<AVStream>
  private let media: MediaDescription
  private let format: OutputFormat
  private let muxer: Muxer
  private let streams: CarriedStreams
  /// Seconds of the clip that become the output's zero; nil where nothing moves.
  private let origin: Double?
  private let clock = StageClock()
  /// Time of the clip's last frame in the range of each part, by the part's name.
  private var filmEnds: [String: Double] = [:]

  /// Checks all files; nothing is written yet.
  ///
  /// - Parameters:
  ///   - parts: files that `InputOptions.part` made of the clip, in any order.
  ///   - film: the clip that they are parts of.
  ///   - output: a path whose extension names the container, or an address.
  ///   - options: only container and overwriting are used.
  ///   - reading: which of the clip's streams are taken.
  /// - Throws: `SplashError` when a part is missing or does not fit, or the output cannot be
  ///   written.
  public init(
    _ parts: [String], of film: String, to output: String, options: OutputOptions,
    reading: InputOptions = InputOptions()
  ) throws {
    precondition(!parts.isEmpty)
    name = output
    chain = try PartChain(parts)
    self.film = try Demuxer(film, options: InputOptions())
    filmVideo = try chooseVideoStream(of: self.film)
    format = try OutputFormat(output: output, options: options)
    let first = chain.parts[0]
    let digest = try filmDigest(of: film)
    for part in chain.parts {
      guard let cause = part.objection(toFilm: digest, filmVideo) else { continue }
      throw SplashError(
        .badInput, "\(part.name) is no part of \(film)", cause: cause,
        remedy: "name the clip that the parts were made of behind \(option: "of")")
    }
    guard !format.isPictureOnly, !format.beginsAtZero else {
      throw SplashError(
        .usage, "\(output): parts cannot be joined in \(format.muxerName)",
        remedy: "use .mp4, .mov, .mkv or .nut")
    }
    guard format.isQuickTime || first.picture.turn == .upright else {
      throw SplashError(
        .usage, "\(output): cannot say that the frame is turned, as the parts do",
        remedy: "write .mp4 or .mov, or make the parts as .mkv")
    }
    var window = TimeWindow(options: InputOptions(), fileStart: self.film.start)
    if let time = first.firstTime { window.begin(by: time) }
    var media = describe(self.film, video: filmVideo, window: window, options: reading)
    if first.picture.turn == .upright { media.picture.bringUpright() }
    media.picture.sampleAspectRatio = first.picture.sampleAspectRatio
    media.picture.sideData = first.picture.sideData
    self.media = media
    origin = window.origin != 0 ? window.origin : nil
    let plan = try StreamPlan(of: media, output: output, format: format, options: options)
    notes = leftOut(of: self.film, video: filmVideo, options: reading) + plan.notes
    muxer = try Muxer(output, format: format, options: options, inputs: [film] + parts)
    streams = CarriedStreams(plan, into: muxer)
  }

  /// Writes the output. When this returns, it is complete and has taken its place.
  ///
  /// - Throws: `SplashError` when a file breaks off or the output cannot be written; nothing is
  ///   left of the output then.
  public func run() throws {
    do {
      try begin()
      try merge()
      try streams.finish(clock)
      try checkEnds()
      try muxer.end()
    } catch {
      muxer.abandon()
      throw error
    }
    try muxer.publish()
  }

  private func begin() throws {
    let first = chain.parts[0].video
    let video = CopiedStream(
      index: 0, parameters: first.pointee.codecpar, timeBase: first.pointee.time_base,
      disposition: media.picture.disposition,
      metadata: media.picture.metadata.filter { $0.key != "encoder" }
        + (hasAlpha(first) ? [(alphaTag, "1")] : []),
      sideData: media.picture.sideData)
    try muxer.begin(
      format, video: video, media: media, picture: media.picture, streams: streams.stored,
      origin: origin)
  }

  /// Writes video and other packets by their decoding times.
  private func merge() throws {
    let pictures = PacketQueue { try self.readPicture(into: $0) }
    let others = PacketQueue { try self.readFilm(into: $0) }
    while true {
      let (picture, other) = (try pictures.time(), try others.time())
      if let picture, picture <= other ?? .infinity {
        try muxer.writeVideo(pictures.packet)
        pictures.drop()
      } else if other != nil {
        try streams.write(Packet(moving: others.packet, stream: others.stream), clock)
        others.drop()
      } else {
        return
      }
    }
  }

  private var reading = 0

  /// Reads the next video packet.
  ///
  /// - Returns: the unit of the packet's times; nil at the end.
  private func readPicture(
    into packet: UnsafeMutablePointer<AVPacket>
  ) throws -> (stream: Int, timeBase: AVRational)? {
    let timeBase = chain.parts[0].video.pointee.time_base
    while reading < chain.parts.count {
      let part = chain.parts[reading]
      if try part.read(into: packet) {
        av_packet_rescale_ts(packet, part.video.pointee.time_base, timeBase)
        return (0, timeBase)
      }
      reading += 1
    }
    return nil
  }

  private func readFilm(
    into packet: UnsafeMutablePointer<AVPacket>
  ) throws -> (stream: Int, timeBase: AVRational)? {
    while case .packet = film.read(into: packet) {
      let index = Int(packet.pointee.stream_index)
      if index == Int(filmVideo.pointee.index) { note(packet) }
      if let position = media.copiedStreams.firstIndex(where: { $0.index == index }) {
        return (position, media.copiedStreams[position].timeBase)
      }
      av_packet_unref(packet)
    }
    guard let cause = film.readFailure else { return nil }
    throw SplashError(.failure, "\(film.name): cannot be read to its end", cause: cause)
  }

  private func note(_ packet: UnsafeMutablePointer<AVPacket>) {
    let stamp = packet.pointee.pts == ff_no_timestamp ? packet.pointee.dts : packet.pointee.pts
    guard stamp != ff_no_timestamp, packet.pointee.flags & AV_PKT_FLAG_DISCARD == 0 else { return }
    let time = Double(stamp) * av_q2d(filmVideo.pointee.time_base)
    filmEnds[chain.part(at: stamp).name, default: -.infinity].formMaximum(time)
  }

  /// Checks that each part reaches its end: a truncated part looks complete in some containers, and
  /// a part of another clip may fit by chance.
  private func checkEnds() throws {
    for part in chain.parts {
      let end = filmEnds[part.name] ?? -.infinity
      if part.lastTime > end + 1 {
        throw SplashError(
          .failure, "\(part.name): goes beyond the clip",
          cause: "its last frame stands at \(part.lastTime.clockText)",
          remedy: "name the clip that the parts were made of behind \(option: "of")")
      }
      guard part.lastTime < end - 1 else { continue }
      throw SplashError(
        .failure, "\(part.name): ends too early",
        cause: "its last frame stands at \(part.lastTime.clockText), and the clip has one at "
          + end.clockText, remedy: "make this part again")
    }
  }
}

extension Double {
  fileprivate mutating func formMaximum(_ other: Double) { self = Swift.max(self, other) }

  /// Seconds with two digits.
  fileprivate var clockText: String { "\((self * 100).rounded() / 100) s" }
}
