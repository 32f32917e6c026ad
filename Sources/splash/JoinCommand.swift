import ArgumentParser
import SplashFFmpeg

/// Joins the parts of a clip.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join the parts of a clip, with its sound, subtitles, chapters and tags.",
    discussion: """
      splash film.mp4 --part 1/2 -o a.mp4 --hue red
      splash film.mp4 --part 2/2 -o b.mp4 --hue red
      splash join a.mp4 b.mp4 --of film.mp4 -o red.mp4
      """)

  @Argument(help: .of("All parts, in any order.", "parts")) var parts: [String]

  @Option(help: .of("The clip that they are parts of.", "CLIP")) var of: String

  @Option(
    name: [.short, .customLong("output")], help: .of("The result.", "OUTPUT"))
  var output: String

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing file.")
  var overwrite = false

  @Option(help: .of("Container, where the output's name does not say.", "NAME")) var format: String?

  @OptionGroup var streams: StreamFlags

  @Flag(help: "Leave out streams that the container cannot hold.")
  var skipUnsupported = false

  @Flag(help: "Print errors only.") var quiet = false

  func run() throws {
    FFmpegLog.set(isVerbose: false)
    var options = OutputOptions()
    options.overwrite = overwrite
    options.format = format
    options.skipUnsupported = skipUnsupported
    let join = try FilmJoin(
      parts, of: of, to: output, options: options, reading: streams.applied(to: InputOptions()))
    if !quiet { for note in join.notes { printError("splash: \(note)") } }
    try join.run()
    if !quiet {
      let amount = counted(join.pictures, "frame")
      printError("splash: \(amount) of \(counted(parts.count, "part")) joined")
    }
  }
}
