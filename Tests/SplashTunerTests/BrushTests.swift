import TestSupport

/// The brush on the page: what is painted changes the mask, is in the command, and can be switched
/// off, deleted and undone.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct BrushTests {
  private func strokes(_ page: BrowserPage) throws -> [String] {
    try page.settings()["paint"] as? [String] ?? []
  }

  /// Radius and places of a stroke.
  private func numbers(_ stroke: String) -> [Double] {
    stroke.split(separator: "=").last?.split(separator: ",").compactMap { Double($0) } ?? []
  }

  /// The luma of the shown frame at a place, 0…255.
  private func code(_ page: BrowserPage, _ x: Double, _ y: Double) throws -> Double {
    try page.number(
      """
      (() => {
        const canvas = document.getElementById('picture');
        const [x, y] = [Math.round(\(x) * canvas.width), Math.round(\(y) * canvas.height)];
        return canvas.getContext('2d').getImageData(x, y, 1, 1).data[1];
      })()
      """)
  }

  private func expect(
    _ page: BrowserPage, _ what: String, isSelected: Bool, at places: [(x: Double, y: Double)]
  ) throws {
    try page.wait(what) { page in
      try places.allSatisfy { try (code(page, $0.x, $0.y) > 127) == isSelected }
    }
  }

  /// Pauses on the first frame, shows the mask, and takes an eraser that follows what it begins on.
  private func takeFollowingEraser(_ page: BrowserPage) throws {
    try page.pause()
    try page.set("#scrub", to: 0)
    try page.waitForTime("0:00.0")
    try page.press("3")
    try page.press("w")
    try page.waitForCurrentPicture()
    try page.click("#brush-modes [value=erase]")
    try page.click("#brush-follows")
  }

  @Test func strokesAreDrawnOnTheFrameAndUndone() throws {
    try withPage(RunningTuner("test:640x360@10", "--keep", "box=0.6,0,0.4,1")) { page in
      try page.pause()
      try page.press("3")
      try page.press("w")
      try page.set("#brush-size", to: 0.1)
      try page.drag("#picture", from: (0.2, 0.5), to: (0.4, 0.5))
      try page.waitForCommand("--paint stroke=0.1,0.2")
      let way = [(x: 0.2, y: 0.5), (x: 0.3, y: 0.5), (x: 0.4, y: 0.5), (x: 0.3, y: 0.44)]
      try expect(page, "a stroke", isSelected: true, at: way)
      #expect(try code(page, 0.3, 0.7) < 127)
      let found = numbers(try #require(try strokes(page).first))
      #expect(found.count >= 5 && abs(found[1] - 0.2) < 0.01 && abs(found[2] - 0.5) < 0.01)
      // The eraser over it, and over the box.
      try page.click("#brush-modes [value=erase]")
      try page.drag("#picture", from: (0.3, 0.5), to: (0.8, 0.5))
      try page.waitForCommand("--paint erase:stroke=0.1,0.3")
      let erased = [(x: 0.35, y: 0.5), (x: 0.7, y: 0.5)]
      try expect(page, "an erased stroke", isSelected: false, at: erased)
      try expect(page, "the rest of both", isSelected: true, at: [(0.2, 0.5), (0.7, 0.2)])
      try page.press("z", .control)
      try expect(page, "the first one again", isSelected: true, at: erased)
      #expect(try strokes(page).count == 1)
    }
  }

  /// A click is a dot, and the brackets make the brush smaller and larger.
  @Test func clicksPaintDotsOfTheBrushsSize() throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", "120:20")) { page in
      try page.pause()
      try page.press("w")
      try page.set("#brush-size", to: 0.1)
      try page.press("]")
      try page.click("#picture", x: 0.5, y: 0.5)
      try page.waitForCommand("--paint stroke=0.125,0.5")
      try page.press("[")
      try page.click("#picture", x: 0.7, y: 0.5)
      try page.waitForCommand("--paint stroke=0.1,0.7")
    }
  }

  @Test func strokesCanBeSwitchedOffAndDeletedInTheList() throws {
    let first = "stroke=0.1,0.3,0.5"
    let second = "erase:stroke=0.05,0.3,0.5"
    try withPage(
      RunningTuner("test:640x360@10", "--keep", "box=2,2,1,1", "--paint", first, "--paint", second)
    ) { page in
      try page.pause()
      try page.press("3")
      try expect(page, "the eraser", isSelected: false, at: [(0.3, 0.5)])
      try page.click("#stroke-list li:nth-child(2) input")
      try page.waitForCommand("--paint off:\(second)")
      try expect(page, "the stroke alone", isSelected: true, at: [(0.3, 0.5)])
      try page.click("#stroke-list li:nth-child(2) input")
      try expect(page, "the eraser again", isSelected: false, at: [(0.3, 0.5)])
      try page.click("#stroke-list li:nth-child(1) button:last-child")
      try page.wait("one stroke") { try strokes($0) == [second] }
      try page.press("z", .control)
      try page.wait("both strokes") { try strokes($0) == [first, second] }
    }
  }

  /// A stroke by keys goes where the cross goes, and long ways have as few places as they need.
  @Test func crossPaintsByKeys() throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", "120:20")) { page in
      try page.pause()
      try page.press("w")
      try page.focus("#picture")
      try page.press("Enter")
      for key in ["ArrowRight", "ArrowDown"] {
        for _ in 0..<40 { try page.press(key) }
      }
      try page.press("Enter")
      try page.waitForCommand("--paint stroke=")
      let found = numbers(try #require(try strokes(page).first))
      #expect(found.count == 7, "\(found)")
      for (number, due) in zip(found.dropFirst(), [0.5, 0.5, 0.9, 0.5, 0.9, 0.9]) {
        #expect(abs(number - due) < 0.002, "\(found)")
      }
    }
  }

  /// A stroke that begins on a red square goes to the right with it, by 60 of 320 pixels a second.
  @Test func strokeFollowsTheThingOnWhichItBegins() throws {
    let scratch = Scratch()
    let clip = try scratch.redSquare()
    let tuner = try RunningTuner(
      clip, "--hue", "red", "--smoothing", "0", "--white-balance", "off", "--keep",
      "follow=color@0.125,0.444@0:stroke=0.05,0.9,0.9")
    try withPage(tuner) { page in
      try takeFollowingEraser(page)
      try page.drag("#picture", from: (36.0 / 320, 80.0 / 180), to: (44.0 / 320, 80.0 / 180))
      try page.waitForCommand("--paint erase:follow=color@0.112,0.4")
      let rest = [(x: 24.0 / 320, y: 64.0 / 180)]
      try expect(page, "an erased middle", isSelected: false, at: [(40.0 / 320, 80.0 / 180)])
      try expect(page, "the rest", isSelected: true, at: rest)
      try page.set("#scrub", to: 2)
      try page.waitForTime("0:02.0")
      try expect(page, "an erased middle", isSelected: false, at: [(160.0 / 320, 80.0 / 180)])
      try expect(page, "the rest", isSelected: true, at: [(144.0 / 320, 64.0 / 180)])
      try page.click("#stroke-list [aria-label=\"Brush 1: remove: let it stay\"]")
      try page.waitForCommand("--paint erase:stroke=")
    }
  }

  /// A stroke that begins on what only an AI model knows to be a thing goes with it, by 80 of 320
  /// pixels a second.
  @Test(.enabled(if: MadeNetwork.runtime != nil, "scripts/models fetches what this needs"))
  func strokeFollowsAThingOfAnAIModel() throws {
    let scratch = Scratch()
    let clip = try scratch.make(
      "clip.mkv", "-f", "lavfi", "-i", "color=gray:s=320x180:r=5:d=2,format=gbrp", "-vf",
      "geq=r='if(lt(hypot(X-80-80*T,Y-90),40),200,128)':g='128-50*lt(hypot(X-80-80*T,Y-90),40)'"
        + ":b='128-50*lt(hypot(X-80-80*T,Y-90),40)'", "-c:v", "ffv1")
    let models = try MadeNetwork.writeClickPair(
      encoder: scratch.path("encoder.onnx"), decoder: scratch.path("decoder.onnx"))
    let tuner = try RunningTuner(
      clip, "--thing-models", models, "--keep", "box=0,0,1,1", "--smoothing", "0")
    try withPage(tuner) { page in
      try takeFollowingEraser(page)
      try page.drag("#picture", from: (76.0 / 320, 0.5), to: (84.0 / 320, 0.5))
      try page.waitForCommand("--paint erase:follow=thing@0.2")
      try expect(page, "an erased middle", isSelected: false, at: [(80.0 / 320, 0.5)])
      try page.set("#scrub", to: 1)
      try page.waitForTime("0:01.0")
      try expect(page, "an erased middle", isSelected: false, at: [(160.0 / 320, 0.5)])
      try expect(page, "where it was", isSelected: true, at: [(80.0 / 320, 0.5)])
    }
  }

  /// The tool's box lies within the frame of narrow windows, and no label of it is cut off.
  @Test(arguments: [360, 1440], [false, true]) func toolFitsItsWindow(width: Int, isGerman: Bool)
    throws
  {
    try withPage(
      RunningTuner("test:640x360@10", "--paint", "stroke=0.1,0.5,0.5"), width: width, height: 800,
      before: BrowserPage.german(isGerman)
    ) { page in
      try page.press("w")
      let cut =
        try page.value(
          """
          [...document.querySelectorAll('#brush-box, #brush-box *, #stroke-list *')].filter(e => {
            const { left, right, width } = e.getBoundingClientRect();
            return width > 0 && (left < 0 || right > innerWidth || e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0);
          }).map(e => e.outerHTML)
          """) as? [String]
      #expect(cut == [])
      #expect(try page.number("document.getElementById('brush-box').clientHeight") > 0)
    }
  }
}
