internal import CFFmpeg

/// How a container stores the streams besides the video: each is copied, converted, or left out.
struct StreamPlan {
  /// The streams as they are stored, by their position in `MediaDescription.copiedStreams`.
  private(set) var stored: [Int: CopiedStream] = [:]
  private(set) var converters: [Int: any StreamConverter] = [:]
  /// For people: one line for each stream that is not stored as it was.
  private(set) var notes: [String] = []

  /// - Throws: `SplashError` of kind badInput for sound that cannot be stored, unless streams may
  ///   be left out.
  init(
    of media: MediaDescription, output: String, format: OutputFormat, options: OutputOptions
  ) throws(SplashError) {
    // Users expect no sound in a container for video only.
    if format.isPictureOnly { return }
    for (position, stream) in media.copiedStreams.enumerated() {
      if let cover = CoverConverter(stream, to: format) {
        (stored[position], converters[position]) = (cover.result, cover)
        continue
      }
      if let objection = format.objectionToCovers(beside: media.metadata),
        !stream.attachedPicture.isEmpty
      {
        notes.append("\(output): leaving out its cover: \(objection)")
        continue
      }
      guard let objection = format.objection(to: stream) else {
        stored[position] = stream
        continue
      }
      let converters = StreamPlan.converters(for: stream, format: format)
      if let converter = converters.first(where: { format.objection(to: $0.result) == nil }) {
        stored[position] = converter.result
        self.converters[position] = converter
        let made = StreamPlan.name(of: converter.result, madeFrom: stream)
        notes.append(
          "\(output): \(stream.title) becomes \(made), since \(format.muxerName) cannot carry it")
        continue
      }
      guard options.skipUnsupported || !stream.isSound else {
        throw SplashError(
          .badInput, "\(output): cannot carry \(stream.title)", cause: objection,
          remedy: StreamPlan.remedy(for: stream, options: options))
      }
      notes.append("\(output): leaving out \(stream.title): \(objection)")
    }
  }

  private static func converters(
    for stream: CopiedStream, format: OutputFormat
  ) -> [any StreamConverter] {
    switch stream.parameters.pointee.codec_type {
    case AVMEDIA_TYPE_AUDIO:
      [
        SoundConverter(
          stream, to: format.soundCodec(for: stream), rate: format.soundRate,
          needsGlobalHeader: format.needsGlobalHeader)
      ].compactMap(\.self)
    case AVMEDIA_TYPE_SUBTITLE:
      format.subtitleCodecs.compactMap { SubtitleConverter(stream, to: $0) }
    default: []
    }
  }

  private static func name(of stream: CopiedStream, madeFrom source: CopiedStream) -> String {
    let codec = stream.parameters.pointee.codec_id
    let name = String(cString: avcodec_get_name(codec))
    return codec == source.parameters.pointee.codec_id
      ? "\(name) at \(stream.parameters.pointee.sample_rate) Hz" : name
  }

  /// A remedy that names only containers that take the stream.
  private static func remedy(for stream: CopiedStream, options: OutputOptions) -> String {
    var plain = options
    (plain.format, plain.codec) = (nil, nil)
    let others = [".mkv", ".mov", ".mp4", ".ts", ".nut"].filter { name in
      guard let format = try? OutputFormat(output: name, options: plain) else { return false }
      return format.objection(to: stream) == nil
    }
    let leaveOut = "leave it out with \(option: "skipUnsupported")"
    guard !others.isEmpty else { return leaveOut }
    return "choose another container, such as \(others.prefix(2).joined(separator: " or ")), or "
      + leaveOut
  }
}

extension CopiedStream {
  /// Sound must not be lost unless the user allows it.
  fileprivate var isSound: Bool { parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
}
