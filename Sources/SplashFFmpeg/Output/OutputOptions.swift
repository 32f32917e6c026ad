/// How to encode and store frames.
public struct OutputOptions: Sendable {
  /// An encoder ("libx265") or a codec ("hevc"); nil chooses by the container: H.264 for most, VP9
  /// for WebM, raw frames for y4m, rawvideo and nut.
  public var codec: String?
  /// Constant quality, lower is better; nil stands for 20 for H.264 and H.265 and 31 for VP9, a
  /// quantiser of 3 for MPEG-1, 2 and 4, and a quality of 8 of 10 for Theora.
  public var crf: Double?
  package static let crfRange = 0.0...63
  /// Quality of a photo, 1…100, higher is better; nil keeps the quantisation of the source photo.
  public var quality: Int?
  package static let qualityRange = 1...100
  /// The encoder's preset; nil stands for `veryfast` for H.264 and H.265.
  public var preset: String?
  /// Bits per second, as "4M" or "800k", in place of constant quality.
  public var bitrate: String?
  /// Maximum bytes of a clip; nil for no limit. `SizeSearch` keeps to it.
  package var maxSize: Int?
  /// Options of the encoder by its own names, applied last.
  public var encoderOptions: [(key: String, value: String)] = []
  /// libavformat's name of the container; overrides the file's extension.
  public var format: String?
  /// FFmpeg's name of the pixel format to encode; nil keeps the input's where the encoder takes it.
  public var pixelFormat: String?
  /// The colors of OpenEXR, Radiance HDR, PFM and PHM.
  public var linearColors = LinearColors.rec709
  /// Whether frames are masks, whose values floats hold as they are.
  package var holdsMask = false
  /// The device of an encoder that needs one, where it is of the encoder's kind; else the first is
  /// used.
  public var hardware = Hardware.off
  /// How often an animated output is played, 0 for ever; nil keeps the input's number, and for
  /// clips the container's default: a GIF is played for ever, an APNG or WebP once.
  public var loop: Int?
  package static let loopRange = 0.0...65535
  /// Whether an existing file may be replaced.
  public var overwrite = false
  /// Whether streams that the container cannot carry are left out rather than refused.
  public var skipUnsupported = false
  /// Whether the input cannot be repeated. MP4 and MOV are then written in fragments of a second,
  /// so that they can be played after a power cut.
  public var isLive = false
  /// Whether to refuse outputs without alpha.
  public var needsAlpha = false
  /// Whether there is a single frame.
  public var isStill = false

  /// Whether frames come in 8-bit R'G'B', as from GIFs and screens.
  var isDrawn = false
  /// A line in a photo's comment on how it was made; nil for none.
  package var note: String?
  /// Returns true to give the output up; writing then ends with an error. Called by the writing
  /// thread.
  package var isGivenUp: (@Sendable () -> Bool)?
  /// Called with a complete clip before it takes its place; false removes it.
  package var isKept: (@Sendable (CompleteFilm) -> Bool)?
  /// Names of files read besides the input, which must not be replaced either.
  package var reads: [String] = []

  public init() {}
}

/// Facts of a clip that an output has written.
package struct CompleteFilm: Sendable {
  package let encoder: String
  /// Whether the encoder takes a bit rate.
  package let takesRate: Bool
  /// Size of the frames as stored.
  package let width, height: Int
  /// Frames per second; 0 if unknown.
  package let rate: Double
  /// Bytes of the whole file, and of the streams besides the video.
  package let bytes, otherBytes: Int
  package let pictures: Pictures

  /// How many frames there are as encoded and how many of them are key frames, and their bytes.
  package struct Pictures: Sendable {
    package internal(set) var (count, keys, bytes, keyBytes) = (0, 0, 0, 0)
  }
}
