import ArgumentParser
import Foundation
import SplashCore
import SplashFilter

private let defaults = SplashSettings()

/// What the picture will look like: `SplashSettings` as flags.
struct LookOptions: ParsableArguments {
  @Option(
    name: .customLong("hue"),
    help: ArgumentHelp(
      "A hue to keep; may be repeated. \(HueRange.names.map(\.name).joined(separator: ", ")), degrees, #rrggbb, or a range 340..20. (default: red)",
      valueName: "COLOR[:WIDTH[:SOFTNESS]][,s=MIN..MAX][,v=MIN..MAX]"))
  var hues: [String] = []

  @Option(
    name: .customLong("drop"),
    help: ArgumentHelp("A hue to exclude again; may be repeated.", valueName: "COLOR…"))
  var drops: [String] = []

  @Option(
    help: ArgumentHelp(
      "Half-width of hues that give none. (default: \(defaults.threshold.short))", valueName: "DEG"))
  var threshold: Double?

  @Option(
    help: ArgumentHelp(
      "Degrees outside of it over which colors fade. (default: \(defaults.softness.short))",
      valueName: "DEG"))
  var softness: Double?

  @Option(
    help: ArgumentHelp(
      "Saturation to keep. (default: \(defaults.saturation.text))", valueName: "MIN..MAX"))
  var saturation: String?

  @Option(
    help: ArgumentHelp("Value to keep. (default: \(defaults.value.text))", valueName: "MIN..MAX"))
  var value: String?

  @Option(
    help: ArgumentHelp(
      "How far outside of those two colors fade. (default: \(defaults.gateSoftness.short))",
      valueName: "X"))
  var gateSoftness: Double?

  @Option(
    help: ArgumentHelp(
      "Chroma below which hue is noise. (default: \(defaults.chromaFloor.short))", valueName: "X"))
  var chromaFloor: Double?

  @Option(
    help: ArgumentHelp(
      "What balances the picture for the choice of colors: off, gray-world, card=X,Y,W,H (a grey region in fractions of the picture) or gains=R,G,B. (default: \(defaults.whiteBalance.text))",
      valueName: "MODE"))
  var whiteBalance: String?

  @Option(
    help: ArgumentHelp(
      "Seconds over which the balance follows the light. (default: \(defaults.balanceTime.short))",
      valueName: "S"))
  var balanceTime: Double?

  @Flag(help: "Keep the first balance that was found.")
  var lockBalance = false

  @Flag(help: "Balance the kept picture too.")
  var balanceOutput = false

  @Option(
    help: ArgumentHelp(
      "How much to steady the mask over time, 0 to 1. (default: \(defaults.stability.short))",
      valueName: "X"))
  var stability: Double?

  @Option(
    help: ArgumentHelp(
      "Remove specks and pinholes smaller than that many samples, 0 to 3. (default: \(defaults.despeckle))",
      valueName: "N"))
  var despeckle: Int?

  @Flag(help: "Keep what would be grey, and the other way round.")
  var invert = false

  @Option(
    help: ArgumentHelp(
      "What to show: result, mask or side-by-side. (default: \(defaults.show.rawValue))",
      valueName: "WHAT"))
  var show: String?

  @Option(
    help: ArgumentHelp("Read look settings from JSON; flags win over it.", valueName: "FILE"))
  var settings: String?

  @Option(help: ArgumentHelp("Write the look settings as JSON.", valueName: "FILE"))
  var saveSettings: String?

  /// The settings that the file and the flags ask for, validated.
  func resolve() throws -> SplashSettings {
    var look = try settings.map(LookOptions.read) ?? SplashSettings()
    if !hues.isEmpty { look.hues = try hues.map { try hue($0, "--hue") } }
    if !drops.isEmpty { look.drops = try drops.map { try hue($0, "--drop") } }
    if let threshold { look.threshold = threshold }
    if let softness { look.softness = softness }
    if let saturation { look.saturation = try interval(saturation, "--saturation") }
    if let value { look.value = try interval(value, "--value") }
    if let gateSoftness { look.gateSoftness = gateSoftness }
    if let chromaFloor { look.chromaFloor = chromaFloor }
    if let whiteBalance { look.whiteBalance = try WhiteBalanceMode(whiteBalance) }
    if let balanceTime { look.balanceTime = balanceTime }
    if lockBalance { look.lockBalance = true }
    if balanceOutput { look.balanceOutput = true }
    if let stability { look.stability = stability }
    if let despeckle { look.despeckle = despeckle }
    if invert { look.invert = true }
    if let show {
      guard let known = SplashSettings.Show(rawValue: show) else {
        throw SplashError(
          .usage, "--show \(show)", cause: "no such view", remedy: "use result, mask or side-by-side")
      }
      look.show = known
    }
    try look.validate()
    return look
  }

  private func hue(_ text: String, _ flag: String) throws -> HueRange {
    do {
      return try HueRange(text)
    } catch {
      throw SplashError(.usage, "\(flag): \(error)")
    }
  }

  private func interval(_ text: String, _ flag: String) throws -> Interval {
    guard let interval = Interval(text) else {
      throw SplashError(
        .usage, "\(flag) \(text)", cause: "not a range", remedy: "write two numbers like 0.2..1")
    }
    return interval
  }

  private static func read(_ path: String) throws -> SplashSettings {
    let data: Data
    let limit = 1 << 20
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      data = try file.read(upToCount: limit + 1) ?? Data()
    } catch {
      throw SplashError(
        .badInput, "--settings \(path): cannot read", cause: error.localizedDescription)
    }
    guard data.count <= limit else {
      throw SplashError(
        .usage, "--settings \(path)", cause: "it is longer than a megabyte",
        remedy: "give a file that --save-settings wrote")
    }
    do {
      return try SplashSettings(json: data)
    } catch let error as SplashError {
      throw SplashError(.usage, "--settings \(path): \(error)")
    }
  }
}

extension Double {
  /// As few digits as say the number.
  fileprivate var short: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
