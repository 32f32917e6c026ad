import ArgumentParser
import Foundation
import SplashBench
import SplashFFmpeg
import SplashFilter

/// Times the kernels on this machine.
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Time every kernel and instruction set against a copy of the same frame.",
    discussion: """
      Times are processor time of one thread, medians of interleaved rounds. Noise is the worst case; \
      in real frames much is dull and skipped.
      """)

  @Option(
    name: .customLong("clip"),
    help: .of("Also time the first frames of a video; repeatable.", "FILE"))
  var clips: [String] = []

  @Option(help: .of("How often each kernel runs.", "N")) var rounds = 15

  @Option(help: .of("Only this instruction set. (default: all there are)", "SET")) var cpu: String?

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  func validate() throws {
    guard rounds > 0 else {
      throw ValidationError("--rounds \(rounds): out of range; give 1 or more")
    }
  }

  func run() throws {
    let sets = try cpu.map { [try instructionSet($0)] } ?? InstructionSet.available
    var bench = KernelBench(sets: sets, rounds: rounds)
    bench.runOnNoise()
    for clip in clips {
      try bench.run(on: FFmpegSource(clip), called: URL(fileURLWithPath: clip).lastPathComponent)
    }
    try printOutput(json ? bench.report.json : bench.report.table)
  }
}
