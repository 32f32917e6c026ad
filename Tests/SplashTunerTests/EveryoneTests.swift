import TestSupport

/// The page without a mouse, with a screen reader, with large letters and with high contrast.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct EveryoneTests {
  private func press(_ page: BrowserPage, _ key: String, times: Int) throws {
    for _ in 0..<times { try page.press(key) }
  }

  /// The numbers after a word of the command line.
  private func numbers(_ page: BrowserPage, after word: String) throws -> [Double] {
    try page.waitForCommand(word)
    let rest = try page.text("command").components(separatedBy: word)[1]
    return rest.prefix { !" :'".contains($0) }.split(separator: ",").compactMap { Double($0) }
  }

  private func expect(_ found: [Double], _ meant: [Double], _ what: String) {
    #expect(found.count == meant.count, "\(what): \(found)")
    for (found, meant) in zip(found, meant) {
      #expect(abs(found - meant) < 0.0021, "\(what): \(found), \(meant)")
    }
  }

  /// Regions that a mouse drags get their corners by Enter: from the middle to the right and down.
  @Test func regionsCanBeDrawnByKeys() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      try page.pause()
      try page.focus("#picture")
      func draw(_ tool: String) throws {
        try page.press(tool)
        try page.press("Enter")
        try press(page, "ArrowRight", times: 4)
        try press(page, "ArrowDown", times: 6)
        #expect(
          try page.value("document.getElementById('draft').getAttribute('d') !== ''") as? Bool
            == (tool != "g"))
        try page.press("Enter")
      }
      try draw("r")
      expect(try numbers(page, after: "box="), [0.5, 0.5, 0.04, 0.06], "box")
      try draw("e")
      expect(try numbers(page, after: "ellipse="), [0.56, 0.59, 0.02, 0.03], "ellipse")
      try draw("g")
      expect(try numbers(page, after: "card="), [0.58, 0.62, 0.04, 0.06], "card")
      // Escape and Ctrl+Z drop a corner, and then Enter sets a first one.
      for leave in ["Escape", "z"] {
        try page.press("r")
        try page.press("Enter")
        try press(page, "ArrowRight", times: 3)
        try page.press(leave, leave == "z" ? .control : .none)
        try page.press("ArrowRight")
        #expect(
          try page.value("document.getElementById('draft').getAttribute('d') ?? ''") as? String
            == "")
      }
      #expect(try page.text("command").matches(of: /box=/).count == 1)
    }
  }

  /// A polygon: Enter sets corners, Ctrl+Z takes one back, Enter twice closes it, Escape leaves it.
  /// By mouse a double-click closes it, without a corner of its own.
  @Test func polygonsCanBeDrawnByKeysAndDoubleClick() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      try page.pause()
      try page.focus("#picture")
      try page.press("p")
      func corner(_ key: String, _ times: Int) throws {
        try press(page, key, times: times)
        try page.press("Enter")
      }
      for _ in 0..<2 {
        try corner("ArrowRight", 5)
        try corner("ArrowDown", 5)
        try page.press("Escape")
      }
      #expect(try !page.text("command").contains("polygon="))
      try corner("ArrowUp", 10)
      try corner("ArrowLeft", 10)
      try corner("ArrowLeft", 10)
      try page.press("z", .control)
      try corner("ArrowDown", 10)
      try page.press("Enter")
      let corners = try numbers(page, after: "polygon=")
      expect(corners, [0.6, 0.5, 0.5, 0.5, 0.4, 0.6], "corners")
      try page.press("z", .control)
      try page.wait(
        "none", for: "!document.getElementById('command').textContent.includes('polygon')")
      for (x, y) in [(0.2, 0.2), (0.6, 0.2), (0.4, 0.7), (0.4, 0.7)] {
        try page.click("#picture", x: x, y: y)
      }
      #expect(try numbers(page, after: "polygon=").count == 6)
    }
  }

  @Test func arrowKeysAnnounceTheColor() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      try page.pause()
      try page.focus("#picture")
      let said = "document.getElementById('said').textContent"
      try page.press("ArrowRight")
      try page.wait("a color", for: "/#[0-9a-f]{6}/i.test(\(said))")
      #expect(
        try page.value("document.getElementById('said').getAttribute('role')") as? String
          == "status")
      #expect(try page.value("document.getElementById('loupe').hidden") as? Bool == false)
      try page.press("r")
      try page.press("ArrowDown")
      try page.wait("a place", for: "\(said) === '51 % across, 51 % down'")
    }
  }

  @Test func capsLockDoesNotChangeShortcuts() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      try page.pause(by: "K")
      try page.press("R")
      #expect(
        try page.value("document.querySelector('input[value=box]').checked") as? Bool == true)
      try page.press("C")
      try page.wait(
        "a copy", for: "navigator.clipboard.readText().then(t => t.startsWith('splash '))")
      let view = "document.getElementById('picture').dataset.view"
      try page.hold("B") { try page.wait("the source", for: "\(view) === 'source'") }
      try page.wait("the result", for: "\(view) === 'result'")
    }
  }

  @Test func timeIsNoLiveRegionForScreenReaders() throws {
    try withPage(RunningTuner(Clips.path("cups-720p.mp4"))) { page in
      let live =
        try page.value(
          """
          (() => {
            const roles = ['status', 'alert', 'log', 'timer'];
            for (let e = document.getElementById('time'); e; e = e.parentElement) {
              if (e.tagName === 'OUTPUT' || e.ariaLive || roles.includes(e.getAttribute('role'))) return e.outerHTML;
            }
            return '';
          })()
          """) as? String
      #expect(live == "")
      try page.pause()
      try page.set("#scrub", to: 1.5)
      try page.wait(
        "a time in words",
        for: "/^0:01.5 of 0:[0-9.]+$/.test(document.getElementById('scrub').ariaValueText)")
    }
  }

  /// With forced colors, selected buttons differ from others, in each group of
  /// buttons.
  @Test func selectedButtonsAreVisibleInForcedColors() throws {
    try withPage(
      RunningTuner("test:640x360@10", "--hue", "120:14", "--within", "box=0.1,0.1,0.5,0.5"),
      hasForcedColors: true
    ) { page in
      #expect(
        try page.value("matchMedia('(forced-colors: active)').matches") as? Bool == true)
      let same =
        try page.value(
          """
          [...['result', 'mask', 'replace', 'box'].map(value => `label:has([value=${value}])`),
            '#slot-a', '#slot-b'].map((selector) => getComputedStyle(document.querySelector(selector)).backgroundColor)
            .reduce((pairs, color, index, all) =>
              index % 2 && all[index - 1] === color ? [...pairs, index] : pairs, [])
          """) as? [NSNumber]
      #expect(same == [])
      if let folder = ProcessInfo.processInfo.environment["SPLASH_SCREENSHOTS"] {
        try page.screenshot().write(to: URL(fileURLWithPath: "\(folder)/tune-forced.png"))
      }
    }
  }

  /// At 400 % of 1280 x 1024, and on a small phone that lies on its side: nothing sticks out or
  /// lies under something else, and the frame is large enough to click.
  @Test(arguments: [(320, 256), (568, 320)])
  func smallestWindowsAreUsable(width: Int, height: Int) throws {
    try withPage(
      RunningTuner(Clips.path("cups-720p.mp4"), "--hue", "354:14"), width: width, height: height,
      isPhone: width == 568
    ) { page in
      try page.press("m")
      try page.press("r")
      try page.wait("a key", for: "!document.getElementById('keys-box').hidden")
      #expect(try page.number("document.documentElement.scrollWidth") <= Double(width))
      #expect(try page.number("document.getElementById('picture').clientHeight") >= 140)
      let unreachable =
        try page.value(
          """
          [...document.querySelectorAll('button, input, select, summary, a, #picture')]
            .filter(e => e.checkVisibility() && !e.disabled && !e.closest('dialog, .two, .unseen'))
            .filter(e => {
              e.scrollIntoView({ block: 'center', inline: 'center' });
              const { left, top, width, height } = e.getBoundingClientRect();
              const hit = document.elementFromPoint(left + width / 2, top + height / 2);
              return !(hit && (e.contains(hit) || hit.closest('label')?.contains(e) || e.id === 'picture' && hit.closest('#frame')));
            }).map(e => e.id || e.ariaLabel || e.outerHTML)
          """) as? [String]
      #expect(unreachable == [])
      if let folder = ProcessInfo.processInfo.environment["SPLASH_SCREENSHOTS"] {
        try page.value("scrollTo(0, 0)")
        let name = "tune-\(width)x\(height).png"
        try page.screenshot().write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
    }
  }

  /// A tool, a keyframe, an offer or a warning leaves the frame where it is.
  @Test(
    arguments: [(1440, 900), (1024, 640), (844, 390), (390, 844), (568, 320)].sampled(3))
  func openingAControlNeverShiftsTheFrame(width: Int, height: Int) throws {
    let clip = try Clips.path("cups-720p.mp4")
    try withPage(RunningTuner(clip), width: width, height: height, isPhone: width < 900) { page in
      try page.pause()
      let place =
        "JSON.stringify(document.getElementById('picture').getBoundingClientRect())"
      let before = try page.value(place) as? String
      for key in ["r", "e", "p", "t", "g", "m"] {
        try page.press(key)
        if key == "m" {
          try page.wait("a key", for: "!document.getElementById('keys-box').hidden")
        }
        #expect(try page.value(place) as? String == before, "\(key)")
      }
      try page.value("document.getElementById('balance-offer').hidden = false")
      #expect(try page.value(place) as? String == before, "an offer")
      let warning =
        "'<li>nothing in this frame is selected</li><li>clip.mp4: it is gone; waiting for a file</li>'"
      try page.value("document.querySelector('#warnings ul').innerHTML = \(warning)")
      #expect(try page.value(place) as? String == before, "warnings")
    }
  }
}
