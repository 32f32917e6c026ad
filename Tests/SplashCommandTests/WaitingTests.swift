import SplashCore
import TestSupport

/// Waiting for the other end of a pipe counts in no stage, and makes no frame late.
struct WaitingTests {
  /// Runs a pipeline in bash, and returns what `--stats-json` reports of the `splash` that has it.
  private func report(
    _ pipeline: (_ splash: String, _ json: String) -> String
  ) throws -> RunReport {
    let scratch = Scratch()
    let json = scratch.path("stats.json")
    try Command.run("bash", ["-c", pipeline("'\(Command.splash.path)'", "'\(json)'")]).checked()
    return try SummaryTests.report(json)
  }

  /// The total of all frames, in seconds.
  private func seconds(_ times: RunReport.Times) -> Double {
    times.mean_ms * Double(times.count) / 1000
  }

  /// Reads or writes a frame of 320 × 240 and pauses for 30 ms.
  private let slowly =
    "while dd bs=115200 count=1 iflag=fullblock status=none | grep -qa . ; do sleep 0.03; done"
  private let dripping =
    "for i in $(seq 60); do dd bs=115206 count=1 iflag=fullblock status=none; sleep 0.03; done"

  /// A pipe holds ten frames; the others wait, for a second and a half in all.
  private func expectNoWork(in stage: String, _ report: RunReport) throws {
    #expect(report.wall_s > 1)
    #expect(seconds(try #require(report.stages[stage])) < report.wall_s / 4)
  }

  @Test func waitingForASlowReaderIsNotMeasured() throws {
    let report = try report { splash, json in
      "\(splash) test:320x240@30 --frames 60 --format rawvideo -o - --quiet --stats-json \(json) | \(slowly)"
    }
    try expectNoWork(in: "write", report)
    #expect(seconds(report.work) < report.wall_s / 2)
  }

  @Test func waitingForASlowWriterIsNotMeasured() throws {
    let report = try report { splash, json in
      "\(splash) test:320x240@30 --frames 60 -o - --quiet | (\(dripping); cat) | \(splash) - -o null --quiet --stats-json \(json)"
    }
    try expectNoWork(in: "read", report)
    #expect(seconds(report.work) < report.wall_s / 2)
  }

  @Test func waitingForASlowSocketIsNotMeasured() throws {
    let port = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 20_000
    let address = "tcp://127.0.0.1:\(port)"
    // Its line in the system's table of sockets that listen.
    let listening = String(format: "0100007F:%04X 00000000:0000 0A", port)
    let report = try report { splash, json in
      """
      (\(splash) test:320x240@30 --frames 60 -o - --quiet | (\(dripping); cat) \
        | ffmpeg -v error -i - -f nut -c copy '\(address)?listen=1') &
      for i in {1..300}; do grep -q '\(listening)' /proc/net/tcp && break; sleep 0.1; done
      \(splash) \(address) -o null --quiet --stats-json \(json); code=$?; wait; exit $code
      """
    }
    try expectNoWork(in: "read", report)
  }
}
