import Foundation
import SplashCore
import TestSupport
import Testing

/// What `--show mask` shows of a 4:2:0 clip, and the run's report.
struct ShownMasks {
  /// Samples at chroma resolution, 0…219.
  let masks: [[UInt8]]
  let report: RunReport

  /// - Parameter isTurned: players turn the clip by a quarter, and so do the masks.
  init(
    of clip: String, _ arguments: [String], in scratch: Scratch, isTurned: Bool = false
  ) throws {
    let path = scratch.path("report.json")
    let run = try Command.run(
      Command.splash.path,
      [
        clip, "-o", "-", "--format", "rawvideo", "--show", "mask", "--quiet", "-y",
        "--stats-json", path,
      ] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    let report = try JSONDecoder().decode(
      RunReport.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    let (width, height) =
      isTurned ? (report.height, report.width) : (report.width, report.height)
    let bytes = [UInt8](run.output)
    let size = width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
    masks = stride(from: 0, to: bytes.count - size + 1, by: size).map { start in
      stride(from: 0, to: height, by: 2).flatMap { y in
        stride(from: 0, to: width, by: 2).map { bytes[start + y * width + $0] - 16 }
      }
    }
    self.report = report
  }
}
