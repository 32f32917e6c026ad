import SplashCore
import TestSupport

/// The line that a run ends with, and the share that it reports.
struct SummaryTests {
  static func report(_ path: String) throws -> RunReport {
    try JSONDecoder().decode(RunReport.self, from: Data(of: path))
  }

  @Test func summaryOfAFileStatesFramesAndShare() throws {
    let scratch = Scratch()
    let (red, blue) = (scratch.path("red.nut"), scratch.path("blue.nut"))
    let run = try Command.splash("test:64x48@30", "--frames", "30", "-o", red, "-o", blue)
    #expect(run.status == 0)
    let line =
      #/splash: 30 frames in [\d.]+ s \(\d+(\.\d)? fps\), [\d.]+ % of the frame kept; written to (.*), (.*)\n/#
    let match = try #require(run.errors.wholeMatch(of: line), "\(run.errors)")
    #expect(match.2 == red && match.3 == blue)
  }

  @Test(arguments: [
    ["--realtime", "--duration", "0.3"], ["--frames", "5", "--budget", "50"],
    ["--frames", "5", "--enforce-budget", "--budget", "1"],
  ])
  func budgetIsJudgedForLiveRunsAndOnRequest(arguments: [String]) throws {
    let run = try Command.splash(["test:64x48@30", "-o", "null", "--stats"] + arguments)
    #expect(run.errors.contains("work p99") && run.errors.contains(" late"), "\(run.errors)")
    #expect(run.errors.contains("the budget of"), "\(run.errors)")
    let plain = try Command.splash("test:64x48@30", "-o", "null", "--stats", "--frames", "5")
    #expect(!plain.errors.contains("late") && !plain.errors.contains("budget"), "\(plain.errors)")
  }

  @Test func summaryOfALiveRunIsInPlainWords() throws {
    let live = ["test:64x48@30", "--realtime", "--duration", "0.3", "-o", "null"]
    let plain = try Command.splash(live)
    let line =
      #/splash: \d+ frames? in [\d.]+ s \([\d.]+ fps\), \d+ late, \d+ dropped, [\d.]+ ms behind, [\d.]+ % of the frame kept\n/#
    #expect(plain.errors.wholeMatch(of: line) != nil, "\(plain.errors)")
    for flag in ["--verbose", "--stats"] {
      let run = try Command.splash(live + [flag])
      #expect(run.errors.contains(/work p99 [\d.]+ of 16.7 ms, \d+ late/), "\(run.errors)")
      #expect(run.errors.contains(/latency p50 [\d.]+ ms/), "\(run.errors)")
    }
  }

  @Test func oneOfAKindIsNoPlural() throws {
    let scratch = Scratch()
    let (file, other) = (scratch.path("one.nut"), scratch.path("two.nut"))
    let run = try Command.splash("test:64x48@30", "--frames", "1", "-o", file)
    #expect(run.errors.contains("splash: 1 frame in "), "\(run.errors)")
    let two = try Command.splash("test:64x48@30", "--frames", "2", "-o", other)
    #expect(two.errors.contains("splash: 2 frames in "), "\(two.errors)")
    let batch = try Command.splash(file, "-o", scratch.path("out") + "/", "--frames", "1")
    #expect(batch.errors.contains("splash: 1 of 1 file done"), "\(batch.errors)")
  }

  @Test func lateRunNamesItsSlowestStageAndARemedy() throws {
    let scratch = Scratch()
    let json = scratch.path("stats.json")
    // A budget of a tenth of a millisecond per frame.
    let run = try Command.splash(
      "test:640x480@30", "--frames", "20", "-o", scratch.path("late.mp4"), "--preset", "slower",
      "--budget", "10000", "--stats", "--stats-json", json
    ).checked()
    let report = try Self.report(json)
    let stage = try #require(
      report.stages.max {
        $0.value.mean_ms * Double($0.value.count) < $1.value.mean_ms * Double($1.value.count)
      })
    let said = try #require(
      run.errors.firstMatch(of: /took longer than .* ms; late: (\w+) [\d.]+ ms; ./))
    #expect(String(said.1) == stage.key, "\(run.errors)")
    let early = try Command.splash(
      "test:64x48@30", "--frames", "3", "-o", "null", "--budget", "0.1", "--stats")
    #expect(!early.errors.contains("late: "), "\(early.errors)")
  }

  @Test func summaryCountsFramesOfEveryOutput() throws {
    let scratch = Scratch()
    let (file, json) = (scratch.path("all.nut"), scratch.path("stats.json"))
    // The reader closes the pipe after a few frames.
    let run = try Command.run(
      "bash",
      [
        "-c",
        "'\(Command.splash.path)' test:320x240@30 --frames 200 -o - -o '\(file)' --stats-json '\(json)' | head -c 500000 > /dev/null",
      ]
    ).checked()
    let report = try Self.report(json)
    #expect(report.written.map(\.output) == ["-", file])
    #expect(report.written[0].pictures < 200 && report.written[1].pictures == 200)
    #expect(try #require(report.written[1].seconds).isNearly(200.0 / 30))
    #expect(
      run.errors.contains("standard output has \(report.written[0].pictures) frames"),
      "\(run.errors)")
    #expect(run.errors.contains("\(file) has 200 frames (6.7 s)"), "\(run.errors)")
  }

  @Test func stoppedRunReportsTheFramesInTheFile() throws {
    let scratch = Scratch()
    let file = scratch.path("part.nut")
    let script = """
      '\(Command.splash.path)' test:64x48@30 -o '\(file)' & run=$!
      until [ "$(stat -c %s '\(file)' 2>/dev/null || echo 0)" -gt 20000 ]; do
        sleep 0.05; kill -0 $run || break
      done
      kill -INT $run; wait $run
      """
    let run = try Command.run("bash", ["-c", script]).checked()
    let match = try #require(
      run.errors.firstMatch(of: #/; stopped early, (.*) has (\d+) frames \([\d.]+ s\)/#),
      "\(run.errors)")
    #expect(match.1 == file)
    #expect(try Media(file).times().count == Int(match.2))
  }

  /// Two patches, of 5 % and of 8 % of the frame: the hint names a color that is there and not
  /// selected.
  @Test(arguments: [
    (look: ["--hue", "120:10"], hint: 205.0), (["--hue", "320:8"], 7.5), (["--hue", "60:8"], 7.5),
    (["--hue", "300:8", "--show", "mask"], 7.5), (["--hue", "green", "--smoothing", "0"], 205),
    (["--hue", "205"], nil), (["--hue", "blue"], nil),
    (["--hue", "120:10", "--saturation", "0.9..1"], nil),
  ])
  func nearlyEmptySelectionSuggestsAnotherHue(look: [String], hint: Double?) throws {
    let scratch = Scratch()
    let (clip, json) = (scratch.path("patches.nut"), scratch.path("stats.json"))
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=0x808080:s=320x240:r=25:d=0.8", "-vf",
      "drawbox=20:20:80:48:0x3a86bc:fill,drawbox=150:100:80:77:0xc05040:fill,format=yuv444p",
      "-c:v", "ffv1", clip)
    let run = try Command.splash(
      [clip, "-o", "null", "--white-balance", "off", "--stats-json", json] + look)
    #expect(run.status == 0)
    let said = try Self.report(json).hint
    #expect(run.errors.contains("splash: \(said ?? "kept")\n") == (said != nil), "\(run.errors)")
    let isKept = try Self.report(json).kept >= 0.01
    #expect((said == nil) == isKept, "\(said ?? "")")
    let words = said?.firstMatch(
      of: #/^kept ([\d.e-]+) %; the frame has much of --hue (\d+):12$/#)
    #expect((words == nil) == (hint == nil), "\(said ?? "")")
    if let hint, let words, let hue = Double(words.2) {
      #expect(abs(hue - hint) <= 4, "\(hue)")
      // The named hue selects something.
      try Command.splash(
        clip, "-o", "null", "--white-balance", "off", "--stats-json", json, "-y", "--hue",
        "\(words.2):12"
      ).checked()
      #expect(try Self.report(json).kept > 0.04)
    }
  }

  /// Below one per cent there is a line, be it of a color or of an area.
  @Test(arguments: [["--hue", "red"], ["--keep", "box=0,0,0.05,0.1"]])
  func lessThanOnePercentSelectedIsReported(look: [String]) throws {
    let scratch = Scratch()
    let clip = try scratch.make(
      "small.mkv", "-f", "lavfi", "-i",
      "color=0x808080:s=320x240:r=10:d=0.4,drawbox=20:20:20:16:0xc03030:fill", "-pix_fmt",
      "yuv420p", "-c:v", "ffv1")
    let run = try Command.splash([clip, "-o", "null", "--white-balance", "off"] + look).checked()
    let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("splash: kept 0.") }
    #expect(lines.count == 1, "\(run.errors)")
  }

  /// By an oracle of its own: the mean of the mask's grey and its changes, frame by frame.
  @Test(arguments: [
    ["--smoothing", "0", "--despeckle", "0", "--close-holes", "0", "--remove-specks", "0"], [],
    [
      "--smoothing", "0", "--despeckle", "0", "--close-holes", "0", "--remove-specks", "0",
      "--invert",
    ],
    ["--grow", "3", "--shrink", "2", "--feather", "4"],
  ])
  func reportedShareIsTheMeanOfTheMask(look: [String]) throws {
    let scratch = Scratch()
    let json = scratch.path("stats.json")
    let (width, height, count) = (160, 320, 256)
    let source =
      ["test:\(width)x\(height)@30", "--frames", "\(count)", "--range", "limited"] + look
    try Command.splash(source + ["-o", "null", "--stats-json", json, "--quiet"]).checked()
    let report = try Self.report(json)
    let mask = try Command.splash(
      source + ["--show", "mask", "-o", "-", "--format", "rawvideo", "--quiet"]
    ).output
    let size = width * height * 3 / 2
    var (sum, changed, compared) = (0.0, 0, 0)
    for picture in 0..<count {
      for y in stride(from: 0, to: height, by: 2) {
        for x in stride(from: 0, to: width, by: 2) {
          let place = picture * size + y * width + x
          let code = Int(mask[place])
          sum += Double(code - 16) / 219
          if picture > 0 {
            compared += 1
            if abs(code - Int(mask[place - size])) > 54 { changed += 1 }
          }
        }
      }
    }
    let kept = sum / Double(count * width * height / 4)
    #expect(abs(report.kept - kept) < 0.01, "reported \(report.kept), is \(kept)")
    let flicker = Double(changed) / Double(compared)
    #expect(
      abs(report.flicker - flicker) < 0.1 * flicker + 0.001,
      "reported \(report.flicker), is \(flicker)")
  }
}

extension Double {
  fileprivate func isNearly(_ other: Double) -> Bool { abs(self - other) < 1e-3 }
}
