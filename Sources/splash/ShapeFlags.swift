import ArgumentParser
import SplashJob

/// Shape of the outputs.
struct ShapeFlags: ParsableArguments {
  @Option(
    help: .of(
      "Crop to a shape: 9:16 for the largest in the middle, follow:9:16 to track the selection, or X,Y,W,H as for --keep box.",
      "PART"))
  var crop: String?

  @Option(help: .of("Turn clockwise, by 90, 180 or 270 degrees.", "DEGREES")) var rotate: String?

  @Flag(help: "Mirror: left becomes right, after --rotate.")
  var mirror = false

  @Option(help: .of("Scale to 1280x720, a width of 1280, 1080p (the shorter side) or 50%.", "SIZE"))
  var scale: String?

  @Flag(help: "Tone-map HDR to SDR (BT.709). (default: where the output has 8 bits)")
  var sdr = false

  /// - Parameter rate: output frames per second; nil to keep the input's.
  func shape(rate: Double?) throws -> OutputShape {
    var shape = OutputShape()
    shape.rate = rate
    shape.isSDR = sdr
    shape.crop = try crop.map { text in
      guard let crop = OutputShape.Crop(text) else {
        throw SplashError(
          .usage, "--crop \(text)", cause: "not a part of a frame",
          remedy:
            "write a ratio such as 9:16 or follow:9:16, or X,Y,W,H in pixels, shares or per cent")
      }
      return crop
    }
    shape.turn = try rotate.map(turn) ?? .upright
    if mirror { shape.turn = shape.turn.followed(by: Turn(flipsColumns: true)) }
    shape.scale = try scale.map { text in
      guard let scale = OutputShape.Scale(text) else {
        throw SplashError(
          .usage, "--scale \(text)", cause: "not a size",
          remedy: "write 1280x720, a width of 2 to 32768, 1080p or 50%")
      }
      return scale
    }
    return shape
  }

  private func turn(_ text: String) throws -> Turn {
    switch text {
    case "0", "360": .upright
    case "90", "-270", "right": Turn(transposes: true, flipsColumns: true)
    case "180", "-180": Turn(flipsColumns: true, flipsRows: true)
    case "270", "-90", "left": Turn(transposes: true, flipsRows: true)
    default:
      throw SplashError(
        .usage, "--rotate \(text)", cause: "not a quarter turn",
        remedy: "give 90, 180 or 270 degrees, clockwise")
    }
  }
}
