internal import CFFmpeg

/// One frame under several settings, side by side in one picture.
final class ContactSheet {
  /// The first frame of the input, in a native format.
  let frame: Frame
  let media: MediaDescription
  static let mostColumns = 4
  /// Time stamp of the beginning of the clip in seconds; nil for that of the frame.
  private let origin: Double?

  /// Takes the first frame of an input.
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
      try FormatConverter(needsColor: true).apply(to: &frame, StageClock())
      if frame.format.isNative { return frame }
    }
    throw SplashError(.badInput, "\(source.media.name): no frame with color in it")
  }

  /// Draws the sheet and writes it to a file.
  ///
  /// - Parameters:
  ///   - looks: from the upper left to the lower right; at least one.
  ///   - labels: the text on each tile; empty for sheets without labels.
  func write(
    _ looks: [(settings: SplashSettings, files: LookFiles)], labels: [String] = [],
    to output: String, _ options: OutputOptions
  ) throws {
    var tiles = try looks.map { try tile($0.settings, $0.files, size) }
    for (tile, label) in zip(tiles, labels) { tile.write(label) }
    // Tiles left over in the last row show the frame unchanged; they are blank where there are
    // labels.
    while tiles.count > Self.mostColumns, tiles.count % Self.mostColumns != 0 {
      let rest = try tile(.plain, LookFiles(), size)
      if !labels.isEmpty { rest.blacken() }
      tiles.append(rest)
    }
    var options = options
    options.reads += looks.flatMap(\.settings.files)
    try write(tiles, to: output, options)
  }

  /// Size of a tile as stored, in pixels.
  var size: (width: Int, height: Int) {
    let scale = min(480 / Double(frame.width), 960 / Double(frame.height))
    func even(_ side: Int) -> Int { max(2, Int(Double(side) * scale) & ~1) }
    return (even(frame.width), even(frame.height))
  }

  /// Joins tiles of one size into one picture, and writes it to a file.
  ///
  /// - Parameter tiles: from the upper left to the lower right; one row, or whole rows.
  func write(_ tiles: [Tile], to output: String, _ options: OutputOptions) throws {
    let (width, height) = (tiles[0].frame.width, tiles[0].frame.height)
    let columns = min(tiles.count, Self.mostColumns)
    var sheet = BufferPool().picture(
      width: width * columns, height: height * (tiles.count / columns),
      format: PixelFormat(AV_PIX_FMT_YUV444P))
    sheet.copyProperties(of: tiles[0].frame)
    for index in 0..<(tiles.count / columns * columns) {
      let place = (column: index % columns * width, row: index / columns * height)
      tiles[index].frame.withPlanes { source in
        sheet.withMutablePlanes { target in
          for plane in 0..<3 { target.copy(plane: plane, of: source, to: place) }
        }
      }
    }
    var media = media
    media.picture.bringUpright()
    media.picture.refine(from: sheet)
    let sink = try FFmpegSink(output, options: options, media: media)
    try sink.writeOnly(sheet)
  }

  /// A small picture, and the share of it that is kept. (A class, since frames are not copyable and
  /// arrays need copies.)
  final class Tile {
    private(set) var frame: Frame
    let kept: Double

    init(_ frame: consuming Frame, kept: Double) {
      self.frame = frame
      self.kept = kept
    }

    /// Writes a line into the lower left corner, white on black.
    func write(_ label: String) {
      let rows = PixelText.rows(of: label, scale: 2, margin: 4)
      frame.withMutablePlanes { picture in
        let height = picture.view.height
        for (index, row) in rows.suffix(height).enumerated() {
          let y = height - min(rows.count, height) + index
          for plane in 0..<3 {
            let samples = picture.row(y, ofPlane: plane)
            for (x, isInk) in row.prefix(samples.count).enumerated() {
              samples[x] = plane > 0 ? 128 : isInk ? 235 : 16
            }
          }
        }
      }
    }

    func blacken() {
      frame.withMutablePlanes { picture in
        for plane in 0..<3 {
          for y in 0..<picture.view.height {
            picture.row(y, ofPlane: plane).update(repeating: plane > 0 ? 128 : 16)
          }
        }
      }
    }
  }

  /// A tile of the frame under settings, small and upright.
  ///
  /// - Parameter tileSize: its size as stored.
  func tile(
    _ settings: SplashSettings, _ files: LookFiles, _ tileSize: (width: Int, height: Int)
  ) throws -> Tile {
    var picture = Frame(sharing: frame)
    let size = media.picture.turn.turned(frame.width, frame.height)
    let splash = try Splash(
      settings: settings.placed(width: size.width, height: size.height), origin: origin,
      files: files, turn: media.picture.turn)
    try splash.apply(to: &picture, StageClock())
    let small = try Scaler().convert(
      picture, to: PixelFormat(AV_PIX_FMT_YUV444P), width: tileSize.width,
      height: tileSize.height)
    let kept = splash.control.kept ?? 0
    guard let turner = Turner(media.picture.turn) else { return Tile(small, kept: kept) }
    return Tile(try turner.apply(to: small), kept: kept)
  }
}

extension SplashSettings {
  /// Settings that leave the frame unchanged.
  static var plain: SplashSettings {
    var settings = SplashSettings()
    settings.rest = []
    return settings
  }
}

extension FrameSink {
  /// Writes a single frame, finishes the output, and moves its file to its place.
  func writeOnly(_ frame: consuming Frame) throws {
    do {
      try write(frame, StageClock())
      try finish(StageClock())
    } catch {
      try? finish(StageClock())
      throw error
    }
    try publish()
  }
}
