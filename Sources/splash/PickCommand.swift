import ArgumentParser
import Foundation
import SplashCore
import SplashFFmpeg
import SplashFilter
import SplashJob

/// The eyedropper of the terminal.
struct PickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick",
    abstract: "Sample a spot of the source picture: its color, and the --hue flag that keeps it.")

  @OptionGroup(title: "Input") var source: InputFlags

  @Option(
    help: ArgumentHelp(
      "The middle of the spot in the picture as players show it, turned upright, from the upper left corner: pixels (640,360) or shares (50%,50%).",
      valueName: "X,Y"))
  var at: String

  @Option(help: ArgumentHelp("Half the side of the spot, less half a pixel.", valueName: "PX"))
  var radius = ColorPick.defaultRadius

  @Option(
    help: ArgumentHelp(
      "Sample the first picture at or after this time. (default: the beginning)",
      valueName: "TIME"))
  var time: String?

  @Option(
    help: ArgumentHelp(
      "The balance that the flag is meant for, as for splash run. (default: \(SplashSettings().whiteBalance.text))",
      valueName: "MODE"))
  var whiteBalance: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    FFmpegLog.set(isVerbose: false)
    let pick = try ColorPick(request())
    guard json else { return print(pick.text) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(pick.report), as: UTF8.self))
  }

  private func request() throws -> ColorPick.Request {
    let (x, y) = try place()
    var request = ColorPick.Request(input: source.input, x: x, y: y)
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

  private func place() throws -> (ColorPick.Coordinate, ColorPick.Coordinate) {
    let parts = at.split(separator: ",", omittingEmptySubsequences: false).map(coordinate)
    guard parts.count == 2, let x = parts[0], let y = parts[1] else {
      throw SplashError(
        .usage, "--at \(at)", cause: "not a place in the picture",
        remedy: "write pixels like 640,360 or shares like 50%,50%")
    }
    return (x, y)
  }

  private func coordinate(_ text: Substring) -> ColorPick.Coordinate? {
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), (0...100).contains(percent) else { return nil }
      return .share(percent / 100)
    }
    guard let pixel = Double(text), pixel >= 0, pixel < 1e6 else { return nil }
    return .pixel(pixel)
  }
}
