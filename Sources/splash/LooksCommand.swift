import ArgumentParser
import Foundation
import SplashJob

/// Lists the steps of looks, or shows them on a frame.
struct LooksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "looks",
    abstract: "List the looks that --rest and --kept know, or show them on a frame.",
    discussion: """
      splash looks
      splash looks clip.mp4 --sheet looks.png --hue red --time 2
      """)

  @Argument(help: .of("The clip or photo that the sheet shows.", "input")) var input: String?

  @Option(
    name: [.customShort("o"), .long],
    help: .of("Write an image with every look that needs no file, side by side.", "FILE"),
    completion: .file(extensions: ["png"]))
  var sheet: String?

  @Option(help: .of("Which frame, in seconds from the beginning.", "TIME")) var time: String?

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing file.")
  var overwrite = false

  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "AI models") var models: ModelFlags

  func run() throws {
    FFmpegLog.set(isVerbose: false)
    guard let sheet else {
      guard input == nil else {
        throw SplashError(
          .usage, "splash looks \(input ?? "")", cause: "there is nothing to show it in",
          remedy: "add --sheet FILE.png")
      }
      let width = LookForm.all.map { $0.name.count + $0.values.count }.max()! + 2
      for form in LookForm.all {
        try printOutput(
          (form.name + form.values).padding(toLength: width, withPad: " ", startingAt: 0)
            + form.sentence)
      }
      return
    }
    guard let input else {
      throw SplashError(
        .usage, "--sheet \(sheet)", cause: "no input given",
        remedy: "write splash looks clip.mp4 --sheet \(sheet)")
    }
    var options = InputOptions()
    options.start = try time.map { try seconds($0, "--time") }
    var output = OutputOptions()
    output.overwrite = overwrite
    let drawing = try LookSheet(input, options, settings: look.resolve(), models: models.models())
    try drawing.write(to: sheet, output)
    for first in stride(from: 0, to: drawing.looks.count, by: LookSheet.columns) {
      let row = drawing.looks[first...].prefix(LookSheet.columns)
      try printOutput("row \(first / LookSheet.columns + 1): " + row.joined(separator: "  "))
    }
  }
}
