import ArgumentParser
import Foundation
import Glibc
import SplashFFmpeg

/// Flags for progress and reports of a run.
struct ReportFlags: ParsableArguments {
  @Flag(help: "Print a table of the time of every stage.")
  var stats = false

  @Option(help: .of("Write the same as JSON.", "FILE")) var statsJson: String?

  @Option(
    help: .of(
      "Measure the work against this many frames per second. (default: 60 for live and paced runs)",
      "FPS")
  )
  var budget: Double?

  @Flag(help: "End with status 3 when more than 1 % of the frames took longer than the budget.")
  var enforceBudget = false

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  @Flag(help: "Also print what is chosen and left out, and timers of a live run.")
  var verbose = false

  @Flag(help: "Show no progress.")
  var noProgress = false

  /// The formats of progress.
  enum ProgressForm: String, CaseIterable, ExpressibleByArgument { case json }

  @Option(
    help: .of(
      "Write progress to standard error as lines of JSON, and a summary at the end: json.", "FORM"))
  var progress: ProgressForm?

  /// Refuses `--progress` together with `--no-progress`.
  func checkProgress() throws {
    guard progress == nil || !noProgress else {
      throw SplashError(
        .usage, "--progress and --no-progress", cause: "they exclude each other",
        remedy: "give one")
    }
  }

  /// Writes the summary line for programs, where it is wanted.
  func summarize(_ summary: some Encodable) {
    if progress == .json { writeError(oneLine(["summary": summary]) + "\n") }
  }

  /// The frame rate by which the run is judged; nil for the default of its kind.
  func judgment() throws -> Double? {
    try (budget ?? (enforceBudget ? 60 : nil)).map(checked)
  }
}

extension RunReport {
  /// The report in the format of `--stats-json`.
  var json: Data {
    get throws {
      return try JSONEncoder.pretty.encode(self)
    }
  }
}

/// Prints a subcommand's result and a line feed to standard output.
///
/// - Throws: `SplashError` where it cannot be written; a reader that has closed the pipe ends the
///   command quietly.
func printOutput(_ text: String) throws {
  guard let error = write(text + "\n", to: STDOUT_FILENO) else { return }
  throw SplashError(
    error == EPIPE ? .closedPipe : .failure, "standard output: cannot write",
    cause: systemMessage(error))
}

/// Prints a line to standard error; standard output carries only video. Control characters, for
/// instance in file names, are escaped.
func printError(_ line: String) { writeError(line.displayedOnALine + "\n") }

/// Prints each line to standard error.
func printErrors(_ lines: String) {
  for line in lines.split(separator: "\n") { printError(String(line)) }
}

/// Writes to standard error and ignores failures, which must not end a run.
func writeError(_ text: String) { _ = write(text, to: StandardError.descriptor) }

/// - Returns: the error number of the failure; nil where all was written.
private func write(_ text: String, to descriptor: Int32) -> Int32? {
  var rest = Data(text.utf8)
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 || errno == EINTR else { return errno }
    rest = rest.dropFirst(max(0, count))
  }
  return nil
}

/// Refuses an invalid `--budget`.
func checked(budget: Double) throws -> Double {
  guard budget > 0, budget <= 10_000 else {
    throw SplashError(
      .usage, "--budget \(budget.brief)", cause: "out of range",
      remedy: "give frames per second, such as 60")
  }
  return budget
}
