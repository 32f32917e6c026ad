import TestSupport

/// The JSON that scripts read, against the page that promises it.
struct ReportTests {
  private let scratch = Scratch()

  private func report(_ arguments: String...) throws -> [String: Any] {
    let path = scratch.path("report.json")
    try Command.splash(arguments + ["--quiet", "--stats-json", path, "-y"]).checked()
    let data = try Data(of: path)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func realtimeRunIsNoFasterThanTheClock() throws {
    let report = try report("test:64x48@50", "--frames", "26", "--realtime", "-o", "null")
    #expect(report["wall_s"] as? Double ?? 0 > 0.49)
  }

  @Test func everyStageIsTimedOncePerFrame() throws {
    // 4:1:1 has to be converted.
    let clip = try scratch.make(
      "clip.mkv", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1", "-pix_fmt", "yuv411p",
      "-c:v", "ffv1")
    let report = try report(clip, "-o", scratch.path("out.mkv"), "--codec", "ffv1")
    let stages = try #require(report["stages"] as? [String: [String: Double]])
    for stage in ["read", "decode", "convert", "balance", "splash", "encode", "write"] {
      let count = stages[stage]?["count"] ?? 0
      #expect((23...26).contains(count), "\(stage): \(count)")
    }
    let work = try #require(report["work"] as? [String: Double])
    let sum = stages.values.reduce(0) { $0 + $1["mean_ms"]! * $1["count"]! }
    #expect(work["count"] == 25)
    #expect(abs(work["mean_ms"]! * 25 - sum) < 0.02 * sum + 0.5)
    #expect((report["frames"] as? [String: Int])?["in"] == 25)
    let (seconds, speed) = (report["wall_s"] as? Double ?? 0, report["speed_fps"] as? Double ?? 0)
    #expect(abs(seconds * speed - 25) < 0.1)
  }
}
