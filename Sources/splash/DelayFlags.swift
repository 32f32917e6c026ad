import ArgumentParser
import SplashJob

/// Delay of live frames for networks.
struct DelayFlags: ParsableArguments {
  @Option(
    name: .customLong("delay"),
    help: .of(
      "Hold live frames until AI mattes are ready, this many milliseconds at most; auto: as long as it takes, 2 seconds at most. (default: 0)",
      "auto|MS"), completion: .list(["auto", "0", "500", "1000", "2000"]))
  var text: String?

  /// Maximum seconds; nil where the flag is not given.
  func delay() throws -> Double? {
    guard let text else { return nil }
    let limits = Job.Request.delays
    if text == "auto" { return limits.upperBound }
    guard let milliseconds = Double(text), limits.contains(milliseconds / 1000) else {
      throw SplashError(
        .usage, "--delay \(text)", cause: Double(text) == nil ? "not a delay" : "out of range",
        remedy: "give auto, or 0 to \(Int(limits.upperBound * 1000)) in milliseconds")
    }
    return milliseconds / 1000
  }
}
