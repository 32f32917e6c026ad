import Glibc
import TestSupport

/// A run that is steered by the real command over a real socket.
struct SteeringTests {
  /// The frames of the same input under a look.
  private func pictures(_ count: Int, _ look: String...) throws -> [[UInt8]] {
    let run = try Command.splash(
      ["test:64x48@30", "-o", "-", "--format", "rawvideo", "--quiet", "--frames", "\(count)"] + look
    ).checked()
    let bytes = Array(run.output)
    return (0..<count).map { Array(bytes[$0 * SteeredRun.size..<($0 + 1) * SteeredRun.size]) }
  }

  @Test func orderedHueShowsInTheNextFrames() throws {
    let run = try SteeredRun("--hue", "red")
    let before = SteeredRun.colors(try #require(run.next()))
    #expect(before.red > 0 && before.blue == 0)
    let answer = try run.send("hue=blue", "stability=0", "--json")
    #expect(answer.status == 0 && answer.text == "{\"ok\":true}\n", "\(answer.errors)")
    let after = run.first { SteeredRun.colors($0).blue > 0 }
    #expect(SteeredRun.colors(try #require(after)).red == 0)
    // Without a transition the frames are those of a run with the look from its beginning.
    #expect(
      try after == pictures(run.count, "--hue", "blue", "--smoothing", "0").last)
    #expect(run.stop() == 0)
    #expect(access(run.socket, F_OK) != 0)
  }

  @Test func effectIsSwitchedOffAndOn() throws {
    let run = try SteeredRun("--smoothing", "0")
    try run.send("off")
    let plain = try pictures(400, "--rest", "none", "--hue", "0:180")
    let bare = run.first { run.count <= 400 && $0 == plain[run.count - 1] }
    #expect(bare != nil)
    let stats = try run.send("stats")
    #expect(stats.text.hasPrefix("effect off; "), "\(stats.text) \(stats.errors)")
    kill(run.process.processIdentifier, SIGUSR1)
    let isBack = try (0..<200).contains { _ in
      usleep(50_000)
      return try run.send("stats").text.hasPrefix("effect on; ")
    }
    #expect(isBack)
    let splashed = try pictures(800, "--smoothing", "0")
    #expect(run.first { run.count <= 800 && $0 == splashed[run.count - 1] } != nil)
    #expect(run.stop() == 0)
  }

  /// SIGUSR1 from a run's first moment on, and to commands that have nothing to toggle.
  @Test func toggleSignalNeverEndsACommand() throws {
    let scratch = Scratch()
    try scratch.makeFolder("in")
    for name in ["in/a.mkv", "in/b.mkv"] {
      try Command.splash("test:320x240", "--frames", "60", "-o", scratch.path(name), "--quiet")
    }
    for arguments in [
      ["preview", scratch.path("in/a.mkv"), "-o", scratch.path("sheet.png")],
      [scratch.path("in"), "--recursive", "-o", scratch.path("out") + "/"],
      ["test:64x48@30", "--frames", "30", "--realtime", "-o", scratch.path("run.mkv"), "--quiet"],
    ] {
      let process = Process()
      process.executableURL = Command.splash
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      // While its libraries are loaded, no program can block a signal. This one is ignored then.
      let status = "/proc/\(process.processIdentifier)/status"
      let isReady = waits {
        guard let text = try? String(contentsOfFile: status, encoding: .utf8) else { return true }
        let ignored = text.firstMatch(of: /SigIgn:\s+([0-9a-f]+)/).flatMap {
          UInt64($0.1, radix: 16)
        }
        return (ignored ?? 0) >> UInt64(SIGXFSZ - 1) & 1 == 1
      }
      #expect(isReady)
      while process.isRunning {
        kill(process.processIdentifier, SIGUSR1)
        usleep(5_000)
      }
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(arguments)")
    }
  }

  @Test func freezeHoldsAFrameUntilUnfreeze() throws {
    let run = try SteeredRun()
    try run.send("freeze")
    var last = run.next()
    let still = run.first { picture in
      defer { last = picture }
      return picture == last
    }
    #expect(still != nil)
    for _ in 0..<20 { #expect(run.next() == still) }
    try run.send("unfreeze")
    #expect(run.first { $0 != still } != nil)
  }

  @Test func transitionLastsAsLongAsGiven() throws {
    let run = try SteeredRun("--transition", "2", "--smoothing", "0")
    try run.send("off")
    let plain = try pictures(500, "--rest", "none", "--hue", "0:180")
    /// How far the frame is from the input's.
    func distance(_ picture: [UInt8]) -> Int {
      zip(picture, plain[run.count - 1]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }
    var distances: [Int] = []
    while run.count < 500, let picture = run.next(), distances.last != 0 {
      distances.append(distance(picture))
    }
    #expect(distances.last == 0)
    // 2 s are 60 frames; the first of them is unchanged.
    let fading = distances.suffix(60)
    #expect(fading.count == 60 && !fading.dropLast().contains(0), "\(distances)")
    let most = try #require(distances.first)
    #expect(abs(Double(fading[fading.startIndex + 30]) / Double(most) - 0.5) < 0.15, "\(distances)")
  }

  @Test func newLookCanInterruptATransition() throws {
    let run = try SteeredRun("--hue", "0:180", "--smoothing", "0")
    // These two cannot be interpolated, so the frames are crossfaded.
    try run.send("hue=red", "rest=noir", "transition=600")
    #expect(run.next() != nil)
    try run.send("hue=blue", "rest=sepia", "transition=1")
    let end = try pictures(900, "--hue", "blue", "--rest", "sepia", "--smoothing", "0")
    #expect(run.first { run.count <= 900 && $0 == end[run.count - 1] } != nil)
  }

  @Test func orderTakesAPresetByName() throws {
    let run = try SteeredRun()
    #expect(try run.send("preset=noir-red").status == 0)
    let settings = try run.send("settings")
    #expect(settings.text.contains("\"noir\""), "\(settings.text)")
    let refused = try run.send("preset=noir-rod")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("did you mean noir-red?"), "\(refused.errors)")
  }

  @Test func snapshotIsTheNextFrameAndOverwritesNothing() throws {
    // Only this thread reads.
    nonisolated(unsafe) let run = try SteeredRun("--realtime")
    let reader = Thread { while run.next() != nil {} }
    reader.start()
    defer { kill(run.process.processIdentifier, SIGINT) }
    let file = run.scratch.path("still.png")
    let first = try run.send("snapshot=\(file)")
    #expect(first.status == 0, "\(first.errors)")
    #expect(try Media(file).probe("v", "stream=width,height") == ["64,48"])
    let second = try run.send("snapshot=\(file)")
    #expect(second.status == 1 && second.errors.contains("already exists"), "\(second.errors)")
    #expect(try run.send("-y", "snapshot=\(file)").status == 0)
    let film = try run.send("snapshot=\(run.scratch.path("film.mp4"))")
    #expect(film.errors.contains("not the name of one image"), "\(film.errors)")
    let pipe = run.scratch.path("pipe.png")
    #expect(mkfifo(pipe, 0o600) == 0)
    for order in [["snapshot=\(pipe)"], ["-y", "snapshot=\(pipe)"]] {
      let held = try Command.run(
        "timeout", ["20", Command.splash.path, "send", run.socket] + order)
      #expect(held.status == 1 && held.errors.contains("no file"), "\(held.errors)")
      #expect(held.errors.split(separator: "\n").count == 1, "\(held.errors)")
    }
    let json = try run.send("{\"snapshot\":\"still.png\"}")
    #expect(json.errors.contains("not the whole path"), "\(json.errors)")
    // The text before a NUL would be the name of the written file.
    let cut = try run.send("{\"snapshot\":\"\(run.scratch.path("cut.mp4"))\\u0000.png\"}")
    #expect(cut.errors.contains("not the whole path"), "\(cut.errors)")
    #expect(access(run.scratch.path("cut.mp4"), F_OK) != 0)
  }

  /// Also where the output rate repeats frames.
  @Test func snapshotIsOneFrameAtEveryRate() throws {
    // Only this thread reads.
    nonisolated(unsafe) let run = try SteeredRun("--realtime", "--fps", "60")
    let reader = Thread { while run.next() != nil {} }
    reader.start()
    defer { kill(run.process.processIdentifier, SIGINT) }
    let file = run.scratch.path("still.png")
    let answer = try run.send("snapshot=\(file)")
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(try Media(file).probe("v", "stream=width,height") == ["64,48"])
  }

  /// A small JPEG of the frame that outputs get.
  @Test(arguments: [("--rest", "grey", "640,480"), ("--crop", "1:1", "640,640")])
  func orderReturnsTheFrameAsJPEG(flag: String, value: String, size: String) throws {
    // Only this thread reads.
    nonisolated(unsafe) let run = try SteeredRun(
      "--realtime", flag, value, input: "test:1280x960@30")
    let reader = Thread { while run.next() != nil {} }
    reader.start()
    defer { kill(run.process.processIdentifier, SIGINT) }
    let answer = try run.send("picture", "--json")
    let object = try JSONSerialization.jsonObject(with: answer.output) as? [String: Any]
    let text = try #require(object?["picture"] as? String, "\(answer.errors)")
    let picture = try #require(Data(base64Encoded: text))
    let file = run.scratch.path("picture.jpg")
    try picture.write(to: URL(fileURLWithPath: file))
    #expect(try Media(file).probe("v", "stream=codec_name,width,height") == ["mjpeg,\(size)"])
    let plain = try run.send("picture")
    #expect(plain.status == 64 && plain.errors.contains("add --json"), "\(plain.errors)")
  }

  @Test func invalidOrdersAreRefusedAndChangeNothing() throws {
    let run = try SteeredRun()
    let before = try run.send("settings").text
    for (order, reason) in [
      ("show=mask", "it is fixed for the whole run"),
      ("rest=transparent", "without transparency"),
      ("rest=lut=none.cube", "none.cube: cannot read"),
      ("hue=bluee", "did you mean blue?"), ("colour=blue", "unknown"), ("saturation", "no value"),
      ("invert=maybe", "give on or off"), ("transition=1", "nothing is asked for"),
      ("{}", "nothing is asked for"),
      ("{\"do\":\"toggle\",\"hues\":[]}", "beside do"), ("{\"do\":\"dance\"}", "known are toggle"),
      ("{\"hues\":\"blue\"}", "a list"), ("{\"transition\":-1,\"hues\":[]}", "out of range"),
      ("{\"hues\":[\"blue\"]", "not JSON"),
    ] {
      let answer = try run.send(order)
      #expect(answer.status != 0 && answer.errors.contains(reason), "\(order): \(answer.errors)")
      #expect(answer.errors.split(separator: "\n").count == 1, "\(answer.errors)")
    }
    #expect(try run.send("settings").text == before)
  }
}
