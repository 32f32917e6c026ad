import TestSupport

/// The page in a real browser, as a user sees and operates it.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct PageTests {
  // MARK: - Click a color

  /// Picks a spot of the source, and checks by ffmpeg's pixels what stays in color.
  ///
  /// - Parameters:
  ///   - place: where to click, in shares of the frame.
  ///   - source: the clip's frame, by ffmpeg, every fourth pixel.
  ///   - kept: hues near which vivid pixels must stay.
  private func click(
    _ page: BrowserPage, _ place: (x: Double, y: Double), source: Pixels, kept: Double
  ) throws {
    try page.click("#picture", x: place.x, y: place.y)
    try page.wait("a hue", for: "document.getElementById('command').textContent.includes('--hue')")
    try page.waitForCurrentPicture()
    let result = try page.pixels()
    try #require(result.count == source.count)
    var (near, stayed, far, grey) = (0, 0, 0, 0)
    for index in 0..<source.count {
      let distance = abs(
        (source.hue(index) - kept + 540).truncatingRemainder(dividingBy: 360) - 180)
      if distance < 6, source.chroma(index) > 0.35, source.value(index) > 0.3 {
        near += 1
        if result.chroma(index) > 0.6 * source.chroma(index) { stayed += 1 }
      } else if distance > 60 || source.chroma(index) < 0.02 {
        far += 1
        if result.chroma(index) < 0.06 { grey += 1 }
      }
    }
    #expect(near > 500, "too little of the color to judge by: \(near)")
    #expect(far > 5000)
    #expect(Double(stayed) > 0.93 * Double(near), "kept \(stayed) of \(near)")
    #expect(Double(grey) > 0.985 * Double(far), "grey \(grey) of \(far)")
  }

  /// Every fourth pixel of the first frame at or after a time, as ffmpeg decodes it.
  private func truth(_ path: String, at time: Double) throws -> Pixels {
    let bytes = [UInt8](
      try Command.run(
        "ffmpeg",
        [
          "-v", "error", "-ss", "\(time)", "-i", path, "-frames:v", "1", "-f", "rawvideo",
          "-pix_fmt", "rgb24", "-",
        ]
      ).output)
    return Pixels(bytes: bytes, width: 1280).everyFourth
  }

  /// The command that the page copies, run as written except for its output.
  private func run(copiedFrom page: BrowserPage, adding flags: String) throws -> Data {
    try page.click("#copy")
    try page.wait(
      "a copied command", for: "navigator.clipboard.readText().then(t => t.startsWith('splash '))")
    let command = try page.value("navigator.clipboard.readText()") as? String ?? ""
    #expect(command == (try page.text("command")))
    return try Scratch().shell("\(command) \(flags)").output
  }

  /// Compares the page's mask with that of the copied command.
  private func expectSameMask(
    _ page: BrowserPage, at time: Double, _ flags: String, source: Pixels
  ) throws {
    try page.press("3")
    try page.waitForCurrentPicture()
    let shown = try page.pixels()
    let bytes = try run(
      copiedFrom: page,
      adding: "--show mask --frames 1 \(flags) -o - --format rawvideo --pixel-format gray --quiet")
    let made = [UInt8](bytes)
    try #require(made.count == 1280 * 720)
    var (both, either, off) = (0, 0, 0)
    for index in 0..<source.count {
      let (x, y) = (index % source.width * 4 + 2, index / source.width * 4 + 2)
      let isMade = made[y * 1280 + x] > 127
      let isShown = shown[index].green > 0.5
      if isMade && isShown { both += 1 }
      if isMade || isShown { either += 1 }
      if abs(Double(made[y * 1280 + x]) / 255 - shown[index].green) > 0.15 { off += 1 }
    }
    #expect(either > 500)
    #expect(Double(both) > 0.97 * Double(either), "masks overlap by \(both) of \(either)")
    #expect(Double(off) < 0.01 * Double(source.count), "\(off) of \(source.count) pixels differ")
  }

  @Test(arguments: ["cups-720p.mp4"] + Footage.adding(["cups-red-720p.mp4"]))
  func clickOnACupKeepsTheCups(name: String) throws {
    let clip = try Clips.path(name)
    try withPage(RunningTuner(clip)) { page in
      try page.click("#play")
      try page.set("#scrub", to: 2)
      try page.waitForTime("0:02.0")
      let source = try truth(clip, at: 2)
      try click(page, #require(source.spot(of: 354)), source: source, kept: 354)
      try expectSameMask(page, at: 2, "--start 2", source: source)
    }
  }

  /// The paused pattern, with its source shown.
  private func withPattern(body: (BrowserPage, Pixels) throws -> Void) throws {
    try withPage(RunningTuner("test:1280x720@10")) { page in
      try page.click("#play")
      try page.waitForPause()
      try page.press("2")
      try page.waitForCurrentPicture()
      try body(page, page.pixels())
    }
  }

  @Test func clickOnAPatternBallKeepsIt() throws {
    try withPattern { page, source in
      try page.press("1")
      // Ball 8 is at 240 degrees.
      try click(page, #require(source.spot(of: 240)), source: source, kept: 240)
      #expect(try page.text("command").hasPrefix("splash test:1280x720@10 --hue 24"))
    }
  }

  @Test func clicksReplaceAddAndRemoveHuesWithUndo() throws {
    try withPattern { page, source in
      func command(_ what: String, becomes test: String) throws -> String {
        try page.wait(
          what,
          for: "(text => \(test))(document.getElementById('command').textContent)")
        return try page.text("command")
      }
      let green = try #require(source.spot(of: 120))
      let lime = try #require(source.spot(of: 90))
      try page.click("#picture", x: lime.x, y: lime.y)
      _ = try command("a hue", becomes: "text.includes('--hue 90:')")
      try page.click("#picture", x: green.x, y: green.y)
      let plain = try command("another in its place", becomes: "text.includes('--hue 120:')")
      #expect(!plain.contains("--hue 90:"))
      try page.click("#picture", x: lime.x, y: lime.y, .shift)
      let two = try command("two hues", becomes: "text.includes('--hue 90:')")
      #expect(two.contains("--hue 120:"))
      // The same hue again adds no third one.
      try page.click("#picture", x: lime.x + 0.01, y: lime.y, .shift)
      try page.wait("an answer", for: "document.getElementById('toast').textContent.includes('#')")
      try page.waitForCurrentPicture()
      #expect(try page.text("command").matches(of: /--hue/).count == 2)
      if try page.text("command") != two { try page.press("z", .control) }
      let yellow = try #require(source.spot(of: 60))
      try page.click("#picture", x: yellow.x, y: yellow.y, .alt)
      _ = try command("an excluded hue", becomes: "text.includes('--exclude 60:')")
      try page.press("z", .control)
      _ = try command("undo", becomes: "text === \(try quoted(two))")
      try page.click("#picture", x: lime.x, y: lime.y, .alt)
      _ = try command("a removed hue", becomes: "text === \(try quoted(plain))")
      try page.press("z", .control)
      _ = try command("undo", becomes: "text === \(try quoted(two))")
      try page.press("y", .control)
      _ = try command("redo", becomes: "text === \(try quoted(plain))")
      // An area, and the reference card.
      try page.press("a")
      try page.drag(
        "#picture", from: (lime.x - 0.02, lime.y - 0.02), to: (lime.x + 0.02, lime.y + 0.02))
      try page.wait("a second hue", for: "document.querySelectorAll('#hues li.kept').length === 2")
      try page.press("g")
      try page.drag("#picture", from: (0.1, 0.2), to: (0.3, 0.5))
      try page.wait(
        "a card", for: "document.getElementById('command').textContent.includes('card=0.')")
      let card = try page.text("command")
      let match = try #require(card.firstMatch(of: /card=([\d.]+),([\d.]+),([\d.]+),([\d.]+)/))
      for (found, meant) in [(match.1, 0.1), (match.2, 0.2), (match.3, 0.2), (match.4, 0.3)] {
        #expect(abs((Double(found) ?? -1) - meant) < 0.01, "\(card)")
      }
    }
  }

  /// A text as a JavaScript literal.
  private func quoted(_ text: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(text), as: UTF8.self)
  }

  // MARK: - By the keyboard alone

  @Test func wholePageWorksFromTheKeyboard() throws {
    try withPage(RunningTuner("test:1280x720@10")) { page in
      try page.pause(by: " ")
      let before = try page.text("time")
      try page.press(".")
      try page.wait(
        "the next picture", for: "document.getElementById('time').textContent !== '\(before)'")
      // The pattern drifts: as many steps to the left as lead from the middle to a ball.
      try page.press("2")
      try page.waitForCurrentPicture()
      let source = try page.pixels()
      try page.press("1")
      let steps = (0..<30).first { source.vividHue(inMiddleAt: -$0) != nil }
      try page.focus("#picture")
      for _ in 0..<(try #require(steps)) { try page.press("ArrowLeft") }
      try page.press("Enter")
      try page.wait("an answer", for: "document.getElementById('toast').textContent.includes('#')")
      try page.wait(
        "a hue", for: "document.getElementById('command').textContent.includes('--hue')")
      try page.focus(".knob")
      let start = try page.number(
        "Number(document.querySelector('.knob').getAttribute('aria-valuenow'))")
      for _ in 0..<3 { try page.press("ArrowRight") }
      try page.press("PageUp")
      let meant = (start + 13).truncatingRemainder(dividingBy: 360)
      try page.wait(
        "a turned hue",
        for: "document.querySelector('.knob').getAttribute('aria-valuenow') === '\(Int(meant))'")
      try page.wait(
        "its flag",
        for: "document.getElementById('command').textContent.includes('--hue \(Int(meant))')")
      for (key, view) in [("2", "source"), ("3", "mask"), ("4", "side-by-side"), ("1", "result")] {
        try page.press(key)
        try page.wait(
          view,
          for:
            "document.querySelector('input[value=\"\(view)\"]').checked"
        )
      }
      try page.press("c")
      try page.wait(
        "a copy", for: "navigator.clipboard.readText().then(t => t.startsWith('splash '))")
      try page.press("?")
      try page.wait("help", for: "document.getElementById('help-text').open")
      try page.press("Escape")
      // Every control has a name.
      let nameless =
        try page.value(
          """
          [...document.querySelectorAll('button, input, select, a, [role=slider], canvas[tabindex]')]
            .filter(e => !e.closest('[hidden]') && e.getAttribute('aria-hidden') !== 'true')
            .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))
            .map(e => e.outerHTML)
          """) as? [String]
      #expect(nameless == [])
    }
  }
}

extension Pixels {
  /// The purest spot of a color: the middle of the block of pixels with most of it, in shares
  /// of width and height.
  func spot(of hue: Double) -> (x: Double, y: Double)? {
    let height = count / width
    var best = (count: 0, x: 0, y: 0)
    for y in stride(from: 4, to: height - 4, by: 2) {
      for x in stride(from: 4, to: width - 4, by: 2) {
        var count = 0
        for dy in -4...4 {
          for dx in -4...4 {
            let index = (y + dy) * width + x + dx
            let distance = abs(
              (self.hue(index) - hue + 540).truncatingRemainder(dividingBy: 360) - 180)
            if distance < 8, chroma(index) > 0.35 { count += 1 }
          }
        }
        if count > best.count { best = (count, x, y) }
      }
    }
    guard best.count > 60 else { return nil }
    return ((Double(best.x) + 0.5) / Double(width), (Double(best.y) + 0.5) / Double(height))
  }

  /// Every fourth pixel each way, from the third.
  var everyFourth: Pixels {
    var result: [UInt8] = []
    for y in stride(from: 2, to: count / width, by: 4) {
      for x in stride(from: 2, to: width, by: 4) {
        result += bytes[3 * (y * width + x)..<3 * (y * width + x) + 3]
      }
    }
    return Pixels(bytes: result, width: width / 4)
  }
}
