internal import CFFmpeg
internal import Synchronization

/// Decodes frames from any input that libavformat opens, and passes on its other streams.
public final class FFmpegSource: FrameSource {
  public private(set) var media: MediaDescription
  public let isLive = false
  public private(set) var notes: [String] = []

  let demuxer: Demuxer
  private let decoder: FilmDecoder
  /// Nil where alpha is not a stream of its own.
  private let alpha: AlphaPictures?
  private let video: UnsafeMutablePointer<AVStream>
  private let current = Packet()
  private var copiedIndex: [Int32: Int] = [:]
  private var window: TimeWindow
  private var lastPicture: (timestamp: Int64, duration: Int64)?
  private var hasPicture = false
  /// Number of frames of the part given so far.
  private var given = 0
  /// True until the first frame of the part itself.
  private var isInPrelude: Bool
  /// Number of damaged frames in the prelude. They count for another part.
  private var damagedBefore = 0
  /// Number of damaged frames up to the end of the part, where later frames were read too.
  private var damagedInside: Int?
  private var held: Frame?
  /// Number of frames after the part that are still to be given.
  private var sequels: Int
  /// True when no more frames are needed.
  private var hasEnough = false
  /// Packets that came before the first frame, last one first. They are given after it, so that
  /// sinks see the frame format before they have to store anything.
  private var early: [CopiedPacket] = []
  private var earlyBytes = 0
  private var lostEarly = 0
  private var state = State.reading
  /// Why the file breaks off, and why existing bytes could not be read.
  private var readError: String?
  private var readFailure: SplashError?
  /// Whether frames are encrypted, and the number of encrypted packets of other streams.
  private var isLocked = false
  private var lockedPackets = 0
  private let isInterrupted = Atomic(false)
  private let isGivenUp: @Sendable () -> Bool
  private let onStep: @Sendable () -> Void

  private enum State {
    case reading
    /// The end was read; the decoder may still hold frames.
    case draining
    /// All frames were given; packets that belong to them may follow.
    case passing
    case ended
  }

  private final class CopiedPacket {
    var packet: Packet?
    init(_ packet: consuming Packet) { self.packet = consume packet }

    /// - Parameter shift: the time shift of a stream, in its units.
    func move(by shift: (_ stream: Int) -> Int64) {
      guard let packet = packet.take() else { return }
      packet.av.move(by: shift(packet.stream))
      self.packet = consume packet
    }
  }

  /// Opens an input, or a part of it, and decodes its first frame.
  ///
  /// - Parameters:
  ///   - input: a path, an address that libavformat knows, or `-` for standard input.
  ///   - options: which part to read, and how.
  /// - Throws: `SplashError` of kind badInput when it cannot be opened, has no video, or no frame
  ///   can be decoded; `EmptyPart` when the input is intact and the part has no frame.
  public convenience init(_ input: String, options: InputOptions = InputOptions()) throws {
    let (options, note) = options.settled(for: input)
    var place: FilmPlace?
    if let part = options.part {
      var whole = options
      whole.part = nil
      whole.keepsStart = true
      place = try FilmPlace(part, of: FFmpegSource(input, options: whole), options: whole)
    }
    try self.init(input, options, place)
    if let note { notes.append(note) }
  }

  private init(_ input: String, _ options: InputOptions, _ place: FilmPlace?) throws {
    isGivenUp = options.isGivenUp ?? { false }
    onStep = options.onStep ?? {}
    sequels = options.memory.coming
    demuxer = try Demuxer(input, options: options, staysOpening: true)
    video = try chooseVideoStream(of: demuxer)
    let rate = av_q2d(av_guess_frame_rate(demuxer.context, video, nil))
    window =
      place.map { TimeWindow($0, prelude: options.memory.prelude(at: rate)) }
      ?? TimeWindow(options: options, fileStart: demuxer.start)
    let stream = video.pointee
    let transparent = transparentDecoder(of: video)
    let sequence = PictureSequence(of: demuxer)
    alpha = try AlphaPictures(of: video, in: demuxer, sequence, options: options)
    decoder = try FilmDecoder(
      options.hardware, codec: stream.codecpar.pointee.codec_id, name: input
    ) { [alpha] (hardware) throws(SplashError) in
      if let hardware, transparent != nil || alpha != nil {
        throw SplashError(
          .failure, "\(input): \(hardware.kind.name) cannot decode what can be seen through")
      }
      return try Decoder(
        parameters: stream.codecpar, timeBase: stream.time_base, matrix: options.matrix,
        range: options.range, linearColors: options.linearColors, maxPixels: options.maxPixels,
        isLive: false,
        codec: hardware?.codec ?? transparent, hardware: hardware, name: input)
    }
    isInPrelude = place?.start != nil
    media = describe(demuxer, video: video, window: window, options: options)
    media.plays = media.plays ?? sequence?.plays
    if let place { media.reduce(to: place) }
    for (position, stream) in media.copiedStreams.enumerated() {
      copiedIndex[Int32(stream.index)] = position
    }
    let used = [video, alpha?.stream]
    if place == nil {
      notes = leftOut(of: demuxer, video: video, options: options, beside: alpha?.stream)
    }
    demuxer.keep { [copiedIndex] in used.contains($0) || copiedIndex[$0.pointee.index] != nil }
    if let start = window.readingStart {
      try demuxer.seek(to: ticks(start, video.pointee.time_base), of: video)
    }
    try holdFirstPicture()
    if place == nil { moveTimecode() }
    media.decoder = decoder.title
    if let note = decoder.note { notes.append(note) }
    if !media.picture.format.hasAlpha, hasAlpha(video) || alpha != nil {
      let cause =
        alpha == nil ? "only FFmpeg with libvpx decodes" : "has no place beside its samples"
      notes.append("\(media.name): leaving out its transparency, which \(cause)")
    }
    if dolbyVisionProfile(of: video) == 5 {
      notes.append(
        "\(media.name): its colors are wrong: it is Dolby Vision profile 5, "
          + "whose metadata FFmpeg does not apply")
    }
    demuxer.endOpening()
  }

  public var warning: String? {
    let broken = readError.map { "the file breaks off after \(counted(given, "frame")) (\($0))" }
    let count = (damagedInside ?? decoder.damaged) - damagedBefore
    let damaged =
      count > 0 && hasPicture
      ? "damaged frames: \(count), what could be decoded was kept" : nil
    let lost =
      lostEarly > 0 ? "left out \(lostEarly) packets that come long before the first frame" : nil
    let locked =
      lockedPackets > 0 ? "left out \(lockedPackets) packets that are encrypted" : nil
    let parts = [broken, decoder.loss, damaged, lost, locked].compactMap(\.self)
    return parts.isEmpty ? nil : "\(media.name): " + parts.joined(separator: "; ")
  }

  /// Whether a device decodes.
  var usesDevice: Bool { decoder.isHardware }

  /// Time of the first frame in seconds of the input's own time; nil before it was decoded and
  /// after it was given, and where the stream gives no time.
  var firstTime: Double? { (held?.presentationTime).map { window.origin + $0 } }

  public func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
    demuxer.interrupt()
  }

  public func endPictures() {
    guard let last = lastPicture else { return interrupt() }
    window.close(after: last.timestamp, duration: last.duration, timeBase: video.pointee.time_base)
    hasEnough = true
    if sequels == 0 { finishPictures() }
  }

  private func finishPictures() {
    state = media.copiedStreams.isEmpty || state == .draining ? .ended : .passing
  }

  public func next(_ clock: StageClock) throws -> Item? {
    if let frame = held.take() { return .picture(frame) }
    if let packet = early.popLast()?.packet.take() { return .packet(packet) }
    if let item = advance(clock) { return item }
    if let readFailure { throw readFailure }
    return nil
  }

  /// Decodes the first frame, so that sinks can be set up for the real frame format.
  private func holdFirstPicture() throws {
    let clock = StageClock()
    while let item = advance(clock) {
      switch consume item {
      case .packet(let packet): hold(packet)
      case .picture(let frame):
        media.picture.refine(from: frame)
        begin(by: frame)
        held = consume frame
        early.reverse()
        return
      }
    }
    if window.start != nil, decoder.damaged == 0, readError == nil {
      let length = demuxer.context.pointee.duration / 10_000
      throw SplashError.behindEnd(
        media.name, cause: length > 0 ? "it lasts \(Double(length) / 100) s" : nil)
    }
    throw SplashError(
      .badInput, "\(media.name): no frame can be decoded", cause: nothing)
  }

  /// Moves the window where the first frame lies before the beginning that the container states.
  private func begin(by frame: borrowing Frame) {
    guard let time = frame.presentationTime, time < 0, !frame.isPrelude else { return }
    let before = window.origin
    window.begin(by: before + time)
    let origin = window.origin
    func shift(_ unit: AVRational) -> Int64 { ticks(before, unit) - ticks(origin, unit) }
    frame.timestamp! += shift(frame.timeBase)
    lastPicture?.timestamp += shift(frame.timeBase)
    for packet in early { packet.move { shift(media.copiedStreams[$0].timeBase) } }
    for index in media.chapters.indices {
      let shift = shift(media.chapters[index].timeBase)
      media.chapters[index].start += shift
      media.chapters[index].end += shift
    }
  }

  /// Makes the time code begin with the first frame of the part.
  private func moveTimecode() {
    guard window.start != nil, let time = firstTime else { return }
    let beginning = demuxer.start == ff_no_timestamp ? 0 : Double(demuxer.start) / 1e6
    media.moveTimecode(by: Int(((time - beginning) * media.frameRate).rounded()))
  }

  /// The reason why there is no frame, in words.
  private var nothing: String {
    let codec = String(cString: avcodec_get_name(video.pointee.codecpar.pointee.codec_id))
    if isLocked || isEncrypted(video) { return "it is encrypted" }
    if let cause = sizeComplaint(decoder.complaint) { return cause }
    if let readError { return "the file breaks off (\(readError))" }
    if video.pointee.codecpar.pointee.width == 0 {
      return "its \(codec) stream does not say how large its frames are"
    }
    if decoder.received == 0 {
      return "its \(codec) stream is empty" + (demuxer.remark.map { " (\($0))" } ?? "")
    }
    if let complaint = decoder.complaint { return "\(codec): \(complaint)" }
    return "its \(codec) stream has no frame to begin with"
  }

  /// Keeps a packet until the first frame, within a memory limit: a file may have sound for hours
  /// before it.
  private func hold(_ packet: consuming Packet) {
    // 512 bytes for the packet itself.
    earlyBytes += Int(packet.av.pointee.size) + 512
    guard earlyBytes < 256 << 20 else {
      lostEarly += 1
      return
    }
    early.append(CopiedPacket(packet))
  }

  private func advance(_ clock: StageClock) -> Item? {
    let packet = current.av
    while state != .ended, !isInterrupted.load(ordering: .relaxed), !isGivenUp() {
      onStep()
      if state != .passing, let frame = clock.measure(.decode, receive) {
        guard let placed = place(frame) else { continue }
        return .picture(placed)
      }
      if state == .draining { break }
      switch clock.measure(.read, in: demuxer.time, { demuxer.read(into: packet) }) {
      case .packet: break
      case .broken(let error):
        readError = error
        endInput(clock)
        continue
      case .end:
        endInput(clock)
        continue
      }
      defer { av_packet_unref(packet) }
      if packet.pointee.stream_index == video.pointee.index {
        if state == .reading, isEncrypted(packet) {
          readError = "the rest is encrypted"
          isLocked = true
          endInput(clock)
          continue
        }
        if state == .reading { clock.measure(.decode) { decoder.send(packet) } }
      } else if let alpha, packet.pointee.stream_index == alpha.stream.pointee.index {
        clock.measure(.decode) { alpha.send(packet) }
      } else if let index = copiedIndex[packet.pointee.stream_index] {
        guard !isEncrypted(packet) else {
          lockedPackets += 1
          continue
        }
        let timeBase = media.copiedStreams[index].timeBase
        if state == .passing, window.isLongPast(packet, timeBase: timeBase) { break }
        if window.place(packet, timeBase: timeBase) {
          return .packet(Packet(moving: packet, stream: index))
        }
      }
    }
    state = .ended
    return nil
  }

  private func receive() -> Frame? {
    guard let alpha else { return decoder.receive() }
    return alpha.next { decoder.receive() }
  }

  private func endInput(_ clock: StageClock) {
    if let cause = demuxer.readFailure {
      readFailure = SplashError(
        .failure, "\(media.name): cannot be read to its end", cause: cause,
        remedy: "what was read until then is kept; copy the file again, or check the disk")
      readError = nil
    }
    if state == .reading {
      clock.measure(.decode) {
        decoder.send(nil)
        alpha?.send(nil)
      }
      state = .draining
    } else {
      state = .ended
    }
  }

  /// Moves a frame to its output time; nil for one outside the part.
  private func place(_ picture: consuming Frame) -> Frame? {
    var frame = picture
    // The container's aspect ratio overrides the codec's.
    frame.av.pointee.sample_aspect_ratio = av_guess_sample_aspect_ratio(
      demuxer.context, video, frame.av)
    hasPicture = true
    if hasEnough { return sequel(frame) }
    guard let timestamp = frame.timestamp else {
      if !isInPrelude { given += 1 }
      frame.isPrelude = isInPrelude
      return frame
    }
    switch window.place(timestamp, timeBase: frame.timeBase) {
    case .before: return nil
    case .prelude(let placed):
      frame.timestamp = placed
      frame.isPrelude = true
      damagedBefore = decoder.damaged
      return frame
    case .after: return sequel(frame)
    case .inside(let placed):
      isInPrelude = false
      given += 1
      frame.timestamp = placed
      lastPicture = (placed, ff_frame_duration(frame.av))
      return frame
    }
  }

  /// A frame after the part, for filters that look ahead; nil after the last of these.
  private func sequel(_ picture: consuming Frame) -> Frame? {
    guard sequels > 0 else {
      finishPictures()
      return nil
    }
    damagedInside = damagedInside ?? decoder.damaged
    sequels -= 1
    var frame = picture
    frame.isSequel = true
    return frame
  }
}
