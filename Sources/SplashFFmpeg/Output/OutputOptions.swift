/// How to encode and store pictures.
public struct OutputOptions: Sendable {
  /// An encoder ("libx265") or a codec ("hevc"); nil takes what suits the container: H.264 for
  /// most, VP9 for WebM, raw pictures for y4m, rawvideo and nut.
  public var codec: String?
  /// Constant quality, lower is better; nil takes 20 for H.264 and H.265 and 31 for VP9.
  /// MPEG-1, 2 and 4 then have a quantiser of 3, Theora a quality of 8 of 10.
  public var crf: Double?
  package static let crfRange = 0.0...63
  /// Of a photo, 1…100, higher is better; nil keeps the quantisation of the photo it is made of.
  public var quality: Int?
  package static let qualityRange = 1...100
  /// The encoder's preset; nil takes `veryfast` for H.264 and H.265.
  public var preset: String?
  /// Bits a second, as "4M" or "800k"; takes the place of constant quality.
  public var bitrate: String?
  /// Bytes that a film may have at most; nil for as many as its quality takes. `SizeSearch` has it
  /// met.
  package var maxSize: Int?
  /// Options of the encoder by its own names, applied last.
  public var encoderOptions: [(key: String, value: String)] = []
  /// libavformat's name of the container, over the file's extension.
  public var format: String?
  /// FFmpeg's name of the pixel format to encode; nil keeps the input's where the encoder takes it.
  public var pixelFormat: String?
  /// The device of an encoder that needs one, where it is of the encoder's kind; else it gets the
  /// first.
  public var hardware = Hardware.off
  /// How often an animated output is played, 0 for ever; nil keeps what the input says, and leaves
  /// films to the container: a GIF of one is played for ever, an APNG or WebP once.
  public var loop: Int?
  package static let loopRange = 0.0...65535
  /// Whether an existing file may be replaced.
  public var overwrite = false
  /// Whether streams that the container cannot carry are left out rather than refused.
  public var skipUnsupported = false
  /// Whether pictures come from something that happens once. MP4 and MOV then grow in fragments of
  /// a second, so that what there is of them can be played after a power cut.
  public var isLive = false
  /// Whether an output that has no alpha is of no use.
  public var needsAlpha = false
  /// Whether there is one picture.
  public var isStill = false

  /// Whether pictures come in R'G'B' of 8 bits, as those of GIFs and of screens.
  var isDrawn = false
  /// What a photo says of how it was made, on a line; nil for nothing.
  package var note: String?
  /// Whether nobody waits for the output any more; writing it then ends with an error. Asked by the
  /// thread that writes.
  package var isGivenUp: (@Sendable () -> Bool)?
  /// Told of a complete film before it takes its place; false takes it back.
  package var isKept: (@Sendable (CompleteFilm) -> Bool)?
  /// Names of what is read beside the input, which must not be replaced either.
  package var reads: [String] = []

  public init() {}
}

/// A film that an output has written.
package struct CompleteFilm: Sendable {
  package let encoder: String
  /// It goes by bits a second.
  package let takesRate: Bool
  /// Of the pictures as they are stored.
  package let width, height: Int
  /// Pictures a second; 0 if unknown.
  package let rate: Double
  /// Of the whole file, and of streams beside the pictures.
  package let bytes, otherBytes: Int
}
