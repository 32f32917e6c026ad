import ArgumentParser
import SplashJob

/// A frame rate: 25, 23.976 or 24000/1001.
struct PictureRate: ExpressibleByArgument {
  let text: String
  let value: Double

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map {
      Double($0) ?? .nan
    }
    guard (1...2).contains(parts.count), parts.allSatisfy(\.isFinite), parts.last != 0 else {
      return nil
    }
    (text, value) = (argument, parts[0] / (parts.count > 1 ? parts[1] : 1))
  }
}

/// The mode to request from a camera.
struct CameraFlags: ParsableArguments {
  @Option(
    help: .of(
      "Size to ask a camera for; with --input-format rawvideo, the size of its frames. (default: the largest up to 1920x1080 at the rate)",
      "WxH"))
  var size: String?

  @Option(
    help: .of(
      "Frames per second to ask a camera for; for a file, frames are dropped or repeated, and numbered images have this rate: 25 or 24000/1001. (default: 30; a file's own times; 25 for images)",
      "N"))
  private var fps: PictureRate?

  /// Frames per second.
  var rate: Double? { fps?.value }
  var rateText: String? { fps?.text }

  @Option(
    help: .of(
      "Format to ask for, as splash devices lists it: YUYV, MJPG, … (default: the best to read)",
      "NAME"))
  var cameraFormat: String?

  @Flag(
    help:
      "Lock automatic exposure and white balance once settled, and unlock them at the end.")
  var lockCamera = false

  @Option(
    help: .of(
      "Set a control, as splash devices lists it, and set it back at the end; may be repeated.",
      "NAME=VALUE"))
  var control: [String] = []

  @Option(
    help: .of(
      "Wait this long for a camera that was unplugged. (default: \(CameraHandling().reconnectTime.brief))",
      "SECONDS"))
  var reconnect: Double?

  /// Size and rate of raw frames, from `--size` and `--fps`.
  ///
  /// - Parameter format: their pixel format; nil for the usual one.
  /// - Returns: nil without a size.
  func raw(_ format: String?) throws -> RawPictures? {
    try size.map(parsedSize).map { size in
      var raw = RawPictures(width: size.width, height: size.height)
      if let fps { raw.rate = fps.text }
      if let format { raw.pixelFormat = format }
      return raw
    }
  }

  /// - Parameters:
  ///   - rateIsForFiles: `--fps` sets the output rate where the input is a file.
  ///   - isRaw: size and rate describe raw frames.
  func options(
    for input: String, rateIsForFiles: Bool = false, isRaw: Bool = false
  ) throws -> CameraOptions {
    let flag =
      isRaw
      ? driversOwn ?? (reconnect == nil ? nil : "--reconnect")
      : rateIsForFiles && firstGiven == "--fps" ? othersGiven : firstGiven
    if let flag, !isCamera(input) {
      throw SplashError(
        .usage, flag, cause: "\(input) is not a camera",
        remedy: flag == "--size"
          ? "write --scale \(size!) to scale the result, or read /dev/videoN"
          : "leave it out, or read /dev/videoN")
    }
    if let flag = driversOwn, !isVideoDevice(input) {
      throw SplashError(
        .usage, flag, cause: "\(input) is a camera of PipeWire, which has none",
        remedy: "leave it out, or read /dev/videoN")
    }
    var options = CameraOptions()
    options.request.size = try size.map(parsedSize)
    if let fps, !(0.1...1000).contains(fps.value) {
      throw SplashError(
        .usage, "--fps \(fps.text)", cause: "out of range", remedy: "give 0.1 to 1000")
    }
    options.request.rate = rate
    options.request.format = try cameraFormat.map { name in
      guard let format = FourCC(name) else {
        throw SplashError(
          .usage, "--camera-format \(name)", cause: "not a format",
          remedy: "give a name of four characters that splash devices lists, such as MJPG")
      }
      return format
    }
    options.locksLook = lockCamera
    options.controls = try control.map { text in
      guard let setting = ControlSetting(text) else {
        throw SplashError(
          .usage, "--control \(text)", cause: "not a setting",
          remedy: "write NAME=NUMBER, NAME=on or NAME=off")
      }
      return setting
    }
    if let reconnect {
      guard (0...86_400).contains(reconnect) else {
        throw SplashError(
          .usage, "--reconnect \(reconnect)", cause: "out of range", remedy: "give 0 to 86400")
      }
      options.reconnectTime = reconnect
    }
    return options
  }

  /// A given flag that only Video4Linux drivers can fulfill.
  private var driversOwn: String? {
    if cameraFormat != nil { return "--camera-format" }
    if lockCamera { return "--lock-camera" }
    return control.isEmpty ? nil : "--control"
  }

  private var firstGiven: String? {
    fps != nil ? "--fps" : othersGiven
  }

  private var othersGiven: String? {
    if size != nil { return "--size" }
    if let driversOwn { return driversOwn }
    return reconnect == nil ? nil : "--reconnect"
  }

  private func parsedSize(_ text: String) throws -> VideoSize {
    guard let match = text.wholeMatch(of: /(\d{1,5})x(\d{1,5})/), let width = Int(match.1),
      let height = Int(match.2), width > 0, height > 0
    else {
      throw SplashError(
        .usage, "--size \(text)", cause: "not a size", remedy: "write it as 1280x720")
    }
    return VideoSize(width: width, height: height)
  }
}
