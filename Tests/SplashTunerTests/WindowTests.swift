import TestSupport

/// Regions on the frame are rotated and feathered, by mouse and by keys.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct WindowTests {
  private func corners(_ page: BrowserPage) throws -> [(x: Double, y: Double)] {
    let text = (try page.settings()["within"] as? [String])?.first ?? ""
    let numbers = text.split(whereSeparator: { "=,:".contains($0) }).compactMap { Double($0) }
    return stride(from: 0, to: min(8, numbers.count - 1), by: 2).map { index in
      (x: numbers[index], y: numbers[index + 1])
    }
  }

  /// The corners of a box of 0.3, 0.3, 0.3, 0.4 that is rotated clockwise, in frames of 16:9.
  private func expect(_ found: [(x: Double, y: Double)], turnedBy degrees: Double) {
    let angle = degrees * .pi / 180
    let box = [(0.3, 0.3), (0.6, 0.3), (0.6, 0.7), (0.3, 0.7)]
    #expect(found.count == 4, "\(found)")
    for (found, (x, y)) in zip(found, box) {
      let (right, down) = ((x - 0.45) * 16 / 9, y - 0.5)
      let meant = (
        x: 0.45 + (right * cos(angle) - down * sin(angle)) * 9 / 16,
        y: 0.5 + right * sin(angle) + down * cos(angle)
      )
      #expect(
        abs(found.x - meant.x) < 0.004 && abs(found.y - meant.y) < 0.004, "\(found), \(meant)")
    }
  }

  @Test func boxCanBeRotatedByKeysAndHandle() throws {
    try withPage(RunningTuner("test:640x360@10", "--within", "box=0.3,0.3,0.3,0.4")) { page in
      try page.pause()
      try page.press("r")
      try page.focus(".region")
      for _ in 0..<2 { try page.press("PageDown") }
      try page.waitForCommand("polygon=")
      try page.wait(
        "both", for: "document.getElementById('command').textContent.includes('polygon=0.32')")
      expect(try corners(page), turnedBy: 10)
      for _ in 0..<2 { try page.press("z", .control) }
      try page.waitForCommand("box=0.3")
      // Around the middle by a right angle, from above it to its right.
      let (start, middle) = (
        try page.place("[data-kind=turn]"), try page.place("#picture", x: 0.45, y: 0.5)
      )
      let away = middle.y - start.y
      try page.mouse(.press, start)
      for (x, y) in [(0.5, -0.86), (0.86, -0.5), (1, 0)] {
        try page.mouse(.move, (middle.x + x * away, middle.y + y * away))
      }
      try page.mouse(.release, (middle.x + away, middle.y))
      try page.waitForCommand("polygon=")
      expect(try corners(page), turnedBy: 90)
    }
  }

  /// Each side of the edge has a handle and a number of its own.
  @Test func edgeHandlesSetInnerAndOuterFeather() throws {
    try withPage(RunningTuner("test:640x360@10", "--within", "ellipse=0.4,0.5,0.2,0.3")) { page in
      try page.pause()
      try page.press("e")
      try page.focus(".region")
      #expect(
        try page.value("document.querySelector('[data-kind=turn]') === null") as? Bool == true)
      let height = try page.number("document.getElementById('picture').clientHeight")
      func softness() throws -> [Double] {
        let text = (try page.settings()["within"] as? [String])?.first ?? ""
        return text.split(separator: ":").last?.split(separator: ",").compactMap { Double($0) }
          ?? []
      }
      for (kind, direction) in [("soft-outer", 1.0), ("soft-inner", -1)] {
        let start = try page.place("[data-kind=\(kind)]")
        try page.mouse(.press, start)
        for share in [0.05, 0.1] {
          try page.mouse(.move, (start.x + direction * share * height, start.y))
        }
        try page.mouse(.release, (start.x + direction * 0.1 * height, start.y))
        try page.waitForCommand("--within ellipse=0.4,0.5,0.2,0.3:0")
        if direction > 0 {
          let found = try softness()
          #expect(found.count == 2 && found[0] == 0 && abs(found[1] - 0.1) < 0.005, "\(found)")
        }
      }
      try page.wait(
        "both sides",
        for: "!document.getElementById('command').textContent.includes('0.2,0.3:0,')")
      let found = try softness()
      let sides = found.count == 2 ? found : found.map { $0 / 2 } + found.map { $0 / 2 }
      #expect(sides.allSatisfy { abs($0 - 0.1) < 0.01 }, "\(found)")
      try page.value(
        "document.querySelector('#region-list [aria-label=\"Softness of ellipse 1, inside\"]').focus()"
      )
      for key in ["0", ".", "3", "Enter"] { try page.press(key) }
      try page.waitForCommand("--within ellipse=0.4,0.5,0.2,0.3:0.3,0.")
    }
  }

  @Test func gradientCanBeDrawnAndMoved() throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", "120:20")) { page in
      try page.pause()
      try page.press("d")
      try page.drag("#picture", from: (0.2, 0.4), to: (0.6, 0.4))
      try page.waitForCommand("--within gradient=0.2,0.4,0.6,0.4")
      // The right end is dragged further.
      try page.drag("#picture", from: (0.6, 0.4), to: (0.7, 0.8))
      try page.wait(
        "its end",
        for: "/gradient=0.2,0.4,0.7,0.(8|79)/.test(document.getElementById('command').textContent)")
      try page.focus(".region")
      for _ in 0..<18 { try page.press("PageDown") }
      // Rotated by a right angle it goes to the left as it goes down.
      let text = (try page.settings()["within"] as? [String])?.first ?? ""
      let numbers = text.split(whereSeparator: { "=,".contains($0) }).compactMap { Double($0) }
      try #require(numbers.count == 4, "\(text)")
      let meant = [
        0.45 + 0.2 * 9 / 16, 0.6 - 0.25 * 16 / 9, 0.45 - 0.2 * 9 / 16, 0.6 + 0.25 * 16 / 9,
      ]
      for (number, meant) in zip(numbers, meant) { #expect(abs(number - meant) < 0.02, "\(text)") }
    }
  }

  /// A corner is added on a line, rounded by a double-click, moved by one handle, and removed.
  @Test func cornersCanBeAddedRoundedAndRemoved() throws {
    let triangle = "polygon=0.2,0.2,0.8,0.2,0.5,0.8"
    try withPage(RunningTuner("test:640x360@10", "--within", triangle)) { page in
      try page.press("k")
      try page.wait("a pause", for: "document.getElementById('play').ariaLabel === 'Play'")
      try page.press("p")
      try page.value("document.querySelector('.region').focus()")
      try page.drag("#picture", from: (0.5, 0.2), to: (0.5, 0.1))
      try page.waitForCommand("--within polygon=0.2,0.2,0.5,0.1,0.8,0.2,0.5,0.8")
      let corner = try page.place("[data-id=\"within 0 corner 1\"]")
      for _ in 0..<2 {
        try page.mouse(.press, corner)
        try page.mouse(.release, corner)
      }
      // As long as a third of the way between the corners beside it.
      try page.waitForCommand("--within curve=0.2,0.2,0.2,0.2,0.2,0.2,0.5,0.1,0.4,0.1,0.6,0.1,0.8")
      let drawn = "document.querySelector('.region').getAttribute('d')"
      #expect((try page.value(drawn) as? String)?.contains("C") == true)
      // One handle moves, and the other one opposite; with Alt only one.
      try page.value("document.querySelector('[data-id=\"within 0 after 1\"]').focus()")
      for _ in 0..<5 { try page.press("ArrowUp") }
      try page.waitForCommand("0.5,0.1,0.4,0.15,0.6,0.05,0.8")
      for _ in 0..<5 { try page.press("ArrowUp", .alt) }
      try page.waitForCommand("0.5,0.1,0.4,0.15,0.6,0,0.8")
      try page.value("document.querySelector('[data-id=\"within 0 corner 1\"]').focus()")
      try page.press("Enter")
      try page.waitForCommand("--within polygon=0.2,0.2,0.5,0.1,0.8,0.2,0.5,0.8")
      try page.press("Delete")
      try page.waitForCommand("--within \(triangle)")
      try page.value("document.querySelector('[data-id=\"within 0 corner 1\"]').focus()")
      try page.press("Delete")
      try page.press("ArrowRight")
      try page.waitForCommand("polygon=0.2,0.2,0.81,0.2,0.5,0.8")
      // By keys: a corner in the middle of a line.
      try page.value("document.querySelector('[data-id=\"within 0 middle 1\"]').focus()")
      try page.press("Enter")
      try page.waitForCommand("polygon=0.2,0.2,0.81,0.2,0.655,0.5,0.5,0.8")
    }
  }

  /// A region that is switched off stays in the list, also after a reload, and an
  /// undo brings it back once.
  @Test func regionCanBeSwitchedOffAndOn() throws {
    let tuner = try RunningTuner(
      "test:640x360@10", "--within", "box=0.1,0.1,0.6,0.6", "--without", "ellipse=0.5,0.5,0.1,0.1")
    try withPage(tuner) { page in
      func wait(_ what: String, without text: String) throws {
        try page.wait(
          what, for: "!document.getElementById('command').textContent.includes('\(text)')")
      }
      try page.reveal("#region-list")
      try page.click("#region-list [aria-label=\"Switch box 1 off\"]")
      try wait("no box", without: "box=")
      #expect(try page.text("region-parked").contains("box"))
      _ = try page.settings()
      try page.navigate(to: tuner.address)
      try page.wait(
        "what waits", for: "document.querySelectorAll('#region-parked li').length === 1")
      try page.reveal("#region-parked")
      try page.click("#region-parked [aria-label=\"Switch box on\"]")
      try page.waitForCommand("--within box=0.1,0.1,0.6,0.6")
      #expect(try page.text("region-parked").isEmpty)
      try page.click("#region-list [aria-label=\"Switch ellipse 1 off\"]")
      try wait("no ellipse", without: "ellipse=")
      try page.click("#undo")
      try page.waitForCommand("--without ellipse=")
      #expect(try page.text("region-parked").isEmpty)
    }
  }

  /// A box moves at a keyframe with a transition: halfway through it the mask is halfway.
  @Test func windowMovesBetweenKeyframes() throws {
    let scratch = Scratch()
    let clip = try scratch.make(
      "clip.mp4", "-f", "lavfi", "-i", "color=gray:size=320x180:rate=10:duration=4",
      "-pix_fmt", "yuv420p", "-preset", "ultrafast")
    let tuner = try RunningTuner(
      clip, "--keep", "box=0.1,0.3,0.2,0.4", "--white-balance", "off", "--smoothing", "0")
    try withPage(tuner) { page in
      /// The middle of the white area, in shares of the width.
      func middle(at time: Double) throws -> Double {
        try page.seek(to: time)
        try page.waitForCurrentPicture()
        let pixels = try page.pixels()
        let white = (0..<pixels.count).filter { pixels.value($0) > 0.5 }
        let columns = white.map { (Double($0 % pixels.width) + 0.5) / Double(pixels.width) }
        return columns.reduce(0, +) / Double(max(columns.count, 1))
      }
      try page.pause()
      try page.click("input[value=mask]")
      #expect(abs(try middle(at: 1) - 0.2) < 0.01)
      try page.click("#key")
      try page.wait("a key", for: "document.querySelectorAll('.keyframe').length === 1")
      try page.press("r")
      try page.focus(".region")
      for _ in 0..<40 { try page.press("ArrowRight") }
      try page.waitForCommand("\"keep\":[\"box=0.5,0.3,0.2,0.4\"]")
      try page.focus("#key-list input")
      try page.press("2")
      try page.press("Enter")
      try page.waitForCommand("\"transition\":2")
      for (time, place) in [(0.5, 0.2), (1.5, 0.3), (2, 0.4), (2.5, 0.5), (3.5, 0.6)] {
        let found = try middle(at: time)
        #expect(abs(found - place) < 0.012, "at \(time) s: \(found)")
      }
    }
  }

  /// A box is tied to a red square that moves to the right by 60 of 320 pixels a second: its
  /// outline follows, and stays when it is released.
  @Test func windowFollowsAClickedObject() throws {
    let scratch = Scratch()
    let clip = try scratch.redSquare()
    let tuner = try RunningTuner(
      clip, "--hue", "red", "--smoothing", "0", "--white-balance", "off", "--within",
      "box=0.05,0.3,0.15,0.1")
    try withPage(tuner) { page in
      try page.pause()
      try page.set("#scrub", to: 0)
      try page.waitForTime("0:00.0")
      try page.waitForCurrentPicture()
      try page.click("#region-list [aria-label=\"box 1: let it go with something\"]")
      try page.click("#picture", x: 40.0 / 320, y: 80.0 / 180)
      try page.waitForCommand("--within follow=")
      let command = try page.text("command")
      #expect(command.contains(":box=0.05,0.3,0.15,0.1"), "\(command)")
      try page.set("#scrub", to: 2)
      // The square and the box are 120 pixels farther to the right.
      let left =
        "Number(/^M([\\d.]+)/.exec(document.getElementById('moved').getAttribute('d'))?.[1])"
      try page.wait("the box", for: "Math.abs(\(left) - (0.05 + 120 / 320)) < 0.01")
      try page.click("#region-list [aria-label=\"box 1: let it stay\"]")
      try page.wait(
        "a box that stays",
        for: "!document.getElementById('command').textContent.includes('follow=')")
      #expect(try page.text("command").contains("--within box=0.05,0.3,0.15,0.1"))
    }
  }
}
