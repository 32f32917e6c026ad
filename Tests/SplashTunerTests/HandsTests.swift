import TestSupport

/// Steps that other suites take by mouse, by touch only and by keys only, in a real browser.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct HandsTests {
  private func command(_ page: BrowserPage, _ what: String, _ test: String) throws {
    try page.wait(what, for: "(text => \(test))(document.getElementById('command').textContent)")
  }

  private func wait(_ page: BrowserPage, forView view: String) throws {
    try page.wait(view, for: "document.getElementById('picture').dataset.view === '\(view)'")
  }

  private func focus(_ page: BrowserPage, _ selector: String) throws {
    try page.focus(selector)
  }

  @Test(arguments: [(390, 844), (844, 390)])
  func frameCanBeOperatedByTouch(width: Int, height: Int) throws {
    let tuner = try RunningTuner("test:640x360@10", "--hue", "120:14")
    try withPage(tuner, width: width, height: height, isPhone: true) { page in
      // Where the panel scrolls under the frame, the frame stays.
      func onPicture(_ body: () throws -> Void) throws {
        try page.value("scrollTo(0, 0)")
        try body()
      }
      try page.tap("input[value=wipe]")
      try wait(page, forView: "wipe")
      try onPicture { try page.swipe("#wipe", by: (80, 0)) }
      #expect(try page.number("Number(document.getElementById('wipe').ariaValueNow)") > 60)
      try page.tap("input[value=result]")
      try wait(page, forView: "result")
      let place = try page.place("#compare")
      try page.touch(.press, [place])
      try wait(page, forView: "source")
      try page.touch(.release, [])
      try wait(page, forView: "result")
      for (tool, x) in [("box", 0.3), ("ellipse", 0.65)] {
        try page.tap("input[value=\(tool)]")
        try onPicture { try page.swipe("#picture", from: (x, 0.25), by: (50, 40)) }
        try page.waitForCommand("--within \(tool)=")
      }
      try page.tap("input[value=polygon]")
      try onPicture {
        for (x, y) in [(0.1, 0.65), (0.3, 0.7), (0.2, 0.9), (0.1, 0.65)] {
          try page.tap("#picture", x: x, y: y)
        }
      }
      try page.waitForCommand("--within polygon=")
      try page.tap("input[value=card]")
      try onPicture { try page.swipe("#picture", from: (0.1, 0.1), by: (40, 40)) }
      try page.waitForCommand("card=0.")
      try page.tap("input[value=replace]")
      try page.tap("[data-use=remove]")
      try onPicture { try page.pinch("#picture", from: 20, to: 80) }
      let larger = try page.text("zoom-value")
      let shapes = "document.getElementById('shapes').getAttribute('transform')"
      let before = try page.value(shapes) as? String ?? ""
      // A finger moves the magnified frame.
      try onPicture { try page.swipe("#picture", from: (0.6, 0.5), by: (-60, 0)) }
      try page.wait("another part", for: "\(shapes) !== '\(before)'")
      #expect(try page.text("zoom-value") == larger)
      try onPicture { try page.pinch("#picture", from: 100, to: 20) }
      try page.wait(
        "all of it", for: "document.getElementById('zoom-value').textContent !== '\(larger)'")
      #expect(try !page.text("command").contains("--exclude"))
    }
  }

  /// Switches the second of two hues off and on, solos the first one, and selects the second.
  private func reachTheHues(_ page: BrowserPage, by act: (String) throws -> Void) throws {
    let (off, on) = ("!text.includes('--hue 240')", "text.includes('--hue 240:9')")
    for (selector, what, test) in [
      ("#hues li:nth-child(2) [aria-label^=\"Switch\"]", "one hue off", off),
      ("#parked [aria-label^=\"Switch\"]", "both hues", on),
      ("#hues li:nth-child(1) .solo", "one alone", off),
      ("#hues li:nth-child(1) .solo", "both again", on),
    ] {
      try act(selector)
      try command(page, what, test)
    }
    try act("#hues li:nth-child(2) .swatch")
  }

  @Test func panelCanBeOperatedByTouch() throws {
    let tuner = try RunningTuner("test:640x360@10", "--hue", "120:14", "--hue", "240:9")
    try withPage(tuner, width: 390, height: 844, isPhone: true) { page in
      func tap(_ selector: String) throws {
        try page.reveal(selector)
        try page.tap(selector)
      }
      try reachTheHues(page, by: tap)
      try tap("#fine")
      let strip = "#hues li.selected .two:has([data-key=\"hue saturation min\"])"
      try page.reveal(strip)
      try page.swipe(strip, from: (0.24, 0.5), by: (60, 0))
      try command(page, "a range of its own", "/--hue 240:9,s=0\\.[3-9]/.test(text)")
      let knob = "#wheel .knob.center.selected .dot"
      try page.reveal(knob)
      try page.swipe(knob, by: (18, 18))
      try command(page, "a turned hue", "!text.includes('--hue 240:9')")
      try tap("#looks summary")
      try page.wait("thumbnails", for: "document.querySelectorAll('#look-list img').length > 8")
      try tap("#look-list [data-look=\"sepia\"]")
      try page.waitForCommand("--rest sepia")
      try page.tap("#slot-b")
      try tap("#look-list [data-look=\"noir\"]")
      try page.waitForCommand("--rest noir")
      try page.tap("#slot-a")
      try page.waitForCommand("--rest sepia")
      try page.tap("#undo")
      try command(page, "undo", "!text.includes('--rest sepia')")
      try page.tap("#reset-all")
      try command(page, "the defaults", "!text.includes('--hue')")
    }
  }

  @Test func firstStepsCanBeTakenByTouch() throws {
    let clip = try Clips.path("cups-720p.mp4")
    try withPage(RunningTuner(clip), width: 390, height: 844, isPhone: true) { page in
      try page.wait(
        "swatches", for: "document.querySelectorAll('#welcome-colors button').length > 0")
      try page.tap("#welcome-colors button")
      try page.waitForCommand("--hue")
      try page.tap("#play")
      try page.waitForPause()
      let before = try page.number("Number(document.getElementById('scrub').value)")
      try page.tap("#forward")
      try page.wait(
        "the next picture", for: "Number(document.getElementById('scrub').value) > \(before)")
      try page.tap("#loop-from")
      #expect(
        try page.value("document.getElementById('loop-from').ariaPressed") as? String == "true")
    }
  }

  @Test func frameCanBeOperatedByKeys() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      try page.pause(by: " ")
      try page.press("2")
      try wait(page, forView: "source")
      try page.waitForCurrentPicture()
      let source = try page.pixels()
      // Two balls in the eyedropper's row, in steps of a hundredth from the middle.
      let spots = (-45...45).compactMap { step in
        source.vividHue(inMiddleAt: step).map { (step, $0) }
      }
      let first = try #require(spots.first)
      let second = try #require(
        spots.first { abs(($0.1 - first.1 + 540).truncatingRemainder(dividingBy: 360) - 180) > 25 })
      try focus(page, "#picture")
      func go(_ steps: Int) throws {
        for _ in 0..<abs(steps) { try page.press(steps < 0 ? "ArrowLeft" : "ArrowRight") }
      }
      func expectHues(_ count: Int, _ what: String) throws {
        try command(page, what, "(text.match(/--hue/g) ?? []).length === \(count)")
      }
      try go(first.0)
      try page.press("Enter")
      try expectHues(1, "a hue")
      try go(second.0 - first.0)
      try page.press("Enter", .shift)
      try expectHues(2, "another one")
      try page.press("Enter", .alt)
      try expectHues(1, "one again")
      let whole = try page.text("zoom-value")
      try page.press("+")
      try page.wait("more", for: "document.getElementById('zoom-value').textContent !== '\(whole)'")
      try page.press("-")
      try page.wait("all", for: "document.getElementById('zoom-value').textContent === '\(whole)'")
      for (key, view) in [
        ("3", "mask"), ("5", "wipe"), ("6", "overlay"), ("7", "on-black"), ("8", "on-white"),
        ("9", "difference"), ("1", "result"),
      ] {
        try page.press(key)
        try wait(page, forView: view)
      }
      for (key, use) in [
        ("a", "add"), ("x", "remove"), ("g", "card"), ("r", "box"), ("e", "ellipse"),
        ("p", "polygon"), ("u", "curve"), ("t", "object"), ("h", "pan"), ("v", "replace"),
      ] {
        try page.press(key)
        #expect(
          try page.value(
            "document.querySelector('input[value=\(use)]:checked, [data-use=\(use)][aria-pressed=true]') !== null"
          ) as? Bool == true)
      }
    }
  }

  /// Also where the view that holds is behind "More": the Tab key reaches the row of the others.
  @Test func viewsAreChosenByArrowKeysAfterTab() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      try page.press("3")
      try wait(page, forView: "mask")
      try focus(page, "#help")
      try page.press("Tab")
      let chosen = "document.querySelector('#views :checked')?.value"
      #expect(try page.value("document.activeElement.name") as? String == "views")
      #expect(try page.value(chosen) == nil)
      try page.press("Enter")
      try wait(page, forView: "result")
      try page.press("ArrowRight")
      try wait(page, forView: "source")
      #expect(try page.value(chosen) as? String == "source")
    }
  }

  @Test func panelCanBeOperatedByKeys() throws {
    let tuner = try RunningTuner("test:640x360@10", "--hue", "120:14", "--hue", "240:9")
    try withPage(tuner) { page in
      func press(_ selector: String) throws {
        try focus(page, selector)
        try page.press("Enter")
      }
      try reachTheHues(page, by: press)
      try focus(page, "#hues li.selected [data-key=\"hue saturation min\"]")
      for _ in 0..<4 { try page.press("ArrowRight") }
      try command(page, "a range of its own", "/--hue 240:9,s=0\\./.test(text)")
      try press("#looks summary")
      try page.wait("thumbnails", for: "document.querySelectorAll('#look-list img').length > 8")
      try press("#look-list [data-look=\"sepia\"]")
      try page.waitForCommand("--rest sepia")
      try focus(page, "#look-key [value=rest]")
      try page.press("ArrowRight")
      try page.wait(
        "other thumbnails",
        for: "document.querySelector('#look-list [data-look=\"none\"]') !== null")
      try press("#look-list [data-look=\"vivid=1.5\"]")
      try page.waitForCommand("--kept vivid=1.5")
      try press("#reset-all")
      try command(page, "the defaults", "!text.includes('--hue')")
    }
    try withPage(RunningTuner("test:640x360@10")) { page in
      try page.wait(
        "swatches", for: "document.querySelectorAll('#welcome-colors button').length > 2")
      try focus(page, "#welcome-colors button")
      try page.press("Enter")
      try page.waitForCommand("--hue")
    }
  }
}

extension BrowserPage {
  /// Two fingers move apart or together on an element, `start` to `end` pixels off its middle.
  fileprivate func pinch(_ selector: String, from start: Double, to end: Double) throws {
    let (x, y) = try place(selector)
    func fingers(_ away: Double) -> [Place] { [(x - away, y), (x + away, y)] }
    try touch(.press, Array(fingers(start).prefix(1)))
    try touch(.press, fingers(start))
    for step in 1...6 { try touch(.move, fingers(start + (end - start) * Double(step) / 6)) }
    try touch(.release, [])
  }

  /// Moves a finger over an element.
  ///
  /// - Parameters:
  ///   - start: in shares of its size.
  ///   - way: in pixels of the page.
  fileprivate func swipe(
    _ selector: String, from start: (x: Double, y: Double) = (0.5, 0.5),
    by way: (x: Double, y: Double)
  ) throws {
    let (x, y) = try place(selector, x: start.x, y: start.y)
    try touch(.press, [(x, y)])
    for step in 1...4 {
      let share = Double(step) / 4
      try touch(.move, [(x + share * way.x, y + share * way.y)])
    }
    // A finger that rests starts no fling: a tap during a fling would only stop it.
    usleep(200_000)
    try touch(.move, [(x + way.x, y + way.y)])
    try touch(.release, [])
  }
}
