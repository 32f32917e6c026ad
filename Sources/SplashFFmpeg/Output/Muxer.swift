internal import CFFmpeg
internal import Foundation

/// Writes packets of several streams into one container.
final class Muxer {
  private let name: String
  private let place: OutputPlace
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let interruption = Interruption(grace: Interruption.writerGrace)
  private var copies: [Int: MuxedStream] = [:]
  private var video: MuxedStream?
  private(set) var hasBegun = false
  private var hasPictures = false
  private var origin: Double?
  /// Number of packets of copied streams that the container refused.
  private(set) var refused = 0
  private(set) var pictures = CompleteFilm.Pictures()
  /// Bytes of the copied streams.
  private(set) var copiedBytes = 0
  private var refusedInARow = 0
  private var lastRefusal: SplashError?
  private var room = Room()
  private var failure: SplashError?
  private let holdsOnePicture: Bool
  private let isGivenUp: @Sendable () -> Bool
  /// Whether the file is a WebP whose frames are each complete.
  private let holdsWholeWebPFrames: Bool
  /// Which time counts as writing.
  var time: StageClock.Time { place.time }

  /// Opens the output.
  ///
  /// - Parameter inputs: names of the files that are read.
  init(_ output: String, format: OutputFormat, options: OutputOptions, inputs: [String])
    throws(SplashError)
  {
    name = output
    isGivenUp = options.isGivenUp ?? { false }
    holdsOnePicture = format.muxerName == "image2" && NumberedName(output) == nil
    holdsWholeWebPFrames = format.encoderName == "libwebp"
    place = try OutputPlace(output, muxer: format.muxer, options: options, inputs: inputs)
    var context: UnsafeMutablePointer<AVFormatContext>?
    try check(
      output.withPath { avformat_alloc_output_context2(&context, format.muxer, nil, $0) }, .failure,
      "\(output): cannot write \(format.muxerName)")
    self.context = context!
    self.context.pointee.interrupt_callback = interruption.callback
    switch place {
    case .file(let file): self.context.pointee.pb = file.io.context
    case .files(let files): files.serve(self.context)
    case .address: try connect()
    }
    if options.isLive { growPlayable(isQuickTime: format.isQuickTime) }
    // Numbered images keep the numbers of the input's.
    if format.muxerName == "image2",
      let first = inputs.first.flatMap({ InputLocation($0).firstNumber })
    {
      _ = ff_set_private_option(self.context, "start_number", "\(first)")
    }
    // Writes the list of segments once, complete.
    if !options.isLive { _ = ff_set_private_option(self.context, "hls_playlist_type", "vod") }
    self.context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    // Matroska clusters survive a power cut whole: one second each in place of five.
    _ = ff_set_private_option(self.context, "cluster_time_limit", "1000")
    // Maximum time that frames wait for a silent stream. Raw frames are large: half a second of
    // them is 90 MB at 1080p60.
    if format.isRaw { self.context.pointee.max_interleave_delta = 500_000 }
  }

  deinit {
    if case .address = place, context.pointee.pb != nil { avio_closep(&context.pointee.pb) }
    avformat_free_context(context)
  }

  private func connect() throws(SplashError) {
    guard context.pointee.oformat.pointee.flags & AVFMT_NOFILE == 0 else { return }
    var callback = interruption.callback
    try check(
      avio_open2(&context.pointee.pb, name, AVIO_FLAG_WRITE, &callback, nil), .badInput,
      "\(name): cannot connect")
  }

  /// Stores every packet as soon as the container releases it, and writes MP4 and MOV in fragments
  /// of a second. FFmpeg 7.1 makes an ordinary file of them at the end.
  private func growPlayable(isQuickTime: Bool) {
    context.pointee.flush_packets = 1
    guard isQuickTime else { return }
    _ = ff_set_private_option(context, "frag_duration", "1000000")
    if ff_set_private_option(context, "movflags", "+hybrid_fragmented") < 0 {
      _ = ff_set_private_option(context, "movflags", "+default_base_moof")
    }
  }

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - video: the encoded video stream.
  ///   - picture: describes its frames.
  ///   - streams: the other streams, by their position in `MediaDescription.copiedStreams`.
  ///   - origin: seconds that become the container's zero, before which nothing is stored; nil to
  ///     move nothing.
  func begin(
    _ format: OutputFormat, video coded: CopiedStream, media: MediaDescription,
    picture: PictureDescription, streams: [Int: CopiedStream], origin: Double?
  ) throws(SplashError) {
    self.origin = origin
    let video = add(coded)
    if coded.parameters.pointee.codec_id == AV_CODEC_ID_HEVC, format.isQuickTime {
      // The tag by which Apple's players know H.265.
      video.pointee.codecpar.pointee.codec_tag = 0x3163_7668
    }
    // Containers with a constant frame duration use this rate.
    var rate = picture.frameRate
    if case .grid(let grid, isFilled: true) = format.pace(of: picture) { rate = grid }
    video.pointee.avg_frame_rate = rate
    video.pointee.r_frame_rate = rate
    video.pointee.sample_aspect_ratio = picture.sampleAspectRatio
    self.video = MuxedStream(stream: video, timeBase: coded.timeBase)

    for (index, stream) in streams.sorted(by: { $0.key < $1.key }) {
      copies[index] = MuxedStream(stream: add(stream), timeBase: stream.timeBase)
    }
    if !format.isPictureOnly { addChapters(media.chapters, to: context) }
    if let plays = media.plays, let (key, value) = format.loopOption(plays: plays) {
      _ = ff_set_private_option(context, key, value)
    }
    let containerTags = ["major_brand", "minor_version", "compatible_brands", "encoder"]
    context.pointee.metadata = dictionary(
      of: media.metadata.filter { !containerTags.contains($0.key) })
    if format.hasPhoneTags(media.metadata) {
      _ = ff_set_private_option(context, "movflags", "+use_metadata_tags")
    }

    let (status, error) = FFmpegLog.listen { avformat_write_header(context, nil) }
    if let failure = place.failure { throw failure }
    guard status >= 0 else {
      let isRefusal = status == ff_error_posix(EINVAL)
      throw SplashError(
        isRefusal ? .badInput : .failure, "\(name): cannot begin the file",
        cause: error ?? avMessage(status),
        remedy: isRefusal ? "choose another container, such as mkv or nut" : nil)
    }
    hasBegun = true
  }

  private func add(_ copied: CopiedStream) -> UnsafeMutablePointer<AVStream> {
    guard let stream = avformat_new_stream(context, nil) else { fatalError("out of memory") }
    avcodec_parameters_copy(stream.pointee.codecpar, copied.parameters)
    let codec = copied.parameters.pointee.codec_id
    let tag = copied.parameters.pointee.codec_tag
    if let tags = context.pointee.oformat.pointee.codec_tag, av_codec_get_id(tags, tag) != codec {
      stream.pointee.codecpar.pointee.codec_tag = 0
    }
    stream.pointee.time_base = copied.timeBase
    stream.pointee.disposition = copied.disposition
    stream.pointee.metadata = dictionary(
      of: String(cString: context.pointee.oformat.pointee.name) == "mov"
        ? copied.metadata.map(inMacintoshWords) : copied.metadata)
    attach(copied.sideData, to: stream)
    return stream
  }

  // MARK: - Packets

  /// Writes a video packet, in units of the encoder's time base.
  func writeVideo(_ packet: UnsafeMutablePointer<AVPacket>) throws(SplashError) {
    if hasPictures, holdsOnePicture {
      abandon()
      throw SplashError(
        .usage, "\(name): holds one image, and more frames come",
        remedy:
          "number them, as in shot-%04d.png, or end after the first with \(option: "frames") 1")
    }
    try makeRoom(for: packet)
    pictures.add(packet)
    video!.take(packet, origin: origin, repeats: mayRepeatTimes)
    if try hand(packet) { hasPictures = true }
  }

  /// Writes a packet of a copied stream, if the container has that stream. A packet that is too
  /// damaged for the container is dropped and counted.
  func write(_ packet: inout Packet) throws(SplashError) {
    guard copies[packet.stream] != nil else { return }
    if let origin, copies[packet.stream]!.isBefore(origin, packet.av) { return }
    try makeRoom(for: packet.av)
    packet.av.pointee.pos = -1
    copiedBytes += Int(packet.av.pointee.size)
    copies[packet.stream]!.take(packet.av, origin: origin, repeats: mayRepeatTimes)
    _ = try hand(packet.av)
  }

  private var mayRepeatTimes: Bool {
    context.pointee.oformat.pointee.flags & AVFMT_TS_NONSTRICT != 0
  }

  /// Hands a packet to libavformat. The packet that the container then writes, and may refuse, is
  /// often an earlier one of another stream; damaged sound must not end the video.
  ///
  /// - Returns: whether nothing was refused.
  private func hand(_ packet: UnsafeMutablePointer<AVPacket>) throws(SplashError) -> Bool {
    let (status, error) = FFmpegLog.listen { av_interleaved_write_frame(context, packet) }
    if let failure = place.failure { throw failure }
    guard status < 0 else {
      refusedInARow = 0
      return true
    }
    let isWritten = context.pointee.pb?.pointee.error ?? 0 >= 0
    let isAboutData = status == ff_error_invalid_data || status == ff_error_posix(EINVAL)
    if isWritten, isAboutData {
      lastRefusal = SplashError(
        .failure, "\(name): cannot write", cause: error ?? avMessage(status))
      refused += 1
      refusedInARow += 1
      if !copies.isEmpty, refusedInARow < 100 { return false }
      throw lastRefusal!
    }
    try check(status, .failure, "\(name): cannot write", remedy: Muxer.remedy)
    return false
  }

  private static func remedy(_ cause: String) -> String? {
    let full = [ENOSPC, EDQUOT, EFBIG].map(systemMessage)
    return full.contains(cause) ? "free some space or write elsewhere" : nil
  }

  /// Stops with an error while the file can still be completed, or where the output is given up.
  private func makeRoom(for packet: UnsafeMutablePointer<AVPacket>) throws(SplashError) {
    if let failure { throw failure }
    if isGivenUp() { throw SplashError(.failure, "\(name): was given up") }
    guard case .file(let file) = place else { return }
    room.add(packet.pointee.size)
    let status = file.io.reserve(upTo: room.end(at: avio_tell(file.io.context)))
    guard status < 0 else { return }
    let error = SplashError(
      .failure, "\(name): cannot continue writing", cause: avMessage(status),
      remedy: "free some space or write elsewhere; what was written so far can be played")
    failure = error
    throw error
  }

  /// Writes buffered bytes, so that the reader of a pipe gets them now.
  func flush() throws(SplashError) {
    guard let io = context.pointee.pb else { return }
    avio_flush(io)
    try check(io.pointee.error, .failure, "\(name): cannot write", remedy: Muxer.remedy)
  }

  /// Completes the file. A file without a frame is removed.
  func end() throws(SplashError) {
    defer { _ = place.close(isWanted: hasPictures) }
    guard hasBegun else { return }
    let (trailer, error) = FFmpegLog.listen { av_write_trailer(context) }
    if let io = context.pointee.pb { avio_flush(io) }
    if holdsWholeWebPFrames, case .file(let file) = place { file.io.replaceWebPFrames() }
    let written = context.pointee.pb?.pointee.error ?? 0
    let closed = place.close(isWanted: hasPictures)
    if let failure = place.failure { throw failure }
    for status in [written, trailer, closed] {
      try check(
        status, .failure, "\(name): cannot complete the file\(error.map { ": \($0)" } ?? "")")
    }
    if !hasPictures, let lastRefusal { throw lastRefusal }
  }

  /// Removes the file, whatever it contains.
  func abandon() {
    hasBegun = false
    place.abandon()
  }

  /// Moves the complete output to its place.
  func publish() throws(SplashError) { try place.publish() }

  /// Leaves an incomplete output beside its place.
  func setAside() throws(SplashError) { if hasPictures { try place.setAside() } }

  /// Bytes of the complete file; nil for an output that is no regular file.
  var size: Int? {
    guard case .file(let file) = place, let file = file.file, file.isRegular else { return nil }
    return FileVersion(path: file.partialPath ?? filePath(of: file.name))?.size
  }

  /// Temporary path of the output until it takes its place.
  var partialPath: String? { place.partialPath }

  /// Makes a waiting write give up soon. Any thread.
  func interrupt() {
    interruption.interrupt()
    place.interrupt()
  }
}

extension CompleteFilm.Pictures {
  fileprivate mutating func add(_ packet: UnsafeMutablePointer<AVPacket>) {
    let size = Int(packet.pointee.size)
    (count, bytes) = (count + 1, bytes + size)
    guard packet.pointee.flags & AV_PKT_FLAG_KEY != 0 else { return }
    (keys, keyBytes) = (keys + 1, keyBytes + size)
  }
}

/// A tag whose language has the code that FFmpeg's QuickTime muxer knows: the other one of the two
/// codes that ISO 639-2 has for some languages.
private func inMacintoshWords(_ tag: (key: String, value: String)) -> (key: String, value: String) {
  guard tag.key.lowercased() == "language" else { return tag }
  let words = [
    "deu": "ger", "nld": "dut", "swe": "sve", "ell": "gre", "isl": "ice", "zho": "chi",
    "sqi": "alb", "fre": "fra", "rum": "ron", "cze": "ces", "slo": "slk",
  ]
  return (tag.key, words[tag.value] ?? tag.value)
}
