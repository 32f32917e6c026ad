internal import CFFmpeg

/// A file with a part of a clip, which gives its encoded frames.
final class PartFile {
  let name: String
  let tag: PartTag
  /// The video stream.
  let video: UnsafeMutablePointer<AVStream>
  /// Describes its frames.
  let picture: PictureDescription
  /// Number of frames given.
  private(set) var pictures = 0
  /// The latest time of a given frame, in seconds of the clip.
  private(set) var lastTime = -Double.infinity
  private let demuxer: Demuxer
  /// The clip's time that is zero in the part, in units of the stream.
  private let shift: Int64

  /// - Throws: `SplashError` of kind badInput when it cannot be read or is no part.
  init(_ name: String) throws(SplashError) {
    self.name = name
    demuxer = try Demuxer(name, options: InputOptions())
    let comment = tags(of: demuxer.context.pointee.metadata).first {
      $0.key.lowercased() == "comment"
    }
    guard let tag = comment.flatMap({ PartTag($0.value) }) else {
      throw SplashError(
        .badInput, "\(name): not a part of a clip", cause: "nothing in it says which part it is",
        remedy: "make parts with splash CLIP \(option: "part") 1/3 -o PART.mp4, and so on")
    }
    self.tag = tag
    let video = try chooseVideoStream(of: demuxer)
    self.video = video
    shift = av_rescale_q(tag.zero, tag.timeBase, video.pointee.time_base)
    let window = TimeWindow(options: InputOptions(), fileStart: ff_no_timestamp)
    picture = describe(demuxer, video: video, window: window).picture
  }

  /// Time of its first frame in seconds of the clip; nil where the file does not say.
  var firstTime: Double? {
    let start = video.pointee.start_time
    return start == ff_no_timestamp ? nil : Double(start + shift) * av_q2d(video.pointee.time_base)
  }

  /// Reads the next frame's packet, with time stamps of the clip in units of the stream.
  ///
  /// - Returns: false at the end.
  func read(into packet: UnsafeMutablePointer<AVPacket>) throws(SplashError) -> Bool {
    while true {
      switch demuxer.read(into: packet) {
      case .end:
        guard let cause = demuxer.readFailure else { return false }
        throw breakage(cause)
      case .broken(let cause): throw breakage(cause)
      case .packet: break
      }
      guard packet.pointee.stream_index == video.pointee.index else {
        av_packet_unref(packet)
        continue
      }
      if packet.pointee.dts != ff_no_timestamp { packet.pointee.dts += shift }
      if packet.pointee.pts != ff_no_timestamp {
        packet.pointee.pts += shift
        lastTime = max(lastTime, Double(packet.pointee.pts) * av_q2d(video.pointee.time_base))
      }
      pictures += 1
      return true
    }
  }

  private func breakage(_ cause: String) -> SplashError {
    SplashError(.failure, "\(name): breaks off", cause: cause, remedy: "make this part again")
  }

  /// Whether the part's clip has that digest; true where one of them is unknown.
  func isOfSameFilm(as digest: String?) -> Bool {
    tag.film == nil || digest == nil || tag.film == digest
  }

  /// Why it cannot be a part of a clip with that digest and stream; nil where it may be one.
  func objection(
    toFilm digest: String?, _ stream: UnsafeMutablePointer<AVStream>
  ) -> String? {
    guard isOfSameFilm(as: digest) else {
      return "it was made of a file with other contents"
    }
    guard av_cmp_q(stream.pointee.time_base, tag.timeBase) == 0 else {
      return "their times are in different units"
    }
    // Equal digests prove it; the part may have been given another shape.
    if tag.film != nil, tag.film == digest { return nil }
    let film = stream.pointee.codecpar.pointee, part = video.pointee.codecpar.pointee
    // Frames may have been turned, and a row or a column cut off.
    let sides = [film, part].map { [min($0.width, $0.height), max($0.width, $0.height)] }
    return zip(sides[0], sides[1]).allSatisfy { abs($0 - $1) <= 1 }
      ? nil : "one has \(part.width)x\(part.height), the other \(film.width)x\(film.height)"
  }

  /// Why the frames of another part cannot follow in one stream; nil where they can.
  func objection(to next: PartFile) -> String? {
    let (a, b) = (video.pointee.codecpar.pointee, next.video.pointee.codecpar.pointee)
    if a.codec_id != b.codec_id { return "one is \(codecName(a)), the other \(codecName(b))" }
    if (a.width, a.height) != (b.width, b.height) {
      return "one is \(a.width)x\(a.height), the other \(b.width)x\(b.height)"
    }
    let headers = [a, b].map {
      [UInt8](UnsafeBufferPointer(start: $0.extradata, count: Int($0.extradata_size)))
    }
    return a.format == b.format && headers[0] == headers[1] ? nil : "they are encoded differently"
  }
}

private func codecName(_ parameters: AVCodecParameters) -> String {
  String(cString: avcodec_get_name(parameters.codec_id))
}
