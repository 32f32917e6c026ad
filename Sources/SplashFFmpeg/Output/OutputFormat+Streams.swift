internal import CFFmpeg

extension OutputFormat {
  /// Why the container cannot hold a stream; nil where it can.
  func objection(to stream: CopiedStream) -> String? {
    let codec = stream.parameters.pointee.codec_id
    if isTransportStream, !Self.transported.contains(codec.rawValue) {
      return "\(muxerName) has no place for it"
    }
    if stream.parameters.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT {
      // FFmpeg's table leaves out attachments; WebM accepts them and writes none.
      let isTaken = trial(of: stream, upTo: { avformat_write_header($0, nil) }) == nil
      return isTaken && muxerName != "webm" ? nil : "\(muxerName) has no place for it"
    }
    // MPEG program streams accept any subtitle and label it as a DVD's.
    if isProgramStream, stream.parameters.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE,
      codec != AV_CODEC_ID_DVD_SUBTITLE
    {
      return "\(muxerName) has no place for it"
    }
    switch avformat_query_codec(muxer, codec, FF_COMPLIANCE_NORMAL) {
    case 1: break
    case 0:
      guard let tags = muxer.pointee.codec_tag, av_codec_get_tag(tags, codec) != 0 else {
        return "\(muxerName) has no place for it"
      }
    default:
      // Some containers refuse a stream only in `avformat_init_output`, MPEG's only in the header.
      let step = isProgramStream ? avformat_write_header : avformat_init_output
      return trial(of: stream, upTo: { step($0, nil) })
        .map { _ in "\(muxerName) has no place for it" }
    }
    return trial(of: stream, upTo: { avformat_write_header($0, nil) })
  }

  var isTransportStream: Bool {
    ["mpegts", "hls", "rtp_mpegts"].contains(muxerName)
  }

  private var isProgramStream: Bool {
    ["mpeg", "vob", "svcd", "dvd", "vcd"].contains(muxerName)
  }

  /// Codecs with a type in MPEG-TS. FFmpeg writes any codec into it, and cannot read others back.
  private static let transported: Set<UInt32> = Set(
    [
      AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3, AV_CODEC_ID_AAC, AV_CODEC_ID_AAC_LATM,
      AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_DTS, AV_CODEC_ID_TRUEHD, AV_CODEC_ID_OPUS,
      AV_CODEC_ID_S302M, AV_CODEC_ID_DVB_SUBTITLE, AV_CODEC_ID_DVB_TELETEXT,
      AV_CODEC_ID_HDMV_PGS_SUBTITLE, AV_CODEC_ID_ARIB_CAPTION, AV_CODEC_ID_SMPTE_KLV,
      AV_CODEC_ID_TIMED_ID3, AV_CODEC_ID_SCTE_35,
    ].map(\.rawValue))

  /// FFmpeg's error for a container of this kind with that one stream, written to memory: its
  /// header may be too damaged. Some containers need a video stream first, others need unknown
  /// facts about it; so a trial with video follows.
  private func trial(
    of stream: CopiedStream, upTo step: (UnsafeMutablePointer<AVFormatContext>?) -> Int32
  ) -> String? {
    if muxer.pointee.flags & AVFMT_NOFILE != 0 { return nil }
    return trial(of: stream, withPictures: false, upTo: step)
      .flatMap { _ in trial(of: stream, withPictures: true, upTo: step) }
  }

  private func trial(
    of stream: CopiedStream, withPictures: Bool,
    upTo step: (UnsafeMutablePointer<AVFormatContext>?) -> Int32
  ) -> String? {
    var context: UnsafeMutablePointer<AVFormatContext>?
    guard avformat_alloc_output_context2(&context, muxer, nil, nil) >= 0,
      avio_open_dyn_buf(&context!.pointee.pb) >= 0
    else { fatalError("out of memory") }
    defer {
      var bytes: UnsafeMutablePointer<UInt8>?
      avio_close_dyn_buf(context!.pointee.pb, &bytes)
      av_free(bytes)
      avformat_free_context(context)
    }
    func add() -> UnsafeMutablePointer<AVStream> {
      guard let track = avformat_new_stream(context, nil) else { fatalError("out of memory") }
      return track
    }
    context!.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    if withPictures {
      let pictures = add()
      pictures.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_VIDEO
      pictures.pointee.codecpar.pointee.codec_id = encoder.pointee.id
      pictures.pointee.codecpar.pointee.width = 640
      pictures.pointee.codecpar.pointee.height = 360
      pictures.pointee.codecpar.pointee.format = AV_PIX_FMT_YUV420P.rawValue
      pictures.pointee.time_base = AVRational(num: 1, den: 25)
      pictures.pointee.avg_frame_rate = AVRational(num: 25, den: 1)
    }
    let track = add()
    avcodec_parameters_copy(track.pointee.codecpar, stream.parameters)
    track.pointee.codecpar.pointee.codec_tag = 0
    track.pointee.time_base = stream.timeBase
    track.pointee.metadata = dictionary(of: stream.metadata)
    let (status, error) = FFmpegLog.listen { step(context) }
    return status >= 0 ? nil : error ?? avMessage(status)
  }

  /// The codec to which sound is converted when this container cannot carry it.
  ///
  /// - Parameter stream: the source, whose samples PCM has to hold.
  func soundCodec(for stream: CopiedStream) -> AVCodecID {
    switch muxerName {
    case "webm": AV_CODEC_ID_OPUS
    case "matroska": AV_CODEC_ID_FLAC
    case "mp4", "mov", "ipod", "3gp", "3g2", "f4v", "ismv", "flv", "mpegts", "hls", "rtp_mpegts",
      "rtsp":
      AV_CODEC_ID_AAC
    case "mxf": stream.isFinerThan16Bits ? AV_CODEC_ID_PCM_S24LE : AV_CODEC_ID_PCM_S16LE
    default: muxer.pointee.audio_codec
    }
  }

  /// The only sample rate that the container takes; nil where it takes others.
  var soundRate: Int32? { muxerName == "mxf" ? 48_000 : nil }

  /// True for containers without time stamps: sound and video begin together.
  var beginsAtZero: Bool { ["avi", "mxf"].contains(muxerName) }

  /// Codecs to which subtitles can be converted, best first.
  var subtitleCodecs: [AVCodecID] {
    [muxer.pointee.subtitle_codec, AV_CODEC_ID_MOV_TEXT, AV_CODEC_ID_ASS, AV_CODEC_ID_SUBRIP]
  }

  /// How frames get their time stamps.
  func pace(of picture: PictureDescription) -> Pace {
    let average = picture.frameRate.num > 0 ? picture.frameRate : AVRational(num: 25, den: 1)
    if ["yuv4mpegpipe", "rawvideo"].contains(muxerName) { return .counted(average) }
    // Frames that come in bursts need a finer rate than the average.
    let isUneven = av_cmp_q(picture.finestRate, average) > 0 && av_q2d(picture.finestRate) <= 60
    let rate = isUneven ? picture.finestRate : average
    var rates: [AVRational] = []
    if var next = ff_encoder_frame_rates(encoder) {
      while next.pointee.num != 0 {
        rates.append(next.pointee)
        next += 1
      }
    }
    let isFilled = muxerName == "mxf" || encoder.pointee.id == AV_CODEC_ID_THEORA
    guard !rates.isEmpty || isFilled || muxerName == "avi" else { return .asTimed }
    // The lowest rate that holds every frame, with a margin for rounding.
    let least = av_q2d(rate) * 0.999
    let fitting = rates.filter { av_q2d($0) >= least }.min { av_q2d($0) < av_q2d($1) }
    return .grid(fitting ?? rate, isFilled: isFilled)
  }

  /// The container's option for the number of plays, 0 for ever, and its value; nil where it has
  /// none, as AVIF's before FFmpeg 6.0.
  func loopOption(plays: Int) -> (key: String, value: String)? {
    let key = muxerName == "apng" ? "plays" : "loop"
    var kind = muxer.pointee.priv_class
    guard ["gif", "apng", "webp", "avif"].contains(muxerName), kind != nil,
      av_opt_find(&kind, key, nil, 0, AV_OPT_SEARCH_FAKE_OBJ) != nil
    else { return nil }
    let count = min(plays, Int(OutputOptions.loopRange.upperBound))
    // GIF counts repetitions; -1 stands for none.
    return (key, "\(muxerName != "gif" || count == 0 ? count : count == 1 ? -1 : count - 1)")
  }

  var needsGlobalHeader: Bool { muxer.pointee.flags & AVFMT_GLOBALHEADER != 0 }
}

extension CopiedStream {
  fileprivate var isFinerThan16Bits: Bool {
    let stored = parameters.pointee
    let properties = avcodec_descriptor_get(stored.codec_id)?.pointee.props ?? 0
    return properties & AV_CODEC_PROP_LOSSY == 0
      && max(stored.bits_per_raw_sample, stored.bits_per_coded_sample) > 16
  }
}
