/// Presets of x264 and x265, checked here since both write to standard error for an unknown one.
private let presets = [
  "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
  "placebo",
]

/// Refuses a preset that x264 or x265 does not have.
///
/// - Throws: `SplashError` of kind usage that names the presets.
package func checkPreset(_ preset: String?, of encoder: String) throws(SplashError) {
  guard let preset, ["libx264", "libx265"].contains(encoder), !presets.contains(preset) else {
    return
  }
  throw SplashError(
    .usage, "\(option: "preset") \(preset): \(encoder) has no such preset",
    remedy: "use one of \(presets.joined(separator: ", "))")
}
