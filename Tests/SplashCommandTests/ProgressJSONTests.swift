import TestSupport

/// Progress for programs: an object on each line.
struct ProgressJSONTests {
  private struct State: Decodable {
    var elapsed, rate: Double
    var time, remaining: Double?
    var picture: Int
    var total: Int?
  }

  private struct Ending: Decodable {
    struct Summary: Decodable {
      struct Frames: Decodable { var out, dropped: Int }
      var frames: Frames
      var stopped: Bool
    }
    var summary: Summary
  }

  private struct BatchState: Decodable {
    var files, done, failed: Int
    var share, elapsed: Double
  }

  private struct BatchEnding: Decodable { var summary: [String: Int] }

  private func decoded<Kind: Decodable>(_ kind: Kind.Type, _ line: String) throws -> Kind {
    try JSONDecoder().decode(kind, from: Data(line.utf8))
  }

  @Test func liveRunReportsItsProgressAsJSON() throws {
    let run = try Command.splash(
      "test:320x180@30", "--realtime", "--frames", "50", "-o", "null", "--quiet", "--progress",
      "json")
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(lines.count >= 4, "\(run.errors)")
    let states = try lines.dropLast().map { try decoded(State.self, $0) }
    #expect(states.map(\.picture) == states.map(\.picture).sorted())
    // A crowded machine drops some.
    let frames = try decoded(Ending.self, #require(lines.last)).summary.frames
    #expect(frames.out + frames.dropped == 50)
    #expect(states.last?.picture == frames.out)
  }

  @Test func progressOfAFileReachesItsTotal() throws {
    let run = try Command.splash(
      "test:640x360@30", "--frames", "600", "-o", "null", "--progress", "json")
    let lines = run.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("{") }
    let last = try decoded(State.self, #require(lines.dropLast().last))
    #expect(last.picture == 600 && last.total == 600 && last.remaining == 0)
    #expect(abs(try #require(last.time) - 20) < 0.01)
    #expect(last.rate > 0 && last.elapsed > 0)
    #expect(try !decoded(Ending.self, #require(lines.last)).summary.stopped)
  }

  @Test func batchReportsItsFiles() throws {
    let scratch = Scratch()
    for name in ["a.mkv", "b.mkv"] {
      try Command.splash("test:64x48", "--frames", "3", "-o", scratch.path(name), "--quiet")
    }
    let run = try Command.splash(
      scratch.path("a.mkv"), scratch.path("b.mkv"), "-o", scratch.path("out") + "/", "--quiet",
      "--progress", "json"
    ).checked()
    let lines = run.errors.split(separator: "\n").map(String.init)
    let state = try decoded(BatchState.self, #require(lines.dropLast().last))
    #expect(state.files == 2 && state.done == 2 && state.failed == 0 && state.share == 1)
    let summary = try decoded(BatchEnding.self, #require(lines.last)).summary
    #expect(summary == ["files": 2, "done": 2, "before": 0, "failed": 0, "missing": 0])
  }

  @Test func contradictingProgressFlagsAreRefused() throws {
    let run = try Command.splash("test:", "-o", "null", "--progress", "json", "--no-progress")
    #expect(run.status == 64 && run.errors.contains("exclude each other"), "\(run.errors)")
    #expect(try Command.splash("test:", "-o", "null", "--progress", "xml").status == 64)
  }
}
