import TestSupport

/// Clips, photos and pipes as the tuner plays them.
@Suite(.serialized)
struct PlaybackTests {
  /// A clip of the test pattern at 10 frames a second.
  private func clip(_ scratch: Scratch, pictures: Int) throws -> String {
    let path = scratch.path("clip.mp4")
    try Command.splash(
      "test:320x240@10", "--frames", "\(pictures)", "-o", path, "--quiet", "--white-balance", "off",
      "--hue", "0:180", "--saturation", "0..1", "--value", "0..1", "--chroma-floor", "0"
    ).checked()
    return path
  }

  @Test func clipPlaysAtItsRateAndLoops() throws {
    let scratch = Scratch()
    let tuner = try RunningTuner(clip(scratch, pictures: 8))
    let client = try RawWebSocket(tuner)
    #expect(client.next("greeting")?["canSeek"] as? Bool == true)
    _ = client.nextPicture { $0.position < 0.05 }
    let start = Date()
    var positions: Set<Int> = []
    _ = client.nextPicture {
      positions.insert(Int(($0.position * 10).rounded()))
      return $0.position > 0.65
    }
    #expect(client.nextPicture { $0.position < 0.05 } != nil, "the clip ended")
    let time = Date().timeIntervalSince(start)
    #expect(time > 0.6, "a pass of 0.8 s took \(time) s")
    #expect(positions.isSubset(of: Set(0...7)) && positions.count >= 4)
    #expect(tuner.isRunning)
  }

  /// Before the frame of a seek, the keyframe before it is shown, with its own time, after seeks
  /// back and forth.
  @Test func seekFirstShowsTheKeyframeBeforeIt() throws {
    let scratch = Scratch()
    let path = scratch.path("clip.mp4")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=10:duration=60", "-g", "200", "-keyint_min",
      "200", "-sc_threshold", "0", "-pix_fmt", "yuv420p", "-preset", "ultrafast", path)
    let tuner = try RunningTuner(path)
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    var last = try #require(client.nextPicture()).position
    var previews = 0
    for place in [55.0, 15, 35, 18, 58, 38] {
      client.send("{\"do\": \"seek\", \"time\": \(place)}")
      var others: [Double] = []
      let own = client.nextPicture {
        if abs($0.position - place) < 0.01 { return true }
        if abs($0.position - last) > 0.01 { others.append($0.position) }
        return false
      }
      #expect(own != nil, "\(place) s")
      let key = (place / 20).rounded(.down) * 20
      #expect(others.allSatisfy { abs($0 - key) < 0.01 }, "\(place) s: \(others)")
      previews += others.count
      last = place
    }
    #expect(previews > 0)
  }

  @Test func pauseSeekAndStepReachTheirTimes() throws {
    let scratch = Scratch()
    let tuner = try RunningTuner(clip(scratch, pictures: 40))
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    var revision: UInt32 = 0
    func goTo(_ message: String, _ position: Double) {
      client.send(message)
      let picture = client.nextPicture { abs($0.position - position) < 0.01 }
      #expect(picture != nil, "\(message)")
      revision = picture?.revision ?? revision
    }
    goTo("{\"do\": \"seek\", \"time\": 2.5}", 2.5)
    goTo("{\"do\": \"step\", \"pictures\": 1}", 2.6)
    goTo("{\"do\": \"step\", \"pictures\": 1}", 2.7)
    goTo("{\"do\": \"step\", \"pictures\": -1}", 2.6)
    goTo("{\"do\": \"seek\", \"time\": 0.9}", 0.9)
    goTo("{\"do\": \"seek\", \"time\": 1e9}", 3.9)
    goTo("{\"do\": \"seek\", \"time\": -4}", 0)
    // While paused, changed settings still show, at the same time, before or after their status.
    client.send("{\"do\": \"set\", \"settings\": {\"threshold\": 55}}")
    let changed = try #require(client.nextPicture { $0.revision > revision })
    #expect(changed.position == 0)
    client.send("{\"do\": \"play\"}")
    #expect(client.nextPicture { $0.position > 0.25 } != nil)
  }

  /// A new seek is carried out while the decoder for another is still opening, and the tuner
  /// goes on.
  @Test func abandonedSeeksDoNotFail() throws {
    let scratch = Scratch()
    let path = try scratch.make(
      "clip.mp4", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=4", "-c:v",
      "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "250")
    let tuner = try RunningTuner(path)
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    for round in 0..<30 {
      client.send("{\"do\": \"seek\", \"time\": 2}")
      client.send("{\"do\": \"step\", \"pictures\": -1000}")
      usleep(useconds_t(round * 700))
      client.send("{\"do\": \"seek\", \"time\": 1}")
      let picture = client.nextPicture { abs($0.position - 1) < 0.01 }
      try #require(picture != nil, "round \(round), which ran: \(tuner.isRunning)")
    }
    #expect(tuner.isRunning)
  }

  /// Steps go from frame to frame, however long each lasts, both ways and by several.
  @Test func stepsMoveByWholeFrames() throws {
    let scratch = Scratch()
    let path = try scratch.make(
      "uneven.mkv", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=8",
      "-vf", "select='eq(mod(n,7),0)+eq(mod(n,7),1)+eq(mod(n,7),4)'", "-fps_mode", "vfr",
      "-g", "500")
    let times = try Media(path).times()
    try #require(times.count > 80)
    let tuner = try RunningTuner(path)
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    var index = 40
    client.send("{\"do\": \"seek\", \"time\": \(times[index])}")
    func isThere() -> Bool {
      client.nextPicture { abs($0.position - times[index]) < 0.002 } != nil
    }
    #expect(isThere())
    for step in [1, 1, -1, 3, -2, -1, -1, -5, -30, 2, 40, -1] {
      client.send("{\"do\": \"step\", \"pictures\": \(step)}")
      index += step
      #expect(isThere(), "a step of \(step) to picture \(index) at \(times[index])")
    }
    client.send("{\"do\": \"step\", \"pictures\": -1000}")
    index = 0
    #expect(isThere())
  }

  /// A seek is carried out at once while a long step back is still being counted.
  @Test func seekInterruptsALongStepBack() throws {
    let scratch = Scratch()
    let path = try scratch.make(
      "long.mp4", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=45", "-g", "2000",
      "-keyint_min", "2000", "-sc_threshold", "0", "-pix_fmt", "yuv420p", "-preset", "ultrafast")
    let tuner = try RunningTuner(path)
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    client.send("{\"do\": \"seek\", \"time\": 44}")
    try #require(client.nextPicture { abs($0.position - 44) < 0.01 } != nil)
    client.send("{\"do\": \"step\", \"pictures\": -300}")
    // Until the step has begun.
    usleep(20_000)
    client.send("{\"do\": \"seek\", \"time\": 40}")
    var isStepDone = false
    let own = client.nextPicture {
      if abs($0.position - 32) < 0.01 { isStepDone = true }
      return abs($0.position - 40) < 0.01
    }
    #expect(own != nil && !isStepDone)
  }

  /// The zoomed part of a hidden page does not limit what is sent to others.
  @Test func zoomOfAHiddenPageIsIgnored() throws {
    let tuner = try RunningTuner("test:640x360@10")
    let (client, hidden) = (try RawWebSocket(tuner), try RawWebSocket(tuner))
    hidden.send("{\"do\": \"watch\", \"on\": false}")
    client.send(
      "{\"do\": \"look\", \"x\": 0.4, \"y\": 0.4, \"width\": 0.1, \"height\": 0.1}")
    #expect(client.nextPicture { ($0.region.last ?? 1) < 0.2 } != nil)
  }

  /// Nothing is decoded for a hidden page, or without any page.
  @Test func nothingIsDecodedWithoutAVisiblePage() throws {
    let scratch = Scratch()
    let path = try scratch.make(
      "clip.mp4", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=4")
    let tuner = try RunningTuner(path)
    func cost(of body: () throws -> Void) rethrows -> Double {
      let start = tuner.processorTime
      try body()
      return tuner.processorTime - start
    }
    let alone = cost { sleep(2) }
    let client = try RawWebSocket(tuner)
    func watch() {
      let limit = Date(timeIntervalSinceNow: 2)
      while Date() < limit, client.nextPicture() != nil {}
    }
    let watched = cost { watch() }
    client.send("{\"do\": \"watch\", \"on\": false}")
    _ = client.next("status")
    let hidden = cost { sleep(2) }
    #expect(alone < watched / 3 && hidden < watched / 3, "\(alone), \(watched), \(hidden) s")
    // A page that is visible again sees the clip go on where it was.
    client.send("{\"do\": \"watch\", \"on\": true}")
    let first = try #require(client.nextPicture())
    #expect(client.nextPicture { $0.number > first.number + 3 } != nil)
  }

  /// A page that changes settings faster than their status arrives reverts none: every status says
  /// how many of its messages it contains, and holds just those.
  @Test func statusCountsTheChangesItContains() throws {
    let tuner = try RunningTuner("test:320x180@30")
    let client = try RawWebSocket(tuner)
    for width in 1...60 {
      client.send("{\"do\": \"set\", \"settings\": {\"threshold\": \(width)}}")
    }
    var heard = 0
    while heard < 60 {
      let status = try #require(client.next("status"))
      let now = try #require(status["heard"] as? Int)
      #expect(now >= heard)
      heard = now
      // `heard` counts the client's confirmations of frames too.
      let width = try #require((status["settings"] as? [String: Any])?["threshold"] as? Int)
      #expect(heard == 0 ? width == 20 : width <= heard)
      if heard >= 60 { #expect(width == 60) }
    }
  }

  @Test func photoFollowsTheSettings() throws {
    let scratch = Scratch()
    let path = try scratch.make(
      "still.png", "-f", "lavfi", "-i", "testsrc=size=160x120", "-frames:v", "1")
    let tuner = try RunningTuner(path)
    let client = try RawWebSocket(tuner)
    let first = try #require(client.nextPicture())
    client.send("{\"do\": \"play\"}")
    client.send("{\"do\": \"set\", \"settings\": {\"invert\": true}}")
    let changed = try #require(client.nextPicture { $0.revision > first.revision })
    #expect(changed.position == 0 && changed.jpeg != first.jpeg)
    client.send("{\"do\": \"set\", \"settings\": {\"invert\": false}}")
    var isStill = false
    while !isStill, let status = client.next("status") {
      isStill = status["isStill"] as? Bool ?? false
    }
    #expect(isStill)
    #expect(tuner.isRunning)
  }

  /// A clip with a long last frame is no photo, although no other frame is near its end.
  @Test func longLastFrameIsNotTakenForAPhoto() throws {
    let scratch = Scratch()
    let path = try scratch.make(
      "long.mkv", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=10:duration=20", "-vf",
      "select='lt(n,10)+eq(n,190)'", "-fps_mode", "vfr", "-g", "500", "-pix_fmt", "yuv420p")
    let tuner = try RunningTuner(path)
    let client = try RawWebSocket(tuner)
    _ = try #require(client.nextPicture())
    client.send("{\"do\": \"seek\", \"time\": 19.1}")
    try #require(client.nextPicture { $0.position > 18.9 } != nil)
    #expect(client.nextPicture { $0.position < 0.5 } != nil, "it does not begin again")
  }

  /// An input that cannot be read twice plays once and stays on its last frame.
  @Test func pipedClipPlaysOnce() throws {
    let scratch = Scratch()
    let path = try scratch.make("pipe.nut", "-i", try clip(scratch, pictures: 5), "-c", "copy")
    let tuner = try RunningTuner("-", standardInput: path)
    let client = try RawWebSocket(tuner)
    #expect(client.next("greeting")?["canSeek"] as? Bool == false)
    var isPlaying = true
    while isPlaying, let status = client.next("status") {
      isPlaying = status["isPlaying"] as? Bool ?? true
    }
    #expect(!isPlaying)
    client.send("{\"do\": \"set\", \"settings\": {\"threshold\": 70}}")
    #expect(client.nextPicture { $0.position > 0.35 } != nil)
    #expect(tuner.isRunning)
  }

  @Test func commandContainsTheInputOptions() throws {
    let scratch = Scratch()
    let path = scratch.path("it's a clip.mp4")
    try FileManager.default.moveItem(atPath: clip(scratch, pictures: 3), toPath: path)
    let tuner = try RunningTuner(
      path, "--matrix", "bt601", "--range", "full", "--start", "0.1", "--exclude", "200:5")
    let command = try #require(try RawWebSocket(tuner).next("status")?["command"] as? String)
    _ = try scratch.shell(command)
    #expect(try Media(scratch.path("it's a clip-splash.mp4")).times().count == 2)
    for flag in ["--matrix bt601", "--range full", "--start 0.1", "--exclude 200:5"] {
      #expect(command.contains(flag), "\(command)")
    }
  }
}
