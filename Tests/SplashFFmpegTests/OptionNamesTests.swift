import SplashFFmpeg
import TestSupport

/// Names of options in errors: `scripts/check/errors` checks all of them.
struct OptionNamesTests {
  @Test func libraryErrorNamesTheOptionKey() throws {
    var options = InputOptions()
    options.format = "none such"
    let path = try Clips.path("card.png")
    let error = #expect(throws: SplashError.self) { try FFmpegSource(path, options: options) }
    let rest = "none such: FFmpeg has no such format; see `ffmpeg -demuxers` for those it has"
    #expect(error?.description == "inputFormat \(rest)")
    let command = try Command.splash(path, "-o", "null", "--input-format", "none such")
    #expect(command.errors == "splash: --input-format \(rest)\n", "\(command.errors)")
  }

  @Test func optionKeysBecomeFlags() {
    let text = "\(option: "maxPixels") 5: less than \(option: "part")"
    #expect(OptionNames.keys.spelled(text) == "maxPixels 5: less than part")
    #expect(OptionNames.flags.spelled(text) == "--max-pixels 5: less than --part")
    #expect(OptionNames.flags.spelled("--plain text") == "--plain text")
  }

  /// Times that are negative, not finite or too large must not trap.
  @Test(arguments: [-1, 0, 1e300, -.infinity, .infinity, .nan])
  func invalidTimesDoNotTrapASource(seconds: Double) throws {
    var options = InputOptions()
    options.timeout = seconds
    _ = try? FFmpegSource(Clips.path("card.png"), options: options)
    (options.start, options.duration) = (seconds, seconds)
    _ = try? FFmpegSource(Clips.path("cups.mp4"), options: options).nextPicture(StageClock())
  }
}
