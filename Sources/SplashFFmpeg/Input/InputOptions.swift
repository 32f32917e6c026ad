public import SplashCore

/// What to read of an input, and what to believe about it.
public struct InputOptions: Sendable {
  /// Seconds from the beginning to leave out.
  public var start: Double?
  /// Seconds to read.
  public var duration: Double?
  /// Seconds from the beginning of pieces of it, in the order in which they are read behind each
  /// other, in the place of start and duration; none for all in one piece.
  public var pieces: [Range<Double>] = []
  /// Whether filters see the pictures before and between those pieces, which go on in time then.
  package var readsBetween = false
  /// Whether an input that begins after zero and is read from its beginning keeps its time stamps;
  /// otherwise its beginning becomes zero.
  public var keepsStart = false
  /// Whether its sound goes along.
  public var takesSound = true
  /// Whether its subtitles go along.
  public var takesSubtitles = true
  /// Whether its tags go along, and what else tells of it: covers, attachments and data.
  public var takesTags = true
  /// Which part of it to read; nil for the whole.
  public var part: FilmPart?
  /// How far back pictures count for those of a part.
  package var memory = PictureMemory()
  /// What the samples are, over the stream's tags.
  public var matrix: ColorMatrix?
  public var range: ColorRange?
  /// What decodes.
  public var hardware = Hardware.off
  /// libavformat's name of the format, where it cannot be guessed.
  public var format: String?
  /// What pictures of the format "rawvideo" are, which nothing else tells.
  public var raw: RawPictures?
  /// Protocols that the input may open beyond the file or address that was given, separated by
  /// commas. None by default, so that a hostile playlist cannot read other files or the network.
  public var allowedProtocols: String?
  /// Pixels that a picture may have at most.
  public var maxPixels = 1 << 28
  /// Bytes that a photo's file may have.
  public var maxFile = 1 << 30
  /// Seconds that a server may send nothing, and that it may take for all up to the first picture.
  public var timeout = 30.0
  /// Whether nobody wants the input any more; it then ends where it is. Asked by the thread that
  /// reads, also while the input is being opened.
  package var isGivenUp: (@Sendable () -> Bool)?
  /// Told by that thread that it goes on.
  package var onStep: (@Sendable () -> Void)?

  public init() {}
}

/// Pictures without a word about them.
public struct RawPictures: Sendable, Equatable {
  public var width, height: Int
  /// Pictures a second, a number or a ratio.
  public var rate: String
  /// FFmpeg's name of their pixel format.
  public var pixelFormat: String

  public init(width: Int, height: Int, rate: String = "25", pixelFormat: String = "yuv420p") {
    (self.width, self.height) = (width, height)
    (self.rate, self.pixelFormat) = (rate, pixelFormat)
  }
}

extension InputOptions {
  /// The flags that give these options, each flag and each value one element, unquoted.
  public var flags: [String] {
    let pairs: [(flag: String, value: String?)] = [
      ("--input-format", format), ("--matrix", matrix?.rawValue), ("--range", range?.rawValue),
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
