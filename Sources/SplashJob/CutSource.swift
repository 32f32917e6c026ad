internal import CFFmpeg

/// Several pieces of an input joined to one clip.
///
/// The first frame of a piece follows the last one of the piece before. Its sound begins at the
/// packet nearest to its place, right behind the last packet, so that there are no gaps, and it is
/// at most half a packet off the frames.
///
/// Where filters need to see what lies before and between the pieces, that comes as preludes, and
/// all frames have their times in the clip.
final class CutSource: FrameSource {
  let media: MediaDescription
  private let name: String
  let isLive = false
  private let stretches: [Stretch]
  private let hasClipTimes: Bool
  private var source: any FrameSource
  private var index: Int
  /// Duration of a frame in seconds, where the frame does not say.
  private let interval: Double
  /// Seconds at which the frames so far end, and the time shift for the frames of this piece; nil
  /// before its first one.
  private var end = 0.0
  private var shift: Double?
  private var hasAll = false
  /// Whether this piece, and any piece, had a frame.
  private var hasPicture = (here: false, anywhere: false)
  private var warnings: [String]
  /// The end of each stream's packets so far, in its own units, and the time shift for those of
  /// this piece.
  private var tracks: [Int: Track] = [:]
  /// The source of the present piece, for a stop from another thread.
  private let opened = OpenSources()

  /// One piece, or a prelude before or between pieces.
  private struct Stretch {
    let options: InputOptions
    /// Seconds from the beginning of the clip.
    let start: Double
    let length: Double
    /// Only filters see its frames; they are not written.
    let isPrelude: Bool

    var text: String { "\(start)..\(start + length)" }

    init(_ times: Range<Double>, of options: InputOptions, isPrelude: Bool) {
      (start, length) = (times.lowerBound, times.upperBound - times.lowerBound)
      self.isPrelude = isPrelude
      var one = options
      one.pieces = []
      one.memory.coming = 0
      // A piece is read a little longer, so that its sound does not end before its last frame.
      (one.start, one.duration) = (start, isPrelude ? length : length + 1)
      self.options = one
    }
  }

  private struct Track {
    var end: Int64?
    var shift: Int64?
  }

  /// - Parameters:
  ///   - name: a file, an address, or a pattern.
  ///   - options: with one piece or more.
  /// - Throws: `SplashError` of kind usage for inputs that cannot be read in pieces, and what
  ///   opening throws.
  init(_ name: String, options: InputOptions) throws {
    let noFilm = SplashError(
      .usage, "\(name): \(option: "cut")", cause: "it is for a clip in a file",
      remedy: "leave it out")
    guard name != "-", !isCamera(name) else { throw noFilm }
    var stretches: [Stretch] = []
    var read = 0.0
    for piece in options.pieces {
      if options.readsBetween, piece.lowerBound > read {
        stretches.append(Stretch(read..<piece.lowerBound, of: options, isPrelude: true))
      }
      stretches.append(Stretch(piece, of: options, isPrelude: false))
      read = piece.upperBound
    }
    self.stretches = stretches
    hasClipTimes = options.readsBetween
    self.name = name
    warnings = []
    (source, index) = try Self.open(name, stretches, from: 0, &warnings)!
    var media = source.media
    guard !media.isPhoto else { throw noFilm }
    media.duration = stretches.reduce(0) { $0 + ($1.isPrelude ? 0 : $1.length) }
    media.frameCount = nil
    // A prelude before the first piece is read but not written.
    if stretches[index].isPrelude {
      media.moveTimecode(by: Int((stretches[index].length * media.frameRate).rounded()))
    }
    media.chapters = []
    self.media = media
    interval = media.frameRate > 0 ? 1 / media.frameRate : 0.04
    opened.add(source)
  }

  var notes: [String] { source.notes }
  var warning: String? {
    let all = warnings + (source.warning.map { [$0] } ?? [])
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }
  func interrupt() { opened.interrupt() }
  func close() { source.close() }

  func endPictures() {
    index = stretches.count - 1
    hasAll = true
    source.endPictures()
  }

  func next(_ clock: StageClock) throws -> Item? {
    while !opened.isInterrupted {
      guard let item = try source.next(clock) else {
        if try advance() { continue }
        guard hasPicture.anywhere || opened.isInterrupted else { throw emptiness }
        return nil
      }
      switch consume item {
      case .picture(let frame):
        if let placed = place(frame) {
          if !placed.isPrelude { hasPicture = (true, true) }
          return .picture(placed)
        }
      case .packet(let packet):
        if let placed = place(packet) { return .packet(placed) }
      }
    }
    return nil
  }

  /// The error for a cut in which no piece has a frame.
  private var emptiness: SplashError {
    SplashError(
      .badInput, "\(name): it has no frame in \(option: "cut") \(stretches.last!.text)",
      remedy: "give a longer piece")
  }

  private static func noPicture(of name: String, in stretch: Stretch) -> String {
    "\(name): it has no frame in the piece \(stretch.text)"
  }

  /// Opens a piece or, where the clip ends before it, the next one that the clip has.
  ///
  /// - Parameter warnings: gets a line for each piece that the clip does not have.
  /// - Returns: nil where no further piece is in the clip.
  /// - Throws: what opening throws, also where no piece at all is in the clip.
  private static func open(
    _ name: String, _ stretches: [Stretch], from first: Int, _ warnings: inout [String]
  ) throws -> (source: any FrameSource, index: Int)? {
    for (index, stretch) in stretches.enumerated().dropFirst(first) {
      do {
        return (try openSource(name, options: stretch.options), index)
      } catch let error as SplashError
        where error.isBehindEnd && (first > 0 || index + 1 < stretches.count)
      {
        if !stretch.isPrelude { warnings.append(noPicture(of: name, in: stretch)) }
      }
    }
    return nil
  }

  /// Opens the next piece. Returns false after the last.
  private func advance() throws -> Bool {
    if !hasPicture.here, !stretches[index].isPrelude, !opened.isInterrupted {
      warnings.append(Self.noPicture(of: name, in: stretches[index]))
    }
    guard let next = try Self.open(name, stretches, from: index + 1, &warnings) else {
      return false
    }
    if let warning = source.warning { warnings.append(warning) }
    source.close()
    (source, index) = next
    opened.add(source)
    (shift, hasAll, hasPicture.here) = (nil, false, false)
    for stream in tracks.keys { tracks[stream]?.shift = nil }
    return true
  }

  private func place(_ picture: consuming Frame) -> Frame? {
    var frame = picture
    let stretch = stretches[index]
    frame.isPrelude = stretch.isPrelude
    let unit = av_q2d(frame.timeBase)
    guard let timestamp = frame.timestamp, unit > 0 else {
      if hasAll { return nil }
      return frame
    }
    let time = Double(timestamp) * unit
    guard !hasAll, time < stretch.length - 0.0005 else {
      if !hasAll { source.endPictures() }
      hasAll = true
      return nil
    }
    if hasClipTimes { frame.clipTime = stretch.start + time }
    if stretch.isPrelude {
      frame.timestamp = Int64((end / unit).rounded())
      return frame
    }
    let isFirst = index == 0 || index == 1 && stretches[0].isPrelude
    let shift = shift ?? (end - (isFirst ? 0 : time))
    self.shift = shift
    let placed = timestamp + Int64((shift / unit).rounded())
    frame.timestamp = placed
    let length = ff_frame_duration(frame.av)
    end = Double(placed) * unit + (length > 0 ? Double(length) * unit : interval)
    return frame
  }

  private func place(_ packet: consuming Packet) -> Packet? {
    let stream = packet.stream
    let unit = av_q2d(media.copiedStreams[stream].timeBase)
    let av = packet.av
    let stamp = av.pointee.pts == ff_no_timestamp ? av.pointee.dts : av.pointee.pts
    guard stamp != ff_no_timestamp, unit > 0, let shift, !stretches[index].isPrelude else {
      return nil
    }
    // Sound goes on to the end of the last frame, and the next piece begins behind it.
    let isSound = media.copiedStreams[stream].isSound
    let most = stretches[index].length + (isSound ? interval : 0)
    guard Double(stamp) * unit < most else { return nil }
    var track = tracks[stream] ?? Track()
    let length = av.pointee.duration
    var moved = track.shift ?? Int64((shift / unit).rounded())
    if track.shift == nil, isSound, let last = track.end, length > 0 {
      let gap = stamp + moved - last
      if gap < -length / 2 { return nil }
      if gap <= 3 * length { moved -= gap }
    }
    track.shift = moved
    av.move(by: moved)
    track.end = stamp + moved + length
    tracks[stream] = track
    return packet
  }
}
