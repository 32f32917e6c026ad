import ArgumentParser
import SplashCore
import SplashJob

/// Flags on networks: how often and on how many threads they run.
struct SubjectFlags: ParsableArguments {
  @Option(
    help: .of(
      "Look for people and subjects in one picture of a file of so many; those between show the last. Live it is the newest there is. Things are looked for in one of 4 to 16, half a second of a core each, and led by motion from both between.",
      "N"))
  var subjectEvery = 1

  @Option(
    help: .of(
      "Pictures of a file that networks look at side by side, each on a thread of its own; results are the same. (default: one a core, 4 at most)",
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
