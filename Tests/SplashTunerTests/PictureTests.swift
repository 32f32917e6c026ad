import TestSupport

/// The frame on the page and its mouse and touch gestures, in a real browser.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct PictureTests {
  private func pause(_ page: BrowserPage) throws {
    try page.click("#play")
    try page.waitForPause()
  }

  private func pixels(_ view: String, _ page: BrowserPage) throws -> Pixels {
    try page.value("document.querySelector('input[value=\"\(view)\"]').click()")
    try page.wait(view, for: "document.getElementById('picture').dataset.view === '\(view)'")
    try page.waitForCurrentPicture()
    return try page.pixels()
  }

  /// Share of values, of all pixels and colors, within an eighth of what a formula makes
  /// of source, result and mask.
  private func agreement(
    _ shown: Pixels, _ inputs: [Pixels], _ formula: (Int, [Double]) -> Double
  ) -> Double {
    guard inputs.allSatisfy({ $0.count == shown.count }) else { return 0 }
    var near = 0
    for index in shown.bytes.indices {
      let meant = formula(index, inputs.map { Double($0.bytes[index]) / 255 })
      if abs(Double(shown.bytes[index]) / 255 - min(max(meant, 0), 1)) < 0.125 { near += 1 }
    }
    return Double(near) / Double(shown.bytes.count)
  }

  @Test func everyViewFollowsFromSourceResultAndMask() throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", "120:20")) { page in
      try pause(page)
      let source = try pixels("source", page)
      let result = try pixels("result", page)
      let mask = try pixels("mask", page)
      #expect(agreement(source, [result]) { $1[0] } < 0.99, "source and result are alike")
      let difference = try pixels("difference", page)
      #expect(agreement(difference, [source, result]) { abs($1[0] - $1[1]) } > 0.98)
      let black = try pixels("on-black", page)
      #expect(agreement(black, [source, mask]) { $1[0] * $1[1] } > 0.98)
      let white = try pixels("on-white", page)
      #expect(agreement(white, [source, mask]) { $1[0] * $1[1] + 1 - $1[1] } > 0.98)
      let overlay = try pixels("overlay", page)
      let tint: [Double] = [1, 40.0 / 255, 90.0 / 255]
      func laid(_ index: Int, _ inputs: [Double]) -> Double {
        let plain = inputs[0] * (1 - 0.6 * inputs[1])
        return plain + 0.6 * tint[index % 3] * inputs[1]
      }
      #expect(agreement(overlay, [source, mask], laid) > 0.97)
      let wipe = try pixels("wipe", page)
      let width = wipe.width
      func split(at share: Double) -> (Int, [Double]) -> Double {
        { index, inputs in
          Double(index / 3 % width) < share * Double(width) ? inputs[0] : inputs[1]
        }
      }
      #expect(agreement(wipe, [source, result], split(at: 0.5)) > 0.98)
      // The dividing line follows a drag, and keys.
      func line() throws -> Double {
        try page.number("Number(document.getElementById('wipe').ariaValueNow)")
      }
      let frame = try page.number("document.getElementById('picture').clientWidth")
      try page.drag("#wipe", right: 0.2 * frame)
      #expect(try (69...71).contains(line()))
      try page.drag("#wipe", right: -0.2 * frame)
      for _ in 0..<40 where try line() > 50 { try page.press("ArrowLeft") }
      for _ in 0..<40 where try line() < 50 { try page.press("ArrowRight") }
      for _ in 0..<10 { try page.press("ArrowRight") }
      #expect(try page.number("Number(document.getElementById('wipe').ariaValueNow)") == 70)
      let moved = try page.pixels()
      #expect(agreement(moved, [source, result], split(at: 0.7)) > 0.98)
      let both = try pixels("side-by-side", page)
      #expect(both.width == 2 * source.width)
      func beside(_ index: Int, _: [Double]) -> Double {
        let (x, y) = (index / 3 % both.width, index / 3 / both.width)
        let half = x < width ? source : result
        return Double(half.bytes[3 * (y * width + x % width) + index % 3]) / 255
      }
      #expect(agreement(both, [both], beside) > 0.98)
    }
  }

  @Test func sourceIsShownWhileCompareIsHeld() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      func shown(_ view: String) -> String {
        "document.getElementById('picture').dataset.view === '\(view)'"
      }
      let place = try page.place("#compare")
      try page.mouse(.press, place)
      try page.wait("the source", for: shown("source"))
      try page.mouse(.release, place)
      try page.wait("the result", for: shown("result"))
      try page.hold("b") { try page.wait("the source", for: shown("source")) }
      try page.wait("the result", for: shown("result"))
      // Where another window comes in front meanwhile, the key counts as let go.
      try page.hold("b") {
        try page.wait("the source", for: shown("source"))
        try page.value("dispatchEvent(new Event('blur'))")
        try page.wait("the result", for: shown("result"))
      }
    }
  }

  /// At full zoom of a frame wider than the one that is sent, the source's own pixels are sent.
  @Test func fullZoomShowsTheSourcesPixels() throws {
    let scratch = Scratch()
    let path = scratch.path("lines.png")
    // Columns that are alternately red and blue: any smaller copy mixes them.
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "nullsrc=s=2560x1440,format=gbrp,geq=r='255*mod(floor(X/4),2)':g=0:b='255-255*mod(floor(X/4),2)'",
      "-frames:v", "1", path)
    try withPage(RunningTuner(path)) { page in
      try page.press("2")
      try page.wait(
        "the source", for: "document.getElementById('picture').dataset.view === 'source'")
      func isSeen() throws -> Bool {
        let row = try page.pixels(step: 2)
        let colors = (0..<min(row.width, row.count)).map { row[$0] }
        return colors.filter { abs($0.red - $0.blue) > 0.7 }.count > colors.count / 3
      }
      func wait(until isMeant: Bool, _ what: Comment) throws {
        let limit = Date(timeIntervalSinceNow: 30)
        while try isSeen() != isMeant, Date() < limit { usleep(100_000) }
        #expect(try isSeen() == isMeant, what)
      }
      #expect(try !isSeen())
      let place = try page.place("#picture", x: 0.25, y: 0.25)
      try page.turnWheel(at: place, by: -1500)
      try wait(until: true, "columns after zooming")
      #expect(try page.number("document.getElementById('picture').width") < 1280)
      let (scale, shapes) = (try page.text("zoom-value"), "document.getElementById('shapes')")
      let before = try page.value("\(shapes).getAttribute('transform')") as? String ?? ""
      try page.press("h")
      try page.drag("#picture", from: (0.7, 0.5), to: (0.3, 0.5))
      try page.wait("another part", for: "\(shapes).getAttribute('transform') !== '\(before)'")
      try wait(until: true, "columns after moving")
      #expect(try page.text("zoom-value") == scale)
      try page.press("0")
      try wait(until: false, "the whole picture")
    }
  }

  @Test func touchCanPickPinchAndOpenTheLoupe() throws {
    let tuner = try RunningTuner("test:640x360@10")
    try withPage(tuner, width: 390, height: 844, isPhone: true) { page in
      // On a phone the first steps cover a part of the frame.
      try page.wait("the first steps", for: "!document.getElementById('welcome').hidden")
      try page.click("#welcome-close")
      try page.click("#play")
      let source = try pixels("source", page)
      let spot = try #require(source.spot(of: 240))
      try page.value("scrollTo(0, 0)")
      let place = try page.place("#picture", x: spot.x, y: spot.y)
      try page.touch(.press, [place])
      try page.wait("the loupe", for: "!document.getElementById('loupe').hidden")
      try page.touch(.release, [])
      try page.waitForCommand("--hue 24")
      #expect(try page.value("document.getElementById('loupe').hidden") as? Bool == true)
      try page.touch(.press, [place])
      try page.touch(.release, [])
      try page.waitForCommand("--hue 24")
      let before = try page.text("zoom-value")
      let (x, y) = try page.place("#picture")
      try page.touch(.press, [(x - 20, y)])
      try page.touch(.press, [(x - 20, y), (x + 20, y)])
      for step in 1...8 {
        let away = 20 + 8 * Double(step)
        try page.touch(.move, [(x - away, y), (x + away, y)])
      }
      try page.touch(.release, [])
      try page.wait(
        "a larger picture", for: "document.getElementById('zoom-value').textContent !== '\(before)'"
      )
    }
  }

  /// The outline of what a click would select is the edge of what it then selects.
  @Test func outlineMatchesWhatAClickKeeps() throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", "0:10", "--smoothing", "0")) { page in
      try pause(page)
      let source = try pixels("source", page)
      let spot = try #require(source.spot(of: 120))
      let place = try page.place("#picture", x: spot.x, y: spot.y)
      try page.mouse(.move, (place.x - 3, place.y))
      try page.mouse(.move, place)
      try page.wait(
        "an outline", for: "document.getElementById('outline').getAttribute('d').length > 100")
      #expect(try page.text("loupe-text").contains("hue 12"))
      let inside =
        try page.value(
          """
          (() => {
            // Line segments, counted to the left of each place.
            const pieces = document.getElementById('outline').getAttribute('d').slice(1).split('M')
              .map(piece => piece.split(/[L ]/).map(Number));
            const inside = [];
            for (let y = 0; y < 45; y += 1) for (let x = 0; x < 80; x += 1) {
              const [px, py] = [(x + 0.5) / 80, (y + 0.503) / 45];
              inside.push(pieces.filter(([x1, y1, x2, y2]) => (y1 > py) !== (y2 > py)
                && x1 + (x2 - x1) * (py - y1) / (y2 - y1) < px).length % 2);
            }
            return inside;
          })()
          """) as? [NSNumber] ?? []
      try page.mouse(.press, place)
      try page.mouse(.release, place)
      try page.waitForCommand("--hue 12")
      let mask = try pixels("mask", page)
      var (same, kept) = (0, 0)
      for (index, isInside) in inside.enumerated() {
        let (x, y) = (index % 80 * mask.width / 80, index / 80 * (mask.count / mask.width) / 45)
        let isKept = mask[(y + 1) * mask.width + x + 1].green > 0.5
        if isKept { kept += 1 }
        if isKept == (isInside.intValue == 1) { same += 1 }
      }
      #expect(kept > 50 && inside.count == 3600)
      #expect(same > 3450, "\(same) of 3600, \(kept) kept")
    }
  }

  @Test func regionsCanBeDrawnMovedAndRemoved() throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", "120:20")) { page in
      try pause(page)
      try page.press("r")
      try page.drag("#picture", from: (0.2, 0.3), to: (0.6, 0.7))
      try page.wait("a box", for: "document.querySelectorAll('#region-list li').length === 1")
      func numbers(_ key: String) throws -> [Double] {
        let text = (try page.settings()[key] as? [String])?.first ?? ""
        return text.split(whereSeparator: { "=,:".contains($0) }).dropFirst().compactMap {
          Double($0)
        }
      }
      try page.waitForCommand("--within box=")
      let box = try numbers("within")
      try #require(box.count == 4)
      for (number, meant) in zip(box, [0.2, 0.3, 0.4, 0.4]) { #expect(abs(number - meant) < 0.01) }
      // Nothing outside of it is selected.
      let mask = try pixels("mask", page)
      let outside = (0..<mask.count).filter { Double($0 % mask.width) < 0.18 * Double(mask.width) }
      #expect(outside.allSatisfy { mask[$0].green < 0.1 })
      // The lower right corner, then the whole region.
      try page.drag("#picture", from: (0.6, 0.7), to: (0.8, 0.8))
      let larger = try numbers("within")
      try #require(larger.count == 4)
      for (number, meant) in zip(larger, [0.2, 0.3, 0.6, 0.5]) {
        #expect(abs(number - meant) < 0.02)
      }
      try page.drag("#picture", from: (0.4, 0.5), to: (0.45, 0.45))
      let moved = try numbers("within")
      try #require(moved.count == 4)
      for (number, meant) in zip(moved, [0.25, 0.25, 0.6, 0.5]) {
        #expect(abs(number - meant) < 0.02)
      }
      try page.change("#region-list select", to: "without")
      try page.waitForCommand("--without box=0.2")
      try page.focus(".region")
      try page.press("ArrowRight")
      try page.waitForCommand("--without box=0.2")
      try page.press("Delete")
      try page.wait("none", for: "document.querySelectorAll('#region-list li').length === 0")
      try page.press("e")
      try page.drag("#picture", from: (0.1, 0.1), to: (0.3, 0.5))
      try page.waitForCommand("--within ellipse=")
      let ellipse = try numbers("within")
      try #require(ellipse.count == 4)
      for (number, meant) in zip(ellipse, [0.2, 0.3, 0.1, 0.2]) {
        #expect(abs(number - meant) < 0.01)
      }
      try page.press("p")
      for corner in [(0.5, 0.2), (0.9, 0.2), (0.7, 0.8), (0.5, 0.2)] {
        try page.click("#picture", x: corner.0, y: corner.1)
      }
      try page.waitForCommand("--within polygon=")
      let text = (try page.settings()["within"] as? [String])?.last ?? ""
      let corners = text.split(whereSeparator: { "=,".contains($0) }).compactMap { Double($0) }
      try #require(corners.count == 6, "\(text)")
      for (number, meant) in zip(corners, [0.5, 0.2, 0.9, 0.2, 0.7, 0.8]) {
        #expect(abs(number - meant) < 0.005, "\(text)")
      }
    }
  }
}
