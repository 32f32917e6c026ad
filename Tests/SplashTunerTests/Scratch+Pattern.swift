import Foundation
import TestSupport
import Testing

extension Scratch {
  /// A clip of two seconds of a pattern, 160 × 120.
  func pattern(rate: Int) throws -> String {
    try make(
      "clip.mp4", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=\(rate):duration=2",
      "-pix_fmt", "yuv420p", "-preset", "ultrafast")
  }

  /// Runs a command line in the folder, where `splash` is the one under test.
  func shell(_ line: String) throws -> Command {
    let program = Command.splash.deletingLastPathComponent().path
    let run = try Command.run(
      "sh", ["-c", "cd '\(folder.path)' && PATH='\(program)':$PATH && \(line)"])
    try #require(run.status == 0, "\(line): \(run.errors)")
    return run
  }
}
