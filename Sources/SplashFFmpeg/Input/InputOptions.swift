/// Which part of an input to read, and which tags to override.
public struct InputOptions: Sendable {
  /// Seconds to skip at the beginning.
  public var start: Double?
  /// Seconds to read.
  public var duration: Double?
  /// Time ranges in seconds from the beginning, read one after another in the given order, in place
  /// of start and duration; empty to read without cuts.
  public var pieces: [Range<Double>] = []
  /// Whether filters see the frames before and between those pieces; frames then keep their times
  /// in the clip.
  package var readsBetween = false
  /// Whether an input that begins after zero and is read from its beginning keeps its time stamps;
  /// otherwise its beginning becomes zero.
  public var keepsStart = false
  /// Whether sound is passed on.
  public var takesSound = true
  /// Whether subtitles are passed on.
  public var takesSubtitles = true
  /// Whether tags, covers, attachments and data are passed on.
  public var takesTags = true
  /// Which part of it to read; nil for the whole.
  public var part: FilmPart?
  /// How many frames before and after a part its masks depend on.
  package var memory = PictureMemory()
  /// Override the stream's tags.
  public var matrix: ColorMatrix?
  public var range: ColorRange?
  /// The colors of OpenEXR, Radiance HDR, PFM and PHM.
  public var linearColors = LinearColors.rec709
  /// The decoding device.
  public var hardware = Hardware.off
  /// libavformat's name of the format; nil to guess it.
  public var format: String?
  /// Size, rate and pixel format of frames of the format "rawvideo", which has no header.
  public var raw: RawPictures?
  /// Frames per second of numbered images, a number or a ratio; nil for 25.
  public var rate: String?
  /// Protocols, separated by commas, that the input may open besides the given file or address.
  /// None by default, so that a hostile playlist cannot read other files or the network.
  public var allowedProtocols: String?
  /// Maximum number of pixels of a frame.
  public var maxPixels = 1 << 28
  /// Maximum bytes of a photo's file.
  public var maxFile = 1 << 30
  /// Stop if a server sends no data, or no first frame arrives, within these seconds.
  public var timeout = 30.0
  /// Returns true to end the input. Called by the reading thread, also while the input is being
  /// opened.
  package var isGivenUp: (@Sendable () -> Bool)?
  /// Called by that thread at each step of reading.
  package var onStep: (@Sendable () -> Void)?

  public init() {}
}

/// Raw frames without a header.
public struct RawPictures: Sendable, Equatable {
  public var width, height: Int
  /// Frames per second, a number or a ratio.
  public var rate: String
  /// FFmpeg's name of their pixel format.
  public var pixelFormat: String

  public init(width: Int, height: Int, rate: String = "25", pixelFormat: String = "yuv420p") {
    (self.width, self.height) = (width, height)
    (self.rate, self.pixelFormat) = (rate, pixelFormat)
  }
}

extension InputOptions {
  /// Whether an input is numbered images that exist, which have the rate of `rate`.
  package static func isNumbered(_ input: String) -> Bool {
    InputLocation(input).firstNumber != nil
  }

  /// The command-line flags for these options, each flag and each value one element, unquoted.
  public var flags: [String] {
    let pairs: [(flag: String, value: String?)] = [
      ("--input-format", format), ("--matrix", matrix?.rawValue), ("--range", range?.rawValue),
      ("--exr-colors", linearColors == .rec709 ? nil : linearColors.rawValue),
      ("--fps", rate),
      ("--allow-protocols", allowedProtocols), ("--start", start.map { "\($0)" }),
      ("--duration", duration.map { "\($0)" }), ("--part", part.map { "\($0)" }),
      ("--max-pixels", maxPixels == 1 << 28 ? nil : "\(maxPixels)"),
      ("--max-file", maxFile == 1 << 30 ? nil : "\(maxFile)"),
      ("--timeout", timeout == 30 ? nil : "\(timeout)"),
      ("--hardware", hardware == .off ? nil : hardware.text),
    ]
    return pairs.flatMap { flag, value in value.map { [flag, $0] } ?? [] }
      + [
        ("--keep-start", keepsStart), ("--no-audio", !takesSound),
        ("--no-subtitles", !takesSubtitles), ("--no-tags", !takesTags),
      ].filter(\.1).map(\.0)
  }
}
