/// One frame under every look that needs no file, in one picture.
public final class LookSheet {
  /// The looks, from the upper left to the lower right.
  public let looks: [String]
  public static let columns = ContactSheet.mostColumns

  private let sheet: ContactSheet
  private let settings: SplashSettings
  private let files: LookFiles

  /// Takes the first frame of an input.
  ///
  /// - Parameters:
  ///   - input: its name.
  ///   - options: how to read it, and from which time on.
  ///   - settings: the selection; their look of the background is replaced.
  ///   - models: the networks' files and their runtime.
  public init(
    _ input: String, _ options: InputOptions, settings: SplashSettings, models: Models = Models()
  ) throws {
    sheet = try ContactSheet(input, options)
    files = LookFiles.decoding(
      models: models, behind: sheet.media.picture.turn, isPhoto: sheet.media.isPhoto)
    try files.read(for: settings)
    self.settings = settings
    looks = LookForm.all.filter { !$0.isFile && $0.name != "transparent" }.map(\.example)
  }

  /// Draws the sheet and writes it to a file.
  public func write(to output: String, _ options: OutputOptions) throws {
    let all = try looks.map { look in
      var settings = settings
      settings.rest = try LookStep.steps(look)
      return (settings: settings, files: files)
    }
    try sheet.write(all, to: output, options)
  }
}
