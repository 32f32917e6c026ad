internal import CFFmpeg

/// Notes for people on losses in an output's frames, made before the frames are.
struct PictureNotes {
  let output: String
  let format: OutputFormat
  let options: OutputOptions
  let media: MediaDescription

  var lines: [String] {
    [turned, cropped, lost, rarelyPlayed, silent, animated, endless, undynamic].compactMap(\.self)
  }

  private var upright: PictureDescription {
    var picture = media.picture
    if !format.isQuickTime { picture.bringUpright() }
    return picture
  }

  /// A turn that the output cannot store without harm.
  private var turned: String? {
    guard !format.isQuickTime, media.picture.turn.transposes, media.picture.isInterlaced
    else { return nil }
    return "\(output): the frame is turned by a quarter, and its fields lie in columns; "
      + "deinterlace it first, or write .mp4 or .mov, which leave the turn to players"
  }

  private var cropped: String? {
    let picture = upright
    guard (picture.width | picture.height) % 2 != 0, !format.isRaw,
      let encoder = try? Encoder(
        output: output, format: format, options: options, picture: picture),
      encoder.cropped != (0, 0)
    else { return nil }
    let parts = [
      encoder.cropped.columns > 0 ? "column" : nil, encoder.cropped.rows > 0 ? "row" : nil,
    ].compactMap(\.self)
    return "\(output): leaving out the last \(parts.joined(separator: " and ")) of "
      + "\(picture.width)x\(picture.height), since \(format.encoderName) takes even sizes only"
      + (takesWholeChroma ? "; --pixel-format yuv444p keeps all" : "")
  }

  /// Whether the encoder takes 4:4:4 without losing anything else.
  private var takesWholeChroma: Bool {
    var options = options
    options.pixelFormat = "yuv444p"
    return !options.needsAlpha && !format.isSVT
      && (try? format.pixelFormat(for: media.picture.format, options: options)) != nil
  }

  /// Alpha and bits that the output cannot hold, unless the user chose the pixel format. A
  /// palette's loss is common knowledge.
  var lost: String? {
    let source = media.picture.format
    guard options.pixelFormat == nil,
      let chosen = try? format.pixelFormat(for: source, options: options)
    else { return nil }
    // Clips in 8-bit R'G'B' often have alpha by habit (GIF).
    let isTransparent =
      media.original?.isTransparent ?? (source.hasAlpha && !(source.isRGB && source.depth == 8))
    let isPalette = chosen.has(Int32(AV_PIX_FMT_FLAG_PAL))
    let bits = source.isRGB || !isPalette ? source.depth - chosen.depth : 0
    let parts = [
      isTransparent && !format.keepsAlpha(of: chosen) ? "transparency" : nil,
      bits > 0 ? "\(bits) of \(source.depth) bits" : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    return "\(output): leaving out \(parts.joined(separator: " and ")), which "
      + "\(format.encoderName) in \(chosen.hasAlpha ? format.muxerName : chosen.name) does not have"
  }

  /// Remarks of a photo that a picture of this kind cannot hold.
  private var silent: String? {
    guard format.isPictureOnly, !format.isRaw, let remarks = media.original?.remarks,
      !remarks.isEmpty
    else { return nil }
    return "\(output): leaving out metadata of \(media.name): "
      + remarks.joined(separator: ", ")
  }

  /// An APNG that gets the name of its first picture.
  private var animated: String? {
    guard format.muxerName == "apng", media.decoder == "apng",
      output.lowercased().hasSuffix(".png")
    else { return nil }
    return
      "\(output): an animated PNG, as \(media.name) is; --frames 1 gives a still image"
  }

  /// The note on an animation whose number of plays the container cannot store.
  private var endless: String? {
    guard format.muxerName == "avif", let plays = media.plays, plays > 0,
      format.loopOption(plays: plays) == nil
    else { return nil }
    return "\(output): is played for ever and not \(counted(plays, "time")), since AVIF of this "
      + "FFmpeg cannot say how often"
  }

  /// Dynamic HDR that FFmpeg's encoders write only on request.
  private var undynamic: String? {
    guard media.picture.dynamicHDR.contains(.dolbyVision),
      !options.encoderOptions.contains(where: { $0.key == "dolbyvision" })
    else { return nil }
    return "\(output): leaving out Dolby Vision's metadata; players show what lies below it, such "
      + "as HDR10 or HLG"
  }

  /// Pixel formats that encoders for delivery take, but most players do not.
  private var rarelyPlayed: String? {
    guard options.pixelFormat == nil, Self.delivery.contains(format.muxerName),
      let chosen = try? format.pixelFormat(for: media.picture.format, options: options),
      let played = Self.played[format.encoder.pointee.id.rawValue], !played.contains(chosen.name)
    else { return nil }
    let codec = String(cString: avcodec_get_name(format.encoder.pointee.id))
    return "\(output): many players cannot show \(codec) in \(chosen.name); "
      + "--pixel-format yuv420p gives what all can"
  }

  private static let delivery = ["mp4", "mov", "ipod", "webm", "mpegts", "flv", "hls", "rtsp"]

  private static let played = [
    AV_CODEC_ID_H264.rawValue: ["yuv420p", "nv12"],
    AV_CODEC_ID_HEVC.rawValue: ["yuv420p", "nv12", "yuv420p10le", "p010le"],
    AV_CODEC_ID_VP9.rawValue: ["yuv420p", "yuva420p", "yuv420p10le"],
    AV_CODEC_ID_AV1.rawValue: ["yuv420p", "nv12", "yuv420p10le", "p010le"],
  ]
}
