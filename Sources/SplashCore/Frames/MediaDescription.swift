package import CFFmpeg

/// What a source gives: the pictures, and the streams that pass through beside them.
public struct MediaDescription: Sendable {
  /// What to call the source in messages: a path, a URL, a device, `-`.
  public let name: String
  package var picture: PictureDescription
  package var copiedStreams: [CopiedStream] = []
  package var chapters: [Chapter] = []
  /// Tags of the whole: title, creation time.
  package var metadata: [(key: String, value: String)] = []
  /// Length in seconds, if known; for progress only.
  public var duration: Double?
  /// Number of pictures, if known; for progress only.
  public var frameCount: Int?
  /// How often an animation is played, 0 for ever; nil for films, and where nobody says.
  package var plays: Int?
  /// What decodes the pictures, for reports: `h264`, `h264 by vaapi`; nil where nobody says.
  package var decoder: String?
  /// Where the pictures stand in their film, where they are a part of one.
  package var place: FilmPlace?
  /// What the pictures were made of, where the source has more of it than streams.
  package var original: (any Original)?

  /// Whether it is one picture that a photo's file holds.
  package var isPhoto: Bool { original != nil }

  package init(name: String, picture: PictureDescription) {
    self.name = name
    self.picture = picture
  }

  public var width: Int { picture.width }
  public var height: Int { picture.height }
  public var pixelFormatName: String { picture.format.name }
  /// Pictures a second on average; 0 when unknown.
  public var frameRate: Double {
    picture.frameRate.den == 0 ? 0 : av_q2d(picture.frameRate)
  }

  /// Where chapters begin, in seconds.
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

/// What a source has read, for the sink that keeps of it what no filter has changed.
package protocol Original: AnyObject, Sendable {
  /// What its file says beside its picture, for people.
  var remarks: [String] { get }

  /// Whether something can be seen through its picture.
  var isTransparent: Bool { get }
}

/// The pictures of a stream, as far as they are all alike.
package struct PictureDescription: Sendable {
  package var width: Int
  package var height: Int
  package var format: PixelFormat
  package var timeBase: AVRational
  /// Pictures a second, `0/1` when unknown.
  package var frameRate: AVRational
  /// The lowest rate at whose multiples all pictures stand, `0/1` when unknown.
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
  /// Rotation, HDR and other facts that belong to the stream, not to one picture.
  package var sideData: [(type: AVPacketSideDataType, bytes: [UInt8])] = []
  /// What there is beside each picture of how its light is to be shown.
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

  /// Pictures whose light goes beyond that of SDR.
  package var isHDR: Bool { [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67].contains(transfer) }

  /// What HDR needs to be shown on a lesser screen (SMPTE ST 2086, CTA-861.3), of pictures and of
  /// streams.
  private static let displays = [
    (AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_MASTERING_DISPLAY_METADATA),
    (AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, AV_PKT_DATA_CONTENT_LIGHT_LEVEL),
  ]

  private static let dynamic = [
    (AV_FRAME_DATA_DYNAMIC_HDR_PLUS, DynamicHDR.plus),
    (AV_FRAME_DATA_DOVI_METADATA, .dolbyVision), (AV_FRAME_DATA_DOVI_RPU_BUFFER, .dolbyVision),
  ]

  /// Takes size, format and color from a picture, which knows better than the container; and what
  /// the container does not say of the display it was made on, and of what changes with pictures.
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
  /// Says of pictures without color that they have some, as a filter is going to give it to them.
  package mutating func bringColor() {
    guard picture.format.nearestNative == nil else { return }
    picture.format = picture.format.native(withColor: true).withDepth(of: picture.format)
  }

  /// Says of the pictures that they have alpha, as a filter is going to give it to them.
  package mutating func bringAlpha() {
    let native = (picture.format.nearestNative ?? picture.format).withAlpha
    picture.format = native.withDepth(of: picture.format)
  }
}

/// A stream that passes through without being decoded.
// The compiler cannot see that nobody writes to the parameters it owns.
package final class CopiedStream: @unchecked Sendable {
  package let parameters: UnsafeMutablePointer<AVCodecParameters>
  package let timeBase: AVRational
  package let disposition: Int32
  package let metadata: [(key: String, value: String)]
  package let sideData: [(type: AVPacketSideDataType, bytes: [UInt8])]
  /// The file of a cover that stands beside films and sound; empty for other streams.
  package let attachedPicture: [UInt8]
  /// Number of the stream in its file, for messages.
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
