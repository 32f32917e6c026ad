internal import CFFmpeg
internal import SplashCore
public import SplashFFmpeg
public import SplashFilter

/// One picture under every look that needs no file, in one picture.
public final class LookSheet {
  /// The looks, from the upper left to the lower right.
  public let looks: [String]
  public static let columns = 4

  private let frame: Frame
  private let media: MediaDescription
  private let settings: SplashSettings
  private let files = LookFiles.decoding()
  /// Time stamp of the beginning of the clip; nil for that of the picture.
  private let origin: Double?

  /// Takes the first picture of an input.
  ///
  /// - Parameters:
  ///   - options: how to read it, and from which time on.
  ///   - settings: what to keep; their look of the rest is replaced.
  public init(_ input: String, _ options: InputOptions, settings: SplashSettings) throws {
    try files.read(for: settings)
    origin = options.start.map { -$0 }
    let source = try openSource(input, options: options)
    frame = try Self.firstPicture(of: source)
    var media = source.media
    media.copiedStreams = []
    media.chapters = []
    self.media = media
    self.settings = settings
    looks = LookForm.all.filter { !$0.isFile && $0.name != "transparent" }.map(\.example)
  }

  private static func firstPicture(of source: any FrameSource) throws -> Frame {
    if var frame = try source.nextPicture(StageClock()) {
      try FormatConverter().apply(to: &frame, StageClock())
      if frame.format.isNative { return frame }
    }
    throw SplashError(.badInput, "\(source.media.name): no picture with color in it")
  }

  /// Draws the sheet and writes it to a file.
  public func write(to output: String, _ options: OutputOptions) throws {
    let (width, height) = (480, max(2, frame.height * 480 / frame.width) & ~1)
    let tiles = try looks.map { try Tile(tile($0, width, height)) }
    let turned = (width: tiles[0].frame.width, height: tiles[0].frame.height)
    let rows = (tiles.count + Self.columns - 1) / Self.columns
    var sheet = BufferPool().picture(
      width: turned.width * Self.columns, height: turned.height * rows,
      format: PixelFormat(AV_PIX_FMT_YUV444P))
    sheet.copyProperties(of: tiles[0].frame)
    for index in 0..<(rows * Self.columns) {
      // What is left over at the end shows the picture as it is.
      let tile = index < tiles.count ? tiles[index] : try Tile(self.tile("none", width, height))
      let place = (
        column: index % Self.columns * turned.width, row: index / Self.columns * turned.height
      )
      tile.frame.withPlanes { source in
        sheet.withMutablePlanes { target in
          for plane in 0..<3 { target.copy(plane: plane, of: source, to: place) }
        }
      }
    }
    var media = media
    media.picture.bringUpright()
    media.picture.refine(from: sheet)
    let sink = try FFmpegSink(output, options: options, media: media)
    do {
      try sink.write(sheet, StageClock())
      try sink.finish(StageClock())
    } catch {
      try? sink.finish(StageClock())
      throw error
    }
    try sink.publish()
  }

  /// Frames have one owner, and arrays want to copy.
  private final class Tile {
    let frame: Frame
    init(_ frame: consuming Frame) { self.frame = frame }
  }

  private func tile(_ look: String, _ width: Int, _ height: Int) throws -> Frame {
    var settings = settings
    settings.rest = try LookStep.steps(look)
    var picture = Frame(sharing: frame)
    try Splash(
      settings: settings, origin: origin, files: files, rotation: media.picture.rotation
    ).apply(to: &picture, StageClock())
    let small = try Scaler().convert(
      picture, to: PixelFormat(AV_PIX_FMT_YUV444P), width: width, height: height)
    guard let turn = media.picture.turn else { return small }
    return try Turner(turn).apply(to: small)
  }
}
