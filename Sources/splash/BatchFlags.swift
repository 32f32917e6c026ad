import ArgumentParser
import Foundation
import Glibc
import SplashJob

/// Flags that several inputs need besides those of one.
struct BatchFlags: ParsableArguments {
  @Argument(help: .of("More files; the output is then a folder.", "inputs"))
  var more: [String] = []

  @Flag(help: "Include videos and photos of subfolders.")
  var recursive = false

  @Flag(
    help:
      "Watch folders and their subfolders, and process each file when it is complete."
  )
  var watch = false

  @Option(help: .of("Process this many files at a time. (default: 1)", "N")) var jobs: Int?

  @Flag(help: "Skip files that an earlier run completed with these settings.")
  var resume = false

  @Option(help: .of("Skip a file that makes no progress for this long. (default: 10 min)", "TIME"))
  var fileTimeout: String?

  @Option(
    help: .of("Write the result of each file as lines of JSON, - for standard output.", "FILE"))
  var report: String?

  /// The output pattern for several inputs; nil for one input and its outputs.
  ///
  /// - Parameter outputs: as the user gave them.
  func pattern(input: String, outputs: [String]) throws -> OutputPattern? {
    let hasFolder = ([input] + more).contains { $0.fileKind == S_IFDIR }
    let patterns = outputs.compactMap { output in
      OutputPattern(output)
        ?? (hasFolder && isNewFolder(output) ? OutputPattern(output + "/") : nil)
    }
    if patterns.isEmpty, more.isEmpty, !hasFolder, !recursive, !watch, jobs == nil, !resume,
      report == nil,
      fileTimeout == nil
    {
      return nil
    }
    if hasFolder, patterns.isEmpty {
      throw SplashError(
        .usage, "\(([input] + more).first { $0.fileKind == S_IFDIR }!): it is a folder",
        cause: "its results are no single file", remedy: "name a folder for them: -o results/")
    }
    if let stray = more.first, patterns.isEmpty { throw misplaced(stray, behind: input, outputs) }
    guard let pattern = patterns.first else {
      throw SplashError(
        .usage, "one file is no folder of results",
        cause:
          "--recursive, --watch, --jobs, --resume, --file-timeout and --report are for several inputs",
        remedy: "name a folder for them: -o results/")
    }
    guard outputs.count == 1 else {
      throw SplashError(
        .usage, "-o \(outputs[1])", cause: "results that go to a folder go nowhere else",
        remedy: "give one -o")
    }
    if let jobs, !(1...256).contains(jobs) {
      throw SplashError(.usage, "--jobs \(jobs)", cause: "out of range", remedy: "give 1 to 256")
    }
    return pattern
  }

  /// Whether the path does not exist and has no file extension.
  private func isNewFolder(_ output: String) -> Bool {
    let last = output.split(separator: "/").last ?? ""
    return output.fileKind == nil && !last.isEmpty && !last.contains(".") && output != "-"
      && output != "null" && !isVideoDevice(output) && !output.hasPrefix("pipewire")
  }

  /// Seconds without progress after which a file is given up; nil for the default.
  func patience() throws -> Double? {
    guard let text = fileTimeout else { return nil }
    let patience = try seconds(text, "--file-timeout")
    guard patience > 0 else {
      throw SplashError(
        .usage, "--file-timeout \(text)", cause: "no file would be done", remedy: "give 1 s or more"
      )
    }
    return patience
  }

  /// The error for a superfluous argument, with the flag that was probably meant.
  private func misplaced(
    _ argument: String, behind input: String, _ outputs: [String]
  ) -> SplashError {
    let what = "unexpected argument \(argument)"
    if input.fileKind == nil, input.wholeMatch(of: /[A-Za-z-]+/) != nil, input != "-" {
      let near = nearest(to: input, among: RunCommand.otherCommands)
      return SplashError(
        .usage, "\(input): neither a file nor a subcommand of splash",
        remedy: near.map { "did you mean splash \($0)?" } ?? "see splash --help")
    }
    if argument.fileKind == nil, (try? HueRange(argument)) != nil {
      return SplashError(.usage, what, remedy: "another color needs a flag: --hue \(argument)")
    }
    return SplashError(
      .usage, what,
      remedy: outputs.isEmpty
        ? "the input stands before it, and a result is named with -o: -o \(argument)"
        : "several inputs go to a folder, not to one input's file: -o results/")
  }
}
