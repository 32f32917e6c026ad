import ArgumentParser
import SplashJob

/// Shows a look on some frames of a clip before the whole is processed.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show twelve moments of a clip before and after, in one image.",
    discussion: """
      splash preview clip.mp4 --hue red
      splash preview clip.mp4 --sheet dress.png --keep person --start 1:00 --end 2:00
      """)

  @OptionGroup(title: "Input") var source: SourceFlags

  @Option(
    name: [.customShort("o"), .long],
    help: .of("The image to write.", "FILE"),
    completion: .file(extensions: ["png", "jpg"]))
  var sheet = "preview.png"

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing file.")
  var overwrite = false

  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Look in time") var times: EffectTimes
  @OptionGroup(title: "AI models") var models: ModelFlags

  func run() throws {
    FFmpegLog.set(isVerbose: false)
    guard source.input != "-" else {
      throw SplashError(
        .usage, "splash preview -", cause: "standard input can be read once",
        remedy: "give a file")
    }
    try source.refuseCut(by: "splash preview")
    var options = OutputOptions()
    options.overwrite = overwrite
    let settings = try look.resolve()
    let preview = try PreviewSheet(
      source.input, source.options(), settings: settings,
      timeline: times.moments(of: LookTimeline(base: settings, entries: [])),
      models: models.models())
    if let warning = try times.warning(length: preview.length) {
      printError("splash: warning: \(warning)")
    }
    try preview.write(to: sheet, options)
    for row in stride(from: 0, to: preview.moments.count, by: PreviewSheet.columns) {
      let moments = preview.moments[row...].prefix(PreviewSheet.columns)
      try printOutput(
        "row \(row / PreviewSheet.columns + 1): "
          + moments.map { "\(clock($0.time)) \(percent($0.kept)) kept" }.joined(separator: "  "))
    }
  }

  /// "1:02.5" for 62.5 seconds.
  private func clock(_ time: Double) -> String {
    let tenths = Int((time * 10).rounded())
    let seconds = tenths / 10 % 60
    return "\(tenths / 600):\(seconds < 10 ? "0" : "")\(seconds).\(tenths % 10)"
  }

  private func percent(_ share: Double) -> String {
    "\((share * 1000).rounded() / 10) %"
  }
}
