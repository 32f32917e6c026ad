import SplashTuner
import TestSupport

/// Choices on the page are not lost: the settings file follows, and the command is printed.
@Suite(.serialized)
struct SavingTests {
  private func settings(in file: String) -> SplashSettings? {
    FileManager.default.contents(atPath: file).flatMap { try? SplashSettings(json: $0) }
  }

  private func waitUntil(_ what: String, _ isSo: () -> Bool) throws {
    let limit = Date(timeIntervalSinceNow: 60)
    while !isSo() {
      try #require(Date() < limit, "never: \(what)")
      usleep(20_000)
    }
  }

  /// The file gets every change soon, is complete at any time, and keeps it when the
  /// tuner is killed.
  @Test func settingsFileFollowsEveryChange() throws {
    let scratch = Scratch()
    let file = scratch.path("look.json")
    let tuner = try RunningTuner("test:64x48@10", "--save-settings", file, "--hue-width", "21")
    #expect(settings(in: file)?.threshold == 21)
    let client = try RawWebSocket(tuner)
    for threshold in [30.0, 31.5, 48] {
      client.send("{\"do\": \"set\", \"settings\": {\"threshold\": \(threshold)}}")
      try waitUntil("threshold \(threshold) in the file") {
        let read = settings(in: file)
        #expect(read != nil, "the file is not whole")
        return read?.threshold == threshold
      }
    }
    tuner.kill()
    _ = try tuner.end()
    #expect(settings(in: file)?.threshold == 48)
  }

  /// The file holds the light of the frame in which a color was clicked, and the command names the
  /// frame; so does that of a photo, and nothing where the balance is off.
  @Test(arguments: [("clip.mkv", "auto"), ("photo.png", "auto"), ("clip.mkv", "off")])
  func clickKeepsTheLightOfItsFrame(name: String, balance: String) throws {
    let scratch = Scratch()
    let (clip, file, other) = (scratch.path(name), scratch.path("a.json"), scratch.path("b.json"))
    // As under a warm lamp, and less so from frame to frame.
    try Command.ffmpeg(
      "-i", Repository.path("film/street.mp4"), "-t", "1", "-an", "-vf",
      "scale=320:-2,format=gbrp,geq=r='clip(r(X,Y)*(1.4-N/60),0,255)':g='g(X,Y)':b='b(X,Y)*0.7'",
      "-frames:v", name == "photo.png" ? "1" : "12", clip)
    let tuner = try RunningTuner(clip, "--save-settings", file, "--white-balance", balance)
    let client = try RawWebSocket(tuner)
    _ = client.nextPicture()
    let spot = "\"x\": 0.36, \"y\": 0.3, \"width\": 0.02, \"height\": 0.02"
    if name == "clip.mkv" {
      client.send("{\"do\": \"pause\"}")
      client.send("{\"do\": \"seek\", \"time\": 0.5}")
      _ = client.nextPicture { abs($0.position - 0.5) < 0.05 }
    }
    client.send("{\"do\": \"sample\", \(spot), \"use\": \"replace\"}")
    _ = client.next("sampled")
    try waitUntil("the hue in the file") { settings(in: file)?.hues.isEmpty == false }
    #expect(tuner.stop() == 0)
    let command = try #require(try tuner.end().lines.last)
    let light = try #require(settings(in: file)).whiteBalance
    guard balance == "auto" else {
      #expect(light == .off && !command.contains("--like"))
      return
    }
    #expect(light.text.hasPrefix("like="))
    let place = name == "clip.mkv" ? "\(clip)@0.5" : clip
    #expect(command.contains("--like \(place) "), "\(command)")
    #expect(!command.contains("like="))
    try Command.splash(clip, "--like", place, "--save-settings", other, "-o", "null", "--quiet")
      .checked()
    #expect(settings(in: other)?.whiteBalance == light)
  }

  @Test func tunerPrintsTheCommandAtItsEnd() throws {
    let scratch = Scratch()
    let file = scratch.path("look.json")
    let tuner = try RunningTuner("test:64x48@10", "--save-settings", file)
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"set\", \"settings\": {\"threshold\": 37, \"invert\": true}}")
    var command: String?
    while command?.contains("--hue-width 37") != true, let status = client.next("status") {
      command = status["command"] as? String
    }
    #expect(tuner.stop() == 0)
    #expect(try tuner.end().lines.last == command)
    #expect(settings(in: file)?.threshold == 37)
  }

  /// Changes before the first frame are reported as well.
  @Test func changesBeforePlaybackAreReported() throws {
    let scratch = Scratch()
    let file = scratch.path("look.json")
    var request = Tuner.Request(input: "test:64x48@10")
    request.port = 0
    request.onLook = { try? Data($0.document.utf8).write(to: URL(fileURLWithPath: file)) }
    let tuner = try Tuner(request)
    let (host, port, path) = RunningTuner.endpoint(of: try tuner.listen()[0])
    let (folder, cookie) = try RawResponse(host, port, "GET", path).entrance
    let client = try RawWebSocket(
      host, port, path: "\(folder)live", headers: "Cookie: \(cookie)\r\n")
    client.send("{\"do\": \"set\", \"settings\": {\"threshold\": 30.5}}")
    try waitUntil("the change") { tuner.settings.threshold == 30.5 }
    Thread { try? tuner.run() }.start()
    try waitUntil("threshold in the file") { settings(in: file)?.threshold == 30.5 }
  }

  /// The file holds keyframes as well, a tuner starts with them, and the command does the same with
  /// it as with the command line on the page.
  @Test func settingsFileHoldsTheKeyframes() throws {
    let scratch = Scratch()
    let (clip, file) = (try scratch.pattern(rate: 10), scratch.path("look.json"))
    let keys = "[{\"settings\":{\"invert\":true},\"time\":1}]"
    let tuner = try RunningTuner(clip, "--save-settings", file, "--hue", "120:40")
    let client = try RawWebSocket(tuner)
    let text = keys.replacing("\"", with: "\\\"")
    client.send("{\"do\": \"timeline\", \"timeline\": \"\(text)\"}")
    try waitUntil("keys in the file") {
      (try? LookTimeline(document: Data(of: file)))?.json == keys
    }
    #expect(tuner.stop() == 0)
    let command = try #require(try tuner.end().lines.last)
    #expect(command.contains("--timeline '\(keys)'"), "\(command)")
    let again = try RunningTuner(clip, "--settings", file)
    #expect(try RawWebSocket(again).next("status")?["command"] as? String == command)
    let copy = scratch.path("copy.json")
    let pictures = try [
      ["--settings", file, "--save-settings", copy], ["--hue", "120:40", "--timeline", keys],
    ].enumerated().map { number, flags in
      let output = scratch.path("\(number).nut")
      try Command.splash([clip, "-o", output, "--quiet"] + flags).checked()
      return try Media(output).samples("yuv420p")
    }
    #expect(pictures[0] == pictures[1])
    #expect(
      FileManager.default.contents(atPath: copy) == FileManager.default.contents(atPath: file))
    // An input without times takes no keyframes.
    let refused = try Command.splash("tune", "test:64x48@10", "--port", "0", "--settings", file)
    #expect(refused.status == 64 && refused.errors.contains("keys are for times of a clip"))
  }

  /// Places in pixels, from the command line and from the page, become shares of the
  /// frame.
  @Test func pixelPlacesAreSavedAsShares() throws {
    let scratch = Scratch()
    let file = scratch.path("look.json")
    let tuner = try RunningTuner(
      "test:640x360@10", "--save-settings", file, "--within", "box=64,36,320,180")
    #expect(settings(in: file)?.within.map(\.text) == ["box=0.1,0.1,0.5,0.5"])
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"set\", \"settings\": {\"without\": [\"ellipse=320,180,64,20%\"]}}")
    try waitUntil("an ellipse in the file") {
      settings(in: file)?.without.map(\.text) == ["ellipse=0.5,0.5,0.1,0.2"]
    }
  }

  /// A pipe gets the last settings only, once.
  @Test func pipeGetsTheFinalSettingsOnce() throws {
    let scratch = Scratch()
    let pipe = scratch.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = Process()
    let output = Pipe()
    reader.executableURL = URL(fileURLWithPath: "/bin/cat")
    reader.arguments = [pipe]
    reader.standardOutput = output
    try reader.run()
    let tuner = try RunningTuner("test:64x48@10", "--save-settings", pipe)
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"set\", \"settings\": {\"threshold\": 37}}")
    _ = client.next("status")
    usleep(600_000)
    #expect(tuner.stop() == 0)
    let text = output.fileHandleForReading.readDataToEndOfFile()
    #expect(try SplashSettings(json: text).threshold == 37)
  }
}
