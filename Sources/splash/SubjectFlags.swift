import ArgumentParser
import SplashCore
import SplashJob

/// What networks look for, and how often.
struct SubjectFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Look for people and subjects in one picture of a file of so many; those between show the last. Live it is the newest there is.",
      valueName: "N"))
  var subjectEvery = 1

  @OptionGroup var files: ModelFlags

  /// The same as words of a command line.
  var words: [String] {
    (subjectEvery == 1 ? [] : ["--subject-every", "\(subjectEvery)"]) + files.words
  }

  func models() throws -> Models {
    guard subjectEvery >= 1 else {
      throw SplashError(
        .usage, "--subject-every \(subjectEvery)", cause: "out of range", remedy: "give 1 or more")
    }
    return try files.models()
  }
}
