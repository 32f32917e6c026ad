import ArgumentParser
import SplashJob

/// Flags on networks: how often and on how many threads they run.
struct SubjectFlags: ParsableArguments {
  @Option(
    help: .of(
      "Run AI models for people and subjects on every Nth frame of a file; those between show the last matte. Live it is the newest frame. Things are found in every 4th to 16th frame, half a second of a core each, and interpolated by motion between.",
      "N"))
  var subjectEvery = 1

  @Option(
    help: .of(
      "Threads that run AI models on frames of a file side by side; results are the same. (default: one a core, 4 at most)",
      "N"))
  var subjectThreads: Int?

  @OptionGroup var files: ModelFlags

  /// The command-line words for these flags.
  var words: [String] {
    (subjectEvery == 1 ? [] : ["--subject-every", "\(subjectEvery)"])
      + (subjectThreads.map { ["--subject-threads", "\($0)"] } ?? []) + files.words
  }

  func models() throws -> Models {
    guard subjectEvery >= 1 else {
      throw SplashError(
        .usage, "--subject-every \(subjectEvery)", cause: "out of range", remedy: "give 1 or more")
    }
    if let subjectThreads, !(1...64).contains(subjectThreads) {
      throw SplashError(
        .usage, "--subject-threads \(subjectThreads)", cause: "out of range",
        remedy: "give 1 to 64")
    }
    return try files.models()
  }

  /// The given number of threads, or the default.
  var threads: Int { subjectThreads ?? Job.Request.defaultSubjectThreads }
}
