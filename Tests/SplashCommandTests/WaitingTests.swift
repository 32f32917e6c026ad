import Foundation
import SplashCore
import TestSupport
import Testing

/// Waiting for whoever is at the other end is in no stage, and makes no picture late.
struct WaitingTests {
  /// Runs a pipeline in bash; what `--stats-json` says of the one `splash` that has it.
  private func report(
    _ pipeline: (_ splash: String, _ json: String) -> String
  ) throws -> RunReport {
    let scratch = try Scratch()
    let json = scratch.path("stats.json")
    let run = try Command.run("bash", ["-c", pipeline("'\(Command.splash.path)'", "'\(json)'")])
    #expect(run.status == 0, "\(run.errors)")
    return try SummaryTests.report(json)
  }

  /// All pictures together.
  private func seconds(_ times: RunReport.Times) -> Double {
    times.mean_ms * Double(times.count) / 1000
  }

  /// Reads or writes a picture of 320 × 240 and rests for 30 ms.
  private let slowly =
    "while dd bs=115200 count=1 iflag=fullblock status=none | grep -qa . ; do sleep 0.03; done"
  private let dripping =
    "for i in $(seq 60); do dd bs=115206 count=1 iflag=fullblock status=none; sleep 0.03; done"

  /// A pipe holds ten pictures; the others have to wait, for a second and a half in all.
  private func expectNoWork(in stage: String, _ report: RunReport) throws {
    #expect(report.wall_s > 1)
    #expect(seconds(try #require(report.stages[stage])) < report.wall_s / 4)
  }

  @Test func aSlowReaderIsNoWork() throws {
    let report = try report { splash, json in
      "\(splash) test:320x240@30 --frames 60 --format rawvideo -o - --quiet --stats-json \(json) | \(slowly)"
    }
    try expectNoWork(in: "write", report)
    #expect(seconds(report.work) < report.wall_s / 2)
  }

  @Test func aSlowWriterIsNoWork() throws {
    let report = try report { splash, json in
      "\(splash) test:320x240@30 --frames 60 -o - --quiet | (\(dripping); cat) | \(splash) - -o null --quiet --stats-json \(json)"
    }
    try expectNoWork(in: "read", report)
    #expect(seconds(report.work) < report.wall_s / 2)
  }

  @Test func aSlowSocketIsNoWork() throws {
    let port = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 20_000
    let address = "tcp://127.0.0.1:\(port)"
    let report = try report { splash, json in
      """
      (\(splash) test:320x240@30 --frames 60 -o - --quiet | (\(dripping); cat) \
        | ffmpeg -v error -i - -f nut -c copy '\(address)?listen=1') & sleep 1
      \(splash) \(address) -o null --quiet --stats-json \(json); code=$?; wait; exit $code
      """
    }
    try expectNoWork(in: "read", report)
  }
}
