package import CFFmpeg

/// What a source delivers: frames, and streams that are copied beside them.
public struct MediaDescription: Sendable {
  /// The source's name in messages: a path, a URL, a device, `-`.
  public let name: String
  package var picture: PictureDescription
  package var copiedStreams: [CopiedStream] = []
  package var chapters: [Chapter] = []
  /// Tags of the whole file: title, creation time.
  package var metadata: [(key: String, value: String)] = []
  /// Length in seconds, if known; for progress only.
  public var duration: Double?
  /// Number of frames, if known; for progress only.
  public var frameCount: Int?
  /// How often an animation plays, 0 for ever; nil for other files, and if unknown.
  package var plays: Int?
  /// The decoder, for reports: `h264`, `h264 by vaapi`; nil if unknown.
  package var decoder: String?
  /// The place in the clip, if the frames are a part of one.
  package var place: FilmPlace?
  /// The decoded file, if the source has more than streams; nil for most.
  package var original: (any Original)?

  /// Whether it is a single photo.
  package var isPhoto: Bool { original != nil }

  package init(name: String, picture: PictureDescription) {
    self.name = name
    self.picture = picture
  }

  public var width: Int { picture.width }
  public var height: Int { picture.height }
  public var pixelFormatName: String { picture.format.name }
  /// Average frames per second; 0 if unknown.
  public var frameRate: Double {
    picture.frameRate.den == 0 ? 0 : av_q2d(picture.frameRate)
  }

  /// The beginnings of chapters, in seconds.
  package var chapterStarts: [Double] { chapters.map { Double($0.start) * av_q2d($0.timeBase) } }

  package struct Chapter: Sendable {
    package var id: Int64
    package var timeBase: AVRational
    package var start: Int64
    package var end: Int64
    package var metadata: [(key: String, value: String)]

    package init(
      id: Int64, timeBase: AVRational, start: Int64, end: Int64,
      metadata: [(key: String, value: String)]
    ) {
      self.id = id
      self.timeBase = timeBase
      self.start = start
      self.end = end
      self.metadata = metadata
    }
  }
}

/// The file that a source has read, for a sink that keeps all of it that filters do not change.
package protocol Original: AnyObject, Sendable {
  /// Descriptions of what the file holds besides its image, for people.
  var remarks: [String] { get }

  /// Whether any pixel is transparent.
  var isTransparent: Bool { get }
}

/// Properties that all frames of a stream share.
package struct PictureDescription: Sendable {
  package var width: Int
  package var height: Int
  package var format: PixelFormat
  package var timeBase: AVRational
  /// Frames per second, `0/1` if unknown.
  package var frameRate: AVRational
  /// The lowest rate at whose multiples all frames lie, `0/1` if unknown.
  package var finestRate = AVRational(num: 0, den: 1)
  package var sampleAspectRatio = AVRational(num: 0, den: 1)
  package var matrix = AVCOL_SPC_UNSPECIFIED
  package var range = AVCOL_RANGE_UNSPECIFIED
  package var primaries = AVCOL_PRI_UNSPECIFIED
  package var transfer = AVCOL_TRC_UNSPECIFIED
  package var chromaLocation = AVCHROMA_LOC_UNSPECIFIED
  package var fieldOrder = AV_FIELD_UNKNOWN
  package var disposition: Int32 = 0
  package var metadata: [(key: String, value: String)] = []
  /// Rotation, HDR and other data of the stream as a whole.
  package var sideData: [(type: AVPacketSideDataType, bytes: [UInt8])] = []
  /// Kinds of dynamic HDR metadata that come with each frame.
  package var dynamicHDR: Set<DynamicHDR> = []

  package enum DynamicHDR: String, Sendable {
    case plus = "HDR10+"
    case dolbyVision = "Dolby Vision"
  }

  package init(
    width: Int, height: Int, format: PixelFormat, timeBase: AVRational, frameRate: AVRational
  ) {
    self.width = width
    self.height = height
    self.format = format
    self.timeBase = timeBase
    self.frameRate = frameRate
  }

  /// Whether the transfer function is PQ or HLG.
  package var isHDR: Bool { [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67].contains(transfer) }

  /// Metadata for showing HDR on a lesser screen (SMPTE ST 2086, CTA-861.3): types for frames, and
  /// for streams.
  private static let displays = [
    (AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_MASTERING_DISPLAY_METADATA),
    (AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, AV_PKT_DATA_CONTENT_LIGHT_LEVEL),
  ]

  private static let dynamic = [
    (AV_FRAME_DATA_DYNAMIC_HDR_PLUS, DynamicHDR.plus),
    (AV_FRAME_DATA_DOVI_METADATA, .dolbyVision), (AV_FRAME_DATA_DOVI_RPU_BUFFER, .dolbyVision),
  ]

  /// Takes size, format, color and the kinds of dynamic HDR from a frame, which is more reliable
  /// than the container; metadata of the mastering display only if the container lacks them.
  package mutating func refine(from frame: borrowing Frame) {
    let av = frame.av.pointee
    width = frame.width
    height = frame.height
    format = frame.format
    matrix = av.colorspace
    range = av.color_range
    primaries = av.color_primaries
    transfer = av.color_trc
    chromaLocation = av.chroma_location
    for (own, type) in Self.displays where !sideData.contains(where: { $0.type == type }) {
      guard let found = av_frame_get_side_data(frame.av, own)?.pointee else { continue }
      sideData.append((type, [UInt8](UnsafeBufferPointer(start: found.data, count: found.size))))
    }
    for (type, kind) in Self.dynamic where av_frame_get_side_data(frame.av, type) != nil {
      dynamicHDR.insert(kind)
    }
    if av.sample_aspect_ratio.num > 0 { sampleAspectRatio = av.sample_aspect_ratio }
    if ff_frame_is_interlaced(frame.av) {
      if fieldOrder == AV_FIELD_UNKNOWN || fieldOrder == AV_FIELD_PROGRESSIVE {
        fieldOrder = ff_frame_top_field_first(frame.av) ? AV_FIELD_TT : AV_FIELD_BB
      }
    } else if fieldOrder == AV_FIELD_UNKNOWN {
      fieldOrder = AV_FIELD_PROGRESSIVE
    }
  }

  package var isInterlaced: Bool {
    fieldOrder != AV_FIELD_UNKNOWN && fieldOrder != AV_FIELD_PROGRESSIVE
  }
}

extension MediaDescription {
  /// Describes frames without color as having color, since a filter will add it.
  package mutating func bringColor() {
    guard picture.format.nearestNative == nil else { return }
    picture.format = picture.format.native(withColor: true).withDepth(of: picture.format)
  }

  /// Describes the frames as having alpha, since a filter will add it.
  package mutating func bringAlpha() {
    let native = (picture.format.nearestNative ?? picture.format).withAlpha
    picture.format = native.withDepth(of: picture.format)
  }
}

/// A stream that is copied without being decoded.
// The compiler cannot verify that its parameters are not written.
package final class CopiedStream: @unchecked Sendable {
  package let parameters: UnsafeMutablePointer<AVCodecParameters>
  package let timeBase: AVRational
  package let disposition: Int32
  package let metadata: [(key: String, value: String)]
  package let sideData: [(type: AVPacketSideDataType, bytes: [UInt8])]
  /// The file of a cover image; empty for other streams.
  package let attachedPicture: [UInt8]
  /// The stream's number in its file, for messages.
  package let index: Int

  package init(
    index: Int, parameters: UnsafePointer<AVCodecParameters>, timeBase: AVRational,
    disposition: Int32, metadata: [(key: String, value: String)],
    sideData: [(type: AVPacketSideDataType, bytes: [UInt8])], attachedPicture: [UInt8] = []
  ) {
    guard let copy = avcodec_parameters_alloc(),
      avcodec_parameters_copy(copy, parameters) >= 0
    else { fatalError("out of memory") }
    self.parameters = copy
    self.index = index
    self.timeBase = timeBase
    self.disposition = disposition
    self.metadata = metadata
    self.sideData = sideData
    self.attachedPicture = attachedPicture
  }

  deinit {
    var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
    avcodec_parameters_free(&parameters)
  }

  package var isSound: Bool { parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO }

  /// "audio stream 1 (aac)", for messages.
  package var title: String {
    let kind = av_get_media_type_string(parameters.pointee.codec_type).map { String(cString: $0) }
    return
      "\(kind ?? "unknown") stream \(index) (\(String(cString: avcodec_get_name(parameters.pointee.codec_id))))"
  }
}
