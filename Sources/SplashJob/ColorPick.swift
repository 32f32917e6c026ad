internal import Foundation
public import SplashCore
public import SplashFFmpeg
public import SplashFilter

/// The eyedropper: what a spot of an input's picture looks like, and the hue that keeps it.
public struct ColorPick: Sendable {
  /// A place along one side of the picture.
  public enum Coordinate: Sendable {
    /// Pixels from the left or upper edge; 0 is the first pixel.
    case pixel(Double)
    /// A share of the side, 0…1.
    case share(Double)
  }

  public static let defaultRadius = 4

  public struct Request: Sendable {
    public var input: String
    public var inputOptions = InputOptions()
    /// The middle of the spot in the picture as displayed: turned by its display matrix.
    public var x, y: Coordinate
    /// Pixels that the spot reaches to each side of the middle pixel, 0 or more.
    public var radius = ColorPick.defaultRadius
    /// The gates and the balance that the hue has to pass.
    public var settings = SplashSettings()

    public init(input: String, x: Coordinate, y: Coordinate) {
      self.input = input
      self.x = x
      self.y = y
    }
  }

  /// The picture's size as displayed, in pixels.
  public let width, height: Int
  /// The middle pixel of the spot.
  public let x, y: Int
  public let sample: ColorSample
  /// The balance in the gate.
  public let gains: Gains
  /// The hue that keeps the spot; nil where it is under the chroma floor.
  public let range: HueRange?
  private let request: Request

  /// Opens the input, decodes one picture and samples it.
  ///
  /// - Throws: `SplashError` of kind badInput when there is no such picture or it has no color, of
  ///   kind usage when the spot is not in it.
  public init(_ request: Request) throws {
    self.request = request
    let source = try openSource(request.input, options: request.inputOptions)
    let rotation = source.media.picture.rotation
    let frame = try ColorPick.firstPicture(of: source)
    let isTurned = quarterTurns(rotation) % 2 != 0
    width = isTurned ? frame.height : frame.width
    height = isTurned ? frame.width : frame.height
    x = try request.x.index(in: width, "x", of: request.input)
    y = try request.y.index(in: height, "y", of: request.input)
    let spot = Spot(
      x: Double(x) + 0.5, y: Double(y) + 0.5, radius: Double(request.radius) + 0.5, width: width,
      height: height)
    let place = spot.clipped.stored(rotation: rotation)
    guard let colors = frame.colors(in: place) else {
      throw SplashError(.badInput, "\(request.input): there is no color in it to sample")
    }
    gains = try ColorPick.gains(for: frame, settings: request.settings)
    sample = ColorSample(colors, gains: gains)
    range = sample.range(for: request.settings)
  }

  /// The balance that a run with these settings would begin with at this picture.
  private static func gains(
    for frame: borrowing Frame, settings: SplashSettings
  ) throws -> Gains {
    let splash = Splash(settings: settings)
    var copy = Frame(sharing: frame)
    try FormatConverter().apply(to: &copy, StageClock())
    try splash.apply(to: &copy, StageClock())
    return splash.control.gains
  }

  /// The first picture, in a format whose samples can be read.
  private static func firstPicture(of source: any FrameSource) throws -> Frame {
    let clock = StageClock()
    while let item = try source.next(clock) {
      guard case .picture(var frame) = consume item else { continue }
      if !frame.hasReadableColor { try FormatConverter().apply(to: &frame, clock) }
      return frame
    }
    throw SplashError(
      .badInput, "\(source.media.name): no picture can be decoded", cause: source.warning)
  }
}

extension ColorPick.Coordinate {
  fileprivate func index(in size: Int, _ axis: String, of input: String) throws -> Int {
    switch self {
    case .share(let share): return min(Int(share * Double(size)), size - 1)
    case .pixel(let pixel):
      guard pixel >= 0, pixel < Double(size) else {
        throw SplashError(
          .usage, "\(input): \(axis) \(pixel) is outside of the picture",
          remedy: "give 0 to \(size - 1)")
      }
      return Int(pixel)
    }
  }
}

extension ColorPick {
  /// The pick for programs.
  public struct Report: Codable, Sendable {
    public var version = 1
    public var input: String
    public var x, y, width, height, radius: Int
    /// Chroma samples that were looked at.
    public var count: Int
    /// As shot: mean R'G'B' 0…1, and its hue in degrees, saturation and value; hue is null for
    /// grey.
    public var rgb: [Double]
    public var hex: String
    public var hue: Double?
    public var saturation, value: Double
    /// Degrees from the gate's hue that hold nine tenths of the spot.
    public var spread: Double
    /// Hue after the balance; null for grey.
    public var gate_hue: Double?
    public var white_balance: RunReport.WhiteBalance
    /// What keeps the spot; empty for grey.
    public var flags: [String]
  }

  public var report: Report {
    func round(_ number: Double, _ unit: Double) -> Double { (number * unit).rounded() / unit }
    let color = sample.color
    return Report(
      input: request.input, x: x, y: y, width: width, height: height, radius: request.radius,
      count: sample.count, rgb: [color.red, color.green, color.blue].map { round($0, 1e4) },
      hex: color.hex, hue: sample.hue.map { round($0, 100) },
      saturation: round(color.hsv.saturation, 1e4), value: round(color.hsv.value, 1e4),
      spread: round(sample.spread, 100), gate_hue: sample.gateHue.map { round($0, 100) },
      white_balance: .init(
        mode: request.settings.whiteBalance.text,
        gains: [gains.red, gains.green, gains.blue].map { round($0, 1e4) }),
      flags: range.map { ["--hue", $0.text] } ?? [])
  }

  /// The pick for people, a line each.
  public var text: String {
    let color = sample.color
    var lines: [(String, String)] = [
      ("hue", sample.hue.map { String(format: "%.1f°", $0) } ?? "none: the spot is grey"),
      ("saturation", String(format: "%.3f", color.hsv.saturation)),
      ("value", String(format: "%.3f", color.hsv.value)),
      (
        "R'G'B'",
        String(format: "%.3f %.3f %.3f  %@", color.red, color.green, color.blue, color.hex)
      ),
    ]
    if let gateHue = sample.gateHue {
      let gains = String(format: "%.2f %.2f %.2f", gains.red, gains.green, gains.blue)
      lines.append(
        (
          "in the gate",
          String(format: "%.1f° ±%.1f°", gateHue, sample.spread)
            + "  (white balance \(request.settings.whiteBalance.text), gains \(gains))"
        ))
    }
    lines.append(
      (
        "flag",
        range.map { "--hue \(shellQuoted($0.text))" } ?? "none: too grey for the chroma floor"
      ))
    return lines.map { name, value in
      name.padding(toLength: 13, withPad: " ", startingAt: 0) + value
    }.joined(separator: "\n")
  }
}
