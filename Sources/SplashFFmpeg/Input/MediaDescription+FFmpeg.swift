internal import CFFmpeg

/// The main video stream: no cover art, no stills that phones store beside a clip; among the others
/// the one marked as default, else the largest.
func chooseVideoStream(of demuxer: Demuxer) throws(SplashError) -> UnsafeMutablePointer<AVStream> {
  let candidates = demuxer.streams.filter {
    $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
      && $0.pointee.disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS)
        == 0
  }
  let most = candidates.map(\.pointee.nb_frames).max() ?? 0
  let best =
    candidates
    .filter { $0.pointee.nb_frames == 0 || $0.pointee.nb_frames * 2 >= most }
    .max { rank($0) < rank($1) }
  guard let best else {
    throw SplashError(
      .badInput, "\(demuxer.name): no video in it",
      cause: demuxer.streams.isEmpty ? "no streams were found" : "it holds only \(kinds(demuxer))")
  }
  return best
}

private func rank(_ stream: UnsafeMutablePointer<AVStream>) -> (Int, Int, Int) {
  let parameters = stream.pointee.codecpar.pointee
  return (
    stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0 ? 1 : 0,
    Int(parameters.width) * Int(parameters.height), -Int(stream.pointee.index)
  )
}

private func kinds(_ demuxer: Demuxer) -> String {
  demuxer.streams.map { title($0) }.joined(separator: ", ")
}

private func title(_ stream: UnsafeMutablePointer<AVStream>) -> String {
  let parameters = stream.pointee.codecpar.pointee
  let kind =
    av_get_media_type_string(parameters.codec_type).map { String(cString: $0) } ?? "unknown"
  return
    "\(kind) stream \(stream.pointee.index) (\(String(cString: avcodec_get_name(parameters.codec_id))))"
}

/// Whether a stream is passed on: all but other video, sound without channels or rate, data of a
/// kind unknown to FFmpeg, which none of its containers takes, and streams that the options leave
/// out.
private func isCopied(
  _ stream: UnsafeMutablePointer<AVStream>, _ options: InputOptions
) -> Bool {
  let parameters = stream.pointee.codecpar.pointee
  if isUnwanted(stream, options) { return false }
  if parameters.codec_type == AVMEDIA_TYPE_VIDEO {
    return stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
  }
  if isFormless(parameters) { return false }
  // The demuxer discards a chapter track; chapters are passed on separately.
  return parameters.codec_id != AV_CODEC_ID_NONE && stream.pointee.discard != AVDISCARD_ALL
}

private func isUnwanted(
  _ stream: UnsafeMutablePointer<AVStream>, _ options: InputOptions
) -> Bool {
  switch stream.pointee.codecpar.pointee.codec_type {
  case AVMEDIA_TYPE_AUDIO: !options.takesSound
  case AVMEDIA_TYPE_SUBTITLE: !options.takesSubtitles
  case AVMEDIA_TYPE_ATTACHMENT: !options.takesTags && !isFont(stream)
  case AVMEDIA_TYPE_DATA: !options.takesTags
  default: !options.takesTags && stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
  }
}

private func isFont(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
  [AV_CODEC_ID_TTF, AV_CODEC_ID_OTF].contains(stream.pointee.codecpar.pointee.codec_id)
}

/// The tags of a stream that are passed on. An attachment needs its name and kind.
private func takenTags(of stream: UnsafeMutablePointer<AVStream>, _ options: InputOptions) -> Tags {
  let all = tags(of: stream.pointee.metadata)
  guard isFont(stream), !options.takesTags else { return options.taken(all) }
  return all.filter { ["filename", "mimetype"].contains($0.key.lowercased()) }
}

private func isFormless(_ parameters: AVCodecParameters) -> Bool {
  parameters.codec_type == AVMEDIA_TYPE_AUDIO
    && (parameters.sample_rate <= 0 || parameters.ch_layout.nb_channels <= 0)
}

/// Whether the container marks a stream as encrypted.
func isEncrypted(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
  var size = 0
  // "encv" as a little-endian number.
  return stream.pointee.codecpar.pointee.codec_tag == 0x7663_6e65
    || ff_stream_side_data(stream, AV_PKT_DATA_ENCRYPTION_INIT_INFO, &size) != nil
}

/// Whether a packet is encrypted.
func isEncrypted(_ packet: UnsafePointer<AVPacket>) -> Bool {
  av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
}

/// The Dolby Vision profile of a stream; nil where it has none.
func dolbyVisionProfile(of stream: UnsafeMutablePointer<AVStream>) -> UInt8? {
  var size = 0
  guard let record = ff_stream_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size), size > 2 else {
    return nil
  }
  return record.withMemoryRebound(to: AVDOVIDecoderConfigurationRecord.self, capacity: 1) {
    $0.pointee.dv_profile
  }
}

/// "tmcd" as a little-endian number.
private let timeCodeTag: UInt32 = 0x6463_6d74

/// Notes on streams of the input that no output will have although the user has not left them out.
func leftOut(
  of demuxer: Demuxer, video: UnsafeMutablePointer<AVStream>, options: InputOptions,
  beside alpha: UnsafeMutablePointer<AVStream>? = nil
) -> [String] {
  let strange = demuxer.streams.filter { stream in
    isStrange(stream.pointee.codecpar.pointee) && !isCopied(stream, options)
      && !isUnwanted(stream, options) && stream.pointee.discard != AVDISCARD_ALL
      && stream.pointee.codecpar.pointee.codec_tag != timeCodeTag
  }
  // Phones write several such streams, and they are rarely missed.
  let isTold = !strange.isEmpty && av_log_get_level() >= AV_LOG_INFO
  let streams = strange.map { "\($0.pointee.index)" }.joined(separator: ", ")
  let line =
    "\(demuxer.name): leaving out data of streams \(streams): FFmpeg does not know what it is"
  return (isTold ? [line] : [])
    + demuxer.streams.compactMap { stream in
      // A time code is passed on as a tag of the video, from which muxers write a new track.
      // The still picture of an animated AVIF has the number of the track.
      let isStill = demuxer.streams.filter { $0 == video || $0 == alpha }
        .contains { $0.pointee.id == stream.pointee.id && stream.pointee.nb_frames == 1 }
      guard stream != video, stream != alpha, !isStill, !isCopied(stream, options),
        stream.pointee.discard != AVDISCARD_ALL,
        stream.pointee.codecpar.pointee.codec_tag != timeCodeTag,
        !isStrange(stream.pointee.codecpar.pointee), !isUnwanted(stream, options)
      else { return nil }
      let parameters = stream.pointee.codecpar.pointee
      let reason =
        parameters.codec_type == AVMEDIA_TYPE_VIDEO
        ? "video stream \(video.pointee.index) is the one to splash"
        : isFormless(parameters)
          ? "it does not say how many channels or samples a second it has"
          : "FFmpeg does not know what it is"
      return "\(demuxer.name): leaving out \(title(stream)): \(reason)"
    }
}

/// Whether this is data of a kind unknown to FFmpeg.
private func isStrange(_ parameters: AVCodecParameters) -> Bool {
  parameters.codec_type == AVMEDIA_TYPE_DATA && parameters.codec_id == AV_CODEC_ID_NONE
}

private func attachedPicture(of stream: UnsafeMutablePointer<AVStream>) -> [UInt8] {
  let packet = stream.pointee.attached_pic
  guard stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0, packet.size > 0 else {
    return []
  }
  return [UInt8](UnsafeBufferPointer(start: packet.data, count: Int(packet.size)))
}

/// Describes an input for sinks before its first frame.
func describe(
  _ demuxer: Demuxer, video: UnsafeMutablePointer<AVStream>, window: TimeWindow,
  options: InputOptions = InputOptions()
) -> MediaDescription {
  let context = demuxer.context.pointee
  let parameters = video.pointee.codecpar.pointee
  var picture = PictureDescription(
    width: Int(parameters.width), height: Int(parameters.height),
    format: PixelFormat(rawValue: parameters.format), timeBase: video.pointee.time_base,
    frameRate: av_guess_frame_rate(demuxer.context, video, nil))
  if video.pointee.avg_frame_rate.num > 0 { picture.frameRate = video.pointee.avg_frame_rate }
  if video.pointee.r_frame_rate.num > 0 { picture.finestRate = video.pointee.r_frame_rate }
  picture.sampleAspectRatio = av_guess_sample_aspect_ratio(demuxer.context, video, nil)
  picture.fieldOrder = parameters.field_order
  picture.disposition = video.pointee.disposition
  picture.metadata = takenTags(of: video, options).filter { $0.key.lowercased() != alphaTag }
  picture.sideData = sideData(
    of: video,
    types: [
      AV_PKT_DATA_DISPLAYMATRIX, AV_PKT_DATA_MASTERING_DISPLAY_METADATA,
      AV_PKT_DATA_CONTENT_LIGHT_LEVEL, AV_PKT_DATA_STEREO3D, AV_PKT_DATA_SPHERICAL,
    ])
  if dolbyVisionProfile(of: video) != nil { picture.dynamicHDR.insert(.dolbyVision) }
  var media = MediaDescription(name: demuxer.name, picture: picture)
  media.copiedStreams = demuxer.streams.filter { $0 != video && isCopied($0, options) }.map {
    stream in
    CopiedStream(
      index: Int(stream.pointee.index), parameters: stream.pointee.codecpar,
      timeBase: stream.pointee.time_base, disposition: stream.pointee.disposition,
      metadata: takenTags(of: stream, options),
      sideData: sideData(of: stream, types: [AV_PKT_DATA_REPLAYGAIN, AV_PKT_DATA_DISPLAYMATRIX]),
      attachedPicture: attachedPicture(of: stream))
  }
  media.metadata = options.taken(tags(of: context.metadata))
  media.plays = plays(of: demuxer)
  media.chapters = (0..<Int(context.nb_chapters)).compactMap { index in
    let chapter = context.chapters[index]!.pointee
    let shift = ticks(window.origin, chapter.time_base)
    // A chapter that begins before the part keeps its negative start; only those that begin in it
    // count as beats.
    let (start, end) = (chapter.start &- shift, chapter.end &- shift)
    guard max(0, start) < end else { return nil }
    return MediaDescription.Chapter(
      id: Int64(chapter.id), timeBase: chapter.time_base, start: start, end: end,
      metadata: options.taken(tags(of: chapter.metadata)))
  }
  if let end = window.end { media.endChapters(at: end - window.origin) }
  if context.duration > 0 {
    let whole = Double(context.duration) / 1e6
    let origin = context.start_time == ff_no_timestamp ? 0 : Double(context.start_time) / 1e6
    let end = min(window.end ?? .infinity, origin + whole)
    media.duration = max(0, end - (window.start ?? origin))
  }
  if video.pointee.nb_frames > 0, window.start == nil, window.end == nil {
    media.frameCount = Int(video.pointee.nb_frames)
  }
  return media
}

extension MediaDescription {
  /// Cuts chapters at a time in seconds, and removes later ones.
  package mutating func endChapters(at time: Double) {
    for index in chapters.indices {
      chapters[index].end = min(chapters[index].end, ticks(time, chapters[index].timeBase))
    }
    chapters.removeAll { $0.end <= $0.start }
  }
}
