import TestSupport

/// What a terminal shows while a run goes on.
@Suite(
  .enabled(if: Command.isInstalled("script"), "needs script(1), which gives a program a terminal"))
struct ProgressTests {
  /// The states of the line that is rewritten, on a terminal of `columns` columns.
  private func lines(columns: Int, _ arguments: String) throws -> [String] {
    let command = "stty cols \(columns); '\(Command.splash.path)' \(arguments)"
    let run = try Command.run("script", ["-qec", command, "/dev/null"])
    #expect(run.status == 0, "\(run.text)")
    return run.text.components(separatedBy: "\r\u{1b}[K").dropFirst().map { String($0) }
  }

  /// In plain words, or with percentiles on request.
  @Test(arguments: [
    ("", [" fps", " late", " dropped", " ms behind"]),
    ("--stats", [" fps", "work p99 ", " of 16.7 ms", " dropped", "latency ", "gains "]),
  ])
  func progressLineOfALiveRunShowsHowFarItIsBehind(flag: String, parts: [String]) throws {
    let lines = try lines(columns: 120, "test:320x180@30 --realtime --duration 2 -o null \(flag)")
    // Before the first frame there is no latency.
    let line = try #require(lines.dropLast().last)
    for part in parts { #expect(line.contains(part), "\(line)") }
    #expect(line.contains("p99") == (flag == "--stats"), "\(line)")
    // The line is gone when the summary comes.
    #expect(try #require(lines.last).hasPrefix("splash: "))
  }

  @Test func progressLineFitsANarrowTerminal() throws {
    let lines = try lines(columns: 40, "test:320x180@30 --realtime --duration 1 -o null --stats")
    #expect(lines.count >= 3)
    for line in lines.dropLast() { #expect(line.count == 39, "\(line)") }
  }

  @Test(arguments: [16, 24, 39, 40, 60, 120])
  func progressLineKeepsTheTimeLeft(columns: Int) throws {
    let lines = try lines(columns: columns, "test:1280x720@30 --frames 1000 -o null")
    let states = lines.dropLast().filter { !$0.hasPrefix("splash: about ") }
    #expect(!states.isEmpty)
    for line in states {
      #expect(line.contains(/\d:\d\d left$/) && line.count < columns, "\(line)")
      if columns >= 40 { #expect(line.contains("█") || line.contains("·"), "\(line)") }
      if columns >= 120 {
        #expect(line.contains("/1000 frames") && line.contains(" fps"), "\(line)")
      }
    }
  }

  /// Once, above the line that moves.
  @Test func longRunForecastsItsDurationOnce() throws {
    let command =
      "timeout -s INT 9 '\(Command.splash.path)' test:320x180@30 --frames 100000000 -o null"
    let run = try Command.run("script", ["-qec", command, "/dev/null"])
    let said = run.text.matches(of: /splash: about [^\r\n]*/)
    #expect(said.count == 1, "\(run.text)")
    let form = /splash: about \d+ (h|days)( \d+ (min|h))?/
    #expect(said.first?.0.wholeMatch(of: form) != nil, "\(run.text)")
  }

  @Test func flagsTurnTheProgressLineOff() throws {
    let quiet = "test:320x180@30 --realtime --duration 0.5 -o null"
    #expect(try lines(columns: 80, quiet + " --no-progress").isEmpty)
    #expect(try lines(columns: 80, quiet + " --quiet").isEmpty)
  }
}
