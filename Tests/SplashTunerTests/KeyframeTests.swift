import TestSupport

/// Keyframes, speeds and the loop, on the page.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct KeyframeTests {
  /// Four seconds of moving colors.
  private func clip(_ scratch: Scratch, seconds: Int = 4) throws -> String {
    return try scratch.make(
      "clip.mp4", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=10:duration=\(seconds)",
      "-g", "15", "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_range", "tv",
      "-preset", "ultrafast")
  }

  private func keys(_ page: BrowserPage, _ what: String, _ times: String) throws {
    try page.wait(
      what,
      for:
        "JSON.stringify([...document.querySelectorAll('.keyframe')].map(e => Math.round(e.ariaValueNow * 10) / 10)) === '[\(times)]'"
    )
  }

  @Test func keyframesAndTransitionsCanBeEdited() throws {
    let scratch = Scratch()
    try withPage(RunningTuner(clip(scratch), "--hue", "120:40", "--white-balance", "off")) { page in
      try page.pause()
      try page.seek(to: 1)
      try page.press("m")
      try keys(page, "a key", "1")
      // A change after the keyframe's time belongs to that keyframe.
      try page.set("[data-key=\"softness\"]", to: 30)
      try page.waitForCommand("\"softness\":30")
      try page.seek(to: 0.5)
      try page.wait(
        "the settings before",
        for: "document.querySelector('[data-key=\"softness\"]').value === '10'")
      #expect(
        try page.value("document.querySelector('#key-list .selected') === null") as? Bool == true)
      try page.seek(to: 2)
      try page.wait(
        "the key's settings",
        for: "document.querySelector('[data-key=\"softness\"]').value === '30'")
      #expect(
        try page.value("document.querySelector('#key-list .selected button').textContent")
          as? String == "From 0:01.0 on")
      // By the mouse: another keyframe, dragged.
      try page.click("#key")
      try keys(page, "two keys", "1,2")
      try page.set("[data-key=\"threshold\"]", to: 60)
      try page.waitForCommand("\"threshold\":60")
      let width = try page.number("document.getElementById('keyframes').clientWidth")
      try page.drag(".keyframe:nth-child(2)", right: width / 4)
      try keys(page, "a moved key", "1,3")
      // By keys: a tenth of a second, and a transition.
      try page.focus(".keyframe:nth-child(2)")
      try page.press("ArrowLeft")
      try keys(page, "a key a picture before", "1,2.9")
      try page.press("Enter")
      try page.waitForTime("0:02.9")
      try page.focus("#key-list .selected input")
      for key in "0.5" { try page.press(String(key)) }
      try page.press("Enter")
      try page.waitForCommand("\"transition\":0.5")
      // A click on a keyframe seeks to it, and removing the first one leaves the second as it is.
      try page.click(".keyframe:nth-child(1)")
      try page.waitForTime("0:01.0")
      try page.press("m")
      try keys(page, "one key", "2.9")
      #expect(try page.text("command").contains("\"softness\":30"))
      try page.press("z", .control)
      try keys(page, "both keys", "1,2.9")
      try page.focus(".keyframe:nth-child(1)")
      try page.press("Delete")
      try keys(page, "one key", "2.9")
      try page.press("]")
      try page.waitForTime("0:02.9")
    }
  }

  /// The copied command and the export give at each time what the page shows.
  @Test func pageShowsKeyframesAsTheCommandDoes() throws {
    let scratch = Scratch()
    let clip = try clip(scratch)
    let tuner = try RunningTuner(clip, "--hue", "120:40", "--smoothing", "0")
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    let keys = """
      [{\\"time\\":1,\\"settings\\":{\\"threshold\\":80}},\
      {\\"time\\":2,\\"transition\\":1,\\"settings\\":{\\"rest\\":[\\"sepia\\"]}}]
      """
    client.send("{\"do\": \"timeline\", \"timeline\": \"\(keys)\"}")
    var status: [String: Any]?
    repeat { status = client.next("status") } while (status?["timeline"] as? [Any])?.count != 2
    let command = try #require(status?["command"] as? String)
    let revision = try #require(status?["revision"] as? Int)
    let (made, exported) = (scratch.path("made.mp4"), scratch.path("clip-splash.mp4"))
    let words = command.components(separatedBy: " -o ").dropLast().joined(separator: " -o ")
    _ = try scratch.shell("\(words) -o '\(made)' --crf 4 --quiet")
    let (width, height) = (320, 180)
    let samples = try Media(made).samples("yuv420p")
    for place in [0.5, 1.5, 2.2, 2.7, 3.5] {
      client.send("{\"do\": \"seek\", \"time\": \(place)}")
      let picture = try #require(
        client.nextPicture { $0.revision >= revision && abs($0.position - place) < 0.01 })
      let path = scratch.path("picture.jpg")
      try Data(picture.jpeg).write(to: URL(fileURLWithPath: path))
      let shown = try Media(path).samples("yuvj420p")
      let whole = width * height * 3 / 2
      let start = Int((place * 10).rounded()) * whole
      // Full range against limited range, at the quality of a preview.
      var off = 0
      for index in width * height..<whole {
        let meant = (Double(samples[start + index]) - 128) / 224 * 255 + 128
        if abs(Double(shown[index]) - meant) > 24 { off += 1 }
      }
      #expect(off < whole / 150, "\(off) of \(whole / 3) chroma samples at \(place) s")
    }
    client.send("{\"do\": \"export\", \"name\": \"clip-splash.mp4\"}")
    var last: [String: Any]?
    repeat { last = client.next("export") } while last?["state"] as? String == "running"
    #expect(last?["state"] as? String == "done")
    _ = try scratch.shell("\(words) -o same.mp4 --quiet")
    #expect(
      try Media(exported).samples("yuv420p") == Media(scratch.path("same.mp4")).samples("yuv420p"))
  }

  /// J and L play backwards and forwards, twice as fast each time, K pauses, and the loop works in
  /// both directions.
  @Test(arguments: ["keys", "touch"])
  func playbackSpeedsWorkBothWaysInsideTheLoop(hand: String) throws {
    let scratch = Scratch()
    let isPhone = hand == "touch"
    try withPage(
      RunningTuner(clip(scratch, seconds: 6)), width: isPhone ? 390 : 1280,
      height: isPhone ? 844 : 800, isPhone: isPhone
    ) { page in
      func order(_ key: String, _ button: String) throws {
        if isPhone { try page.tap(button) } else { try page.press(key) }
      }
      func places(_ count: Int) throws -> [Double] {
        (try page.value(
          """
          new Promise(done => {
            const places = [];
            const watch = new MutationObserver(() => {
              places.push(Number(document.getElementById('scrub').value));
              if (places.length === \(count)) { watch.disconnect(); done(places); }
            });
            watch.observe(document.getElementById('picture'), { attributes: true, attributeFilter: ['data-number'] });
          })
          """) as? [NSNumber] ?? []).map(\.doubleValue)
      }
      try order("k", "#play")
      try page.waitForPause()
      try page.seek(to: 5)
      try order("j", "#reverse")
      try page.wait("backwards", for: "document.getElementById('play').ariaLabel === 'Pause'")
      let back = try places(12)
      #expect(zip(back, back.dropFirst()).allSatisfy { $1 < $0 }, "\(back)")
      try order("j", "#reverse")
      try page.wait("twice as fast", for: "document.getElementById('speed').textContent === '−2×'")
      try order("l", "#faster")
      try page.wait("one speed", for: "document.getElementById('speed').textContent === ''")
      try order("l", "#faster")
      try page.wait("twice as fast", for: "document.getElementById('speed').textContent === '2×'")
      try order("l", "#faster")
      try page.wait("faster", for: "document.getElementById('speed').textContent === '4×'")
      try order("k", "#play")
      try page.waitForPause()
      guard !isPhone else { return }
      try page.seek(to: 2)
      try page.press("i")
      try page.seek(to: 3)
      try page.press("o")
      try page.press("j")
      let looped = try places(40)
      #expect(looped.allSatisfy { $0 > 1 && $0 < 4 }, "\(looped)")
      #expect(zip(looped, looped.dropFirst()).contains { $1 > $0 + 0.5 }, "\(looped)")
    }
  }

  /// The clip's time against the wall clock's at double speed and more, within what a busy machine
  /// allows.
  @Test(arguments: [2.0, -2.0, 4.0])
  func playbackSpeedMatchesItsLabel(rate: Double) throws {
    let scratch = Scratch()
    let tuner = try RunningTuner(clip(scratch, seconds: 30))
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    client.send("{\"do\": \"seek\", \"time\": 15}")
    let start = try #require(client.nextPicture { abs($0.position - 15) < 0.01 })
    client.send("{\"do\": \"play\", \"rate\": \(rate)}")
    let first = try #require(client.nextPicture { abs($0.position - start.position) > 0.3 })
    let begin = Date()
    let last = try #require(client.nextPicture { abs($0.position - first.position) > 4 })
    let speed = (last.position - first.position) / Date().timeIntervalSince(begin)
    #expect(speed / rate > 0.5 && speed / rate < 1.5, "\(speed)")
    client.send("{\"do\": \"play\", \"rate\": 0}")
    #expect((client.next("refusal")?["text"] as? String)?.contains("0.25 to 16") == true)
  }
}
