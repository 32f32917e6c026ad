import ArgumentParser
import Foundation
import SplashJob

/// The eyedropper of the terminal.
struct PickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick",
    abstract: "Sample points of the source: their color, and the --hue flag that selects them."
  )

  @OptionGroup(title: "Input") var source: InputFlags

  @Option(
    help: .of(
      "A point to select, in the upright frame from the upper left corner: pixels (640,360), shares (0.4,0.6) or per cent (40%,60%); or a rectangle by its corner and sides (600,340,80,40). May be repeated.",
      "X,Y[,W,H]"))
  var at: [String]

  @Option(help: .of("A point that must stay background; may be repeated.", "X,Y[,W,H]"))
  var not: [String] = []

  @Option(help: .of("Radius of the sampled square, in pixels.", "PX"))
  var radius = ColorPick.defaultRadius

  @Option(
    help: .of("Sample the first frame at or after this time. (default: the beginning)", "TIME"))
  var time: String?

  @Option(
    help: .of(
      "White balance of the run that the flag is for. (default: \(SplashSettings().whiteBalance.text))",
      "MODE"), completion: .list(WhiteBalanceMode.names))
  var whiteBalance: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    FFmpegLog.set(isVerbose: false)
    let pick = try ColorPick(request())
    guard json else { return try printOutput(pick.text) }
    try printOutput(String(decoding: try JSONEncoder.pretty.encode(pick.report), as: UTF8.self))
  }

  private func request() throws -> ColorPick.Request {
    guard !at.isEmpty else {
      throw SplashError(
        .usage, "--at is missing", remedy: "say where: --at 640,360 or --at 50%,50%")
    }
    var request = ColorPick.Request(
      input: source.input, places: try at.map { try place($0, "--at") })
    request.others = try not.map { try place($0, "--not") }
    guard radius >= 0, radius <= 4096 else {
      throw SplashError(
        .usage, "--radius \(radius)", cause: "out of range", remedy: "give 0 to 4096 pixels")
    }
    request.radius = radius
    request.inputOptions = try source.options()
    request.inputOptions.start = try time.map { try seconds($0, "--time") }
    if let whiteBalance { request.settings.whiteBalance = try WhiteBalanceMode(whiteBalance) }
    return request
  }

  private func place(_ text: String, _ flag: String) throws -> ColorPick.Place {
    guard let numbers = PictureLength.list(text), [2, 4].contains(numbers.count) else {
      throw SplashError(
        .usage, "\(flag) \(text)", cause: "not a place in the frame",
        remedy:
          "write pixels like 640,360, shares like 0.4,0.6 or 40%,60%, or a rectangle like 600,340,80,40"
      )
    }
    return ColorPick.Place(
      x: numbers[0], y: numbers[1], size: numbers.count == 4 ? (numbers[2], numbers[3]) : nil)
  }
}
