internal import CFFmpeg

extension FilmPlace {
  /// Finds a part's place: it begins at the first keyframe at or after its share of the clip's
  /// time, and ends where the next part begins.
  ///
  /// - Parameter film: the whole clip, of which the first frame was decoded.
  /// - Throws: `EmptyPart` when the part has no frame, `SplashError` when the clip cannot be cut.
  init(_ part: FilmPart, of film: FFmpegSource, options: InputOptions) throws {
    let name = film.media.name
    if let objection = film.demuxer.objectionToCutting {
      throw SplashError(
        .badInput, "\(name): cannot be cut into parts", cause: objection,
        remedy: "copy it into a file that can be: ffmpeg -i CLIP -map 0 -c copy film.mkv")
    }
    let timeBase = film.media.picture.timeBase
    func cut(_ number: Int) throws(SplashError) -> Int64? {
      try keyFrame(from: Double(number) / Double(part.count), of: name, options: options)
    }
    let start = part.index == 1 ? nil : try cut(part.index - 1)
    let end = part.index == part.count ? nil : try cut(part.index)
    let isBehindAll = part.index > 1 && start == nil
    guard !isBehindAll, start == nil || start != end else {
      throw EmptyPart(film: name, part: part)
    }
    let time = start.map { Double($0) * av_q2d(timeBase) }
    self.init(
      part, start: start, end: end, zero: start ?? min(0, ticks(film.firstTime ?? 0, timeBase)),
      timeBase: timeBase,
      offset: time.map { $0 - (film.firstTime ?? 0) } ?? 0, filmLength: film.media.duration)
  }
}

/// The time stamp of the first keyframe at or after a share of a clip's time, 0…1; nil where there
/// is none.
///
/// The clip is opened anew each time, since some demuxers answer by what they have read before, and
/// all machines that process the clip must find the same place.
private func keyFrame(
  from share: Double, of film: String, options: InputOptions
) throws(SplashError) -> Int64? {
  let demuxer = try Demuxer(film, options: options)
  let video = try chooseVideoStream(of: demuxer)
  let length = Double(demuxer.context.pointee.duration) / 1e6
  let origin = demuxer.context.pointee.start_time
  let time = (origin == ff_no_timestamp ? 0 : Double(origin) / 1e6) + share * length
  let target = ticks(time, video.pointee.time_base)
  demuxer.keep { $0 == video }
  try demuxer.seek(to: target, of: video)
  var packet = av_packet_alloc()
  defer { av_packet_free(&packet) }
  while case .packet = demuxer.read(into: packet!) {
    defer { av_packet_unref(packet) }
    guard packet!.pointee.stream_index == video.pointee.index,
      packet!.pointee.flags & AV_PKT_FLAG_KEY != 0
    else { continue }
    let stamp = packet!.pointee.pts == ff_no_timestamp ? packet!.pointee.dts : packet!.pointee.pts
    if stamp != ff_no_timestamp, stamp >= target { return stamp }
  }
  return nil
}

extension Demuxer {
  /// Why the clip cannot be sought in; nil where it can.
  fileprivate var objectionToCutting: String? {
    guard let io = context.pointee.pb, io.pointee.seekable != 0 else {
      return "it can be read only from the beginning"
    }
    if context.pointee.iformat.pointee.flags & AVFMT_NOTIMESTAMPS != 0 {
      return "its frames have no times"
    }
    return context.pointee.duration > 0 ? nil : "it does not say how long it is"
  }
}

/// A part that begins and ends at the same keyframe: it has no frames, and none is missing.
public struct EmptyPart: Error, Sendable, CustomStringConvertible {
  let film: String
  let part: FilmPart

  public var description: String {
    "\(film): part \(part) holds no frame, since it lies between two key frames; "
      + "the other parts hold all of them"
  }
}

extension MediaDescription {
  /// Reduces the description to the frames of a part. Joining takes all else from the clip itself.
  mutating func reduce(to place: FilmPlace) {
    self.place = place
    copiedStreams = []
    chapters = []
    metadata = []
    frameCount = nil
  }
}

extension PictureMemory {
  /// Seconds to read before a part: the masks' memory, and the time that white balance needs before
  /// masks are right; at least one second, since in some streams a keyframe is complete only after
  /// some frames.
  ///
  /// - Parameter rate: frames per second; 0 when unknown, for which 25 is taken.
  func prelude(at rate: Double) -> Double {
    max(1, seconds + Double(pictures) / (rate > 0 ? rate : 25))
  }
}
