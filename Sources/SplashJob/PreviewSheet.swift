/// Moments of an input, each with source and result side by side, in one picture.
public final class PreviewSheet {
  /// The contents of a pair of tiles.
  public struct Moment: Sendable {
    /// Seconds from the beginning of the input.
    public var time: Double
    /// Kept share of the frame, 0…1.
    public var kept: Double
  }

  /// From the upper left to the lower right.
  public private(set) var moments: [Moment] = []
  /// Duration in seconds of the part that the moments are taken from; nil where it is not known.
  public let length: Double?
  /// Number of pairs in a row.
  public static let columns = ContactSheet.mostColumns / 2
  private static let mostMoments = 12

  private let first: ContactSheet
  private var tiles: [ContactSheet.Tile] = []
  private let reads: [String]

  /// Takes twelve frames at even distances, fewer of an input that has fewer, and one where the
  /// duration is unknown. Each is drawn alone: earlier frames influence neither its light nor its
  /// mask.
  ///
  /// - Parameters:
  ///   - input: its name.
  ///   - options: how to read the input, and which part of it.
  ///   - settings: of the look.
  ///   - timeline: how the look changes with time, from the beginning of that part; nil where it
  ///     does not.
  ///   - models: the networks' files and their runtime.
  /// - Throws: `SplashError` for an input or settings that cannot be used, of kind usage for
  ///   selections that are tracked from frame to frame.
  public init(
    _ input: String, _ options: InputOptions, settings: SplashSettings,
    timeline: LookTimeline? = nil,
    models: Models = Models()
  ) throws {
    if let followed = settings.selections.first(where: \.isFollowed) {
      throw SplashError(
        .usage, "\(followed.text): it is followed from frame to frame, and a preview has a few",
        remedy: "try it on a short piece: \(option: "start") 0 \(option: "duration") 2 -o piece.mp4"
      )
    }
    let media = try openSource(input, options: options).media
    let files = LookFiles.decoding(
      models: models, behind: media.picture.turn, isPhoto: media.isPhoto)
    try files.read(for: settings)
    reads = settings.files + models.files
    self.length = media.isPhoto ? nil : media.duration
    let length = media.isPhoto ? 0 : media.duration ?? 0
    let start = options.start ?? 0
    let count = length > 0 ? max(1, min(media.frameCount ?? .max, Self.mostMoments)) : 1
    var sheets: [ContactSheet] = []
    for index in 0..<count {
      var options = options
      let time = start + (Double(index) + 0.5) / Double(count) * length
      if length > 0 { options.start = time }
      options.duration = nil
      do { sheets.append(try ContactSheet(input, options)) } catch {
        // The frames may end before the sound does.
        if sheets.isEmpty { throw error }
        continue
      }
      moments.append(Moment(time: length > 0 ? time : 0, kept: 0))
      let (sheet, size) = (sheets.last!, sheets[0].size)
      tiles.append(try sheet.tile(.plain, LookFiles(), size))
      let look = timeline?.settings(near: time - start) ?? settings
      let result = try sheet.tile(look, files, size)
      tiles.append(result)
      moments[moments.count - 1].kept = result.kept
    }
    first = sheets[0]
    while tiles.count > ContactSheet.mostColumns, tiles.count % ContactSheet.mostColumns != 0 {
      tiles.append(tiles[tiles.count - 2])
    }
  }

  /// Writes the picture to a file.
  public func write(to output: String, _ options: OutputOptions) throws {
    var options = options
    options.reads += reads
    try first.write(tiles, to: output, options)
  }
}

extension LookTimeline {
  /// The settings at a time; of two that are cross-faded those that show more.
  fileprivate func settings(near time: Double) -> SplashSettings {
    switch moment(at: time) {
    case .settings(let settings): settings
    case .crossfade(let from, let to, let share): share < 0.5 ? from : to
    }
  }
}
