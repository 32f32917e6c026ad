internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg
internal import SplashFilter

/// One picture under several settings, side by side in one picture.
final class ContactSheet {
  /// What is shown, in a native format.
  let frame: Frame
  let media: MediaDescription
  static let mostColumns = 4
  /// Time stamp of the beginning of the clip; nil for that of the picture.
  private let origin: Double?

  /// Takes the first picture of an input.
  ///
  /// - Parameter options: how to read it, and from which time on.
  init(_ input: String, _ options: InputOptions) throws {
    origin = options.start.map { -$0 }
    let source = try openSource(input, options: options)
    frame = try Self.firstPicture(of: source)
    var media = source.media
    media.copiedStreams = []
    media.chapters = []
    self.media = media
  }

  private static func firstPicture(of source: any FrameSource) throws -> Frame {
    if var frame = try source.nextPicture(StageClock()) {
      try FormatConverter().apply(to: &frame, StageClock())
      if frame.format.isNative { return frame }
    }
    throw SplashError(.badInput, "\(source.media.name): no picture with color in it")
  }

  /// Draws the sheet and writes it to a file.
  ///
  /// - Parameter looks: from the upper left to the lower right; at least one.
  func write(
    _ looks: [(settings: SplashSettings, files: LookFiles)], to output: String,
    _ options: OutputOptions
  ) throws {
    let (width, height) = (480, max(2, frame.height * 480 / frame.width) & ~1)
    let tiles = try looks.map { try Tile(tile($0.settings, $0.files, width, height)) }
    let turned = (width: tiles[0].frame.width, height: tiles[0].frame.height)
    let columns = min(tiles.count, Self.mostColumns)
    let rows = (tiles.count + columns - 1) / columns
    var sheet = BufferPool().picture(
      width: turned.width * columns, height: turned.height * rows,
      format: PixelFormat(AV_PIX_FMT_YUV444P))
    sheet.copyProperties(of: tiles[0].frame)
    for index in 0..<(rows * columns) {
      // What is left over at the end shows the picture as it is.
      let tile =
        index < tiles.count ? tiles[index] : try Tile(self.tile(.plain, LookFiles(), width, height))
      let place = (column: index % columns * turned.width, row: index / columns * turned.height)
      tile.frame.withPlanes { source in
        sheet.withMutablePlanes { target in
          for plane in 0..<3 { target.copy(plane: plane, of: source, to: place) }
        }
      }
    }
    var media = media
    media.picture.bringUpright()
    media.picture.refine(from: sheet)
    var options = options
    options.reads += looks.flatMap(\.settings.files)
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

  private func tile(
    _ settings: SplashSettings, _ files: LookFiles, _ width: Int, _ height: Int
  ) throws -> Frame {
    var picture = Frame(sharing: frame)
    let size = media.picture.turn.turned(frame.width, frame.height)
    try Splash(
      settings: settings.placed(width: size.width, height: size.height), origin: origin,
      files: files, turn: media.picture.turn
    ).apply(to: &picture, StageClock())
    let small = try Scaler().convert(
      picture, to: PixelFormat(AV_PIX_FMT_YUV444P), width: width, height: height)
    guard let turner = Turner(media.picture.turn) else { return small }
    return try turner.apply(to: small)
  }
}

extension SplashSettings {
  /// The picture as it is.
  fileprivate static var plain: SplashSettings {
    var settings = SplashSettings()
    settings.rest = []
    return settings
  }
}
