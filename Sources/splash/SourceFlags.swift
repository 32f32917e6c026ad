import ArgumentParser
import SplashCore
import SplashFFmpeg

/// What to read, and how much of it.
struct SourceFlags: ParsableArguments {
  @OptionGroup var source: InputFlags

  var input: String { source.input }

  @Option(help: ArgumentHelp("Leave out this much from the beginning.", valueName: "TIME"))
  var start: String?

  @Option(help: ArgumentHelp("Read this much.", valueName: "TIME"))
  var duration: String?

  @Option(help: ArgumentHelp("Read this many pictures.", valueName: "N"))
  var frames: Int?

  @Flag(help: "Pace a file like a camera.")
  var realtime = false

  func options() throws -> InputOptions {
    if let frames, frames < 1 {
      throw SplashError(.usage, "--frames \(frames)", cause: "out of range", remedy: "give 1 or more")
    }
    var options = try source.options()
    options.start = try start.map { try seconds($0, "--start") }
    options.duration = try duration.map { try seconds($0, "--duration") }
    return options
  }
}

/// Reads "90", "1:30" or "0:01:30.5" as seconds.
func seconds(_ text: String, _ flag: String) throws -> Double {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
  let sum = parts.reduce(0) { $0 * 60 + $1 }
  guard (1...3).contains(parts.count), parts.allSatisfy({ $0 >= 0 }), sum < 1e9 else {
    throw SplashError(
      .usage, "\(flag) \(text)", cause: "not a time", remedy: "write seconds, M:SS or H:MM:SS")
  }
  return sum
}
