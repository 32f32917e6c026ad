import ArgumentParser
import Foundation
import SplashJob

/// Lists the things that stand out in a frame.
struct SubjectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subjects",
    abstract:
      "List what stands out in a frame, and the people: what subject=N and person=N mean.",
    discussion: """
      splash subjects clip.mp4
      splash subjects clip.mp4 --time 2 --sheet subjects.png

      A line for each, the largest first: its number, whether it is a person, the box around it, its share of the frame, and what keeps it. subject=N and person=N count in the first frame. People who touch are one.
      """)

  @OptionGroup(title: "Input") var source: InputFlags

  @Option(
    help: .of("Look at the first frame at or after this time. (default: the beginning)", "TIME"))
  var time: String?

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    name: [.customShort("o"), .long],
    help: .of("Write an image of each with its name, on grey, side by side.", "FILE"),
    completion: .file(extensions: ["png"]))
  var sheet: String?

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing file.")
  var overwrite = false

  @OptionGroup(title: "AI models") var models: ModelFlags

  func run() throws {
    FFmpegLog.set(isVerbose: false)
    var options = try source.options()
    options.start = try time.map { try seconds($0, "--time") }
    let list = try SubjectList(source.input, options, models: models.models())
    if let sheet {
      var output = OutputOptions()
      output.overwrite = overwrite
      try list.write(to: sheet, output)
    }
    guard json else { return try printOutput(list.text) }
    try printOutput(String(decoding: try JSONEncoder.pretty.encode(list.report), as: UTF8.self))
  }
}
