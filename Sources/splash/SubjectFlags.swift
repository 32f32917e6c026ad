import ArgumentParser
import SplashJob

/// Flags on networks: how often and on how many threads they run.
struct SubjectFlags: ParsableArguments {
  @Option(
    name: .customLong("subject-every"),
    help: .of(
      "Run AI models for people and subjects on every Nth frame of a file; motion carries the matte to others. auto: subject in key frames, 16 apart at most, the others in each frame. Live it is the newest frame. Things are found in every 4th to 16th frame, half a second of a core each, and interpolated by motion between. (default: 1)",
      "auto|N"), completion: .list(["auto", "1", "2", "3", "5"]))
  var everyText: String?

  @Option(
    help: .of(
      "Threads that run AI models on frames of a file side by side, or on one frame for thing@X,Y; results are the same. (default: one a core, 4 at most)",
      "N"))
  var subjectThreads: Int?

  @OptionGroup var files: ModelFlags

  /// The command-line words for these flags.
  var words: [String] {
    (everyText.map { ["--subject-every", $0] } ?? [])
      + (subjectThreads.map { ["--subject-threads", "\($0)"] } ?? []) + files.words
  }

  func models() throws -> Models {
    _ = try every()
    if let subjectThreads, !(1...64).contains(subjectThreads) {
      throw SplashError(
        .usage, "--subject-threads \(subjectThreads)", cause: "out of range",
        remedy: "give 1 to 64")
    }
    return try files.models(threads: threads)
  }

  /// AI models look at one frame of this many; nil for key frames.
  func every() throws -> Int? {
    guard let text = everyText else { return 1 }
    if text == "auto" { return nil }
    guard let every = Int(text), every >= 1 else {
      throw SplashError(
        .usage, "--subject-every \(text)",
        cause: Int(text) == nil ? "not a number of frames" : "out of range",
        remedy: "give auto, or 1 or more")
    }
    return every
  }

  /// The most frames from one at which AI models look to the next.
  var mostApart: Int { (try? every()) ?? 16 }

  /// The given number of threads, or the default.
  var threads: Int { subjectThreads ?? Job.Request.defaultSubjectThreads }
}
