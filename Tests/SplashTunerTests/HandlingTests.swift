import TestSupport

/// The page's controls: handles, thumbs, keys and numbers, in a real browser.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct HandlingTests {
  /// Center, width and softness of the first hue.
  private func hue(_ page: BrowserPage) throws -> [String: Double] {
    let hues = try page.settings()["hues"] as? [[String: Any]] ?? []
    return hues.first?.compactMapValues { ($0 as? NSNumber)?.doubleValue } ?? [:]
  }

  /// A handle moves its own value only, on either side and however narrow or wide
  /// the hue is; the arrow keys continue from there.
  @Test(arguments: ["354:1:1", "354:0:0", "10:170:5", "120:14:10"])
  func everyHandleOfTheWheelCanBeDragged(hue spec: String) throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", spec)) { page in
      try page.click("#play")
      for (kind, side) in [
        ("center", 0), ("width", 1), ("width", -1), ("softness", 1), ("softness", -1),
      ] {
        let name = "\(kind) \(side) of \(spec)"
        let before = try hue(page)
        let dot = "#wheel [data-id=\"hues 0 \(kind) \(side)\"] .dot"
        let (start, middle) = (try page.place(dot), try page.place("#wheel"))
        let (x, y) = (start.x - middle.x, start.y - middle.y)
        // Outwards by 8 degrees, or inwards where there is no room.
        let isWide = (before["width"] ?? 0) > 90
        let angle = Double(side == 0 ? 1 : side) * (isWide ? -8 : 8) * .pi / 180
        let end = (
          middle.x + x * cos(angle) - y * sin(angle), middle.y + x * sin(angle) + y * cos(angle)
        )
        try page.mouse(.press, start)
        try page.mouse(.move, end)
        try page.mouse(.release, end)
        let after = try hue(page)
        #expect(after[kind] != before[kind], "\(name): \(before) stays")
        for other in ["center", "width", "softness"] where other != kind {
          #expect(after[other] == before[other], "\(name): \(before), \(after)")
        }
        try page.press(isWide ? "ArrowUp" : "ArrowRight")
        let pressed = try #require(try hue(page)[kind], "\(name): a number")
        let moved = try #require(after[kind])
        #expect(abs(hueDistance(pressed, moved) - 1) < 1e-6, "\(name): \(moved), \(pressed)")
        #expect(try !page.text("command").contains("NaN"))
      }
    }
  }

  private func hueDistance(_ one: Double, _ two: Double) -> Double {
    abs((one - two + 540).truncatingRemainder(dividingBy: 360) - 180)
  }

  /// Touch targets are at least 44 pixels wide and high.
  @Test(arguments: [(390, 844), (844, 390)])
  func touchTargetsAreLargeEnough(width: Int, height: Int) throws {
    let tuner = try RunningTuner("test:640x360@10", "--hue", "354:1:1")
    try withPage(tuner, width: width, height: height, isPhone: true) { page in
      let small =
        try page.value(
          """
          [...document.querySelectorAll('.knob .reach, #undo, #copy, #play, #add-hue, .remove, '
            + '.row input[type=range], .two, select, #presets')]
            .filter(e => e.checkVisibility())
            .map(e => ({ name: e.id || e.parentNode.dataset?.id || e.className, box: e.getBoundingClientRect() }))
            .filter(({ box }) => box.height < 43.9 || box.width < 43.9)
            .map(({ name, box }) => `${name} ${box.width} x ${box.height}`)
          """) as? [String]
      #expect(small == [])
    }
  }

  /// Where both thumbs of a range are at one place, the drag's direction selects one.
  @Test func stackedSliderThumbsComeApart() throws {
    try withPage(RunningTuner("test:640x360@10", "--saturation", "0..0", "--value", "1..1")) {
      page in
      let track = ".two:has([data-key=\"saturation min\"])"
      try page.drag(track, from: (0.03, 0.5), to: (0.5, 0.5))
      try page.wait("the upper end", for: ends("saturation", "ends.min === 0 && ends.max > 0.4"))
      let other = ".two:has([data-key=\"value min\"])"
      try page.drag(other, from: (0.97, 0.5), to: (0.4, 0.5))
      try page.wait("the lower end", for: ends("value", "ends.max === 1 && ends.min < 0.5"))
      // Once apart, the nearest one moves.
      try page.drag(other, from: (0.93, 0.5), to: (0.8, 0.5))
      try page.wait("the upper end", for: ends("value", "ends.max < 0.9 && ends.min < 0.5"))
    }
  }

  private func ends(_ key: String, _ test: String) -> String {
    "fetch('settings.json').then(a => a.json()).then(s => s.\(key)).then(ends => \(test))"
  }

  @Test func spaceAndUndoWorkWithAnyFocus() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      let places = [
        "#copy", "#presets", "#scrub", "#picture", "#command", "[data-key=\"threshold\"]",
        "[data-key=\"invert\"]", "[data-key=\"whiteBalance\"]", "#hues input.number",
        ".row input.number",
        ".knob", "input[value=\"mask\"]",
      ]
      for place in places {
        let name = "document.getElementById('play').ariaLabel"
        let before = try page.value(name) as? String ?? ""
        try page.focus(place)
        try page.press(" ")
        try page.wait("\(place): play or pause", for: "\(name) !== '\(before)'")
        #expect(
          try page.value("document.querySelector('[data-key=\"invert\"]').checked") as? Bool
            == false)
        try page.set("#controls [data-key=\"softness\"]", to: 33)
        try page.waitForCommand("--softness 33")
        try page.focus(place)
        try page.press("z", .control)
        try page.wait(
          "\(place): undo",
          for: "!document.getElementById('command').textContent.includes('--softness')")
        try page.press("y", .control)
        try page.waitForCommand("--softness 33")
        try page.press("z", .control)
        try page.wait(
          "\(place): undo",
          for: "!document.getElementById('command').textContent.includes('--softness')")
      }
    }
  }

  /// Types into a field and leaves it by Enter.
  private func type(_ text: String, _ page: BrowserPage, into field: String) throws {
    try page.focus(field)
    for key in text { try page.press(String(key)) }
    try page.press("Enter")
  }

  @Test func numberFieldsTakeDecimalsAndExplainRefusals() throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", "120:14")) { page in
      let width = "#hues [data-key=\"width\"]"
      try type("12.5", page, into: width)
      try page.waitForCommand("--hue 120:12.5")
      try type("400", page, into: width)
      try page.wait(
        "a reason",
        for: "document.getElementById('toast').textContent.includes('0 to 360')")
      #expect(try page.text("toast").contains("400"))
      try page.value("document.activeElement.blur()")
      try page.wait(
        "the number as it was", for: "document.querySelector('\(width)').value === '12.5'")
      try type("1-2", page, into: width)
      try page.wait(
        "a reason",
        for: "document.getElementById('toast').textContent.includes('not a number')")
      try type("0,35", page, into: ".row:has([data-key=\"saturation min\"]) input.number")
      try page.waitForCommand("--saturation 0.35..1")
      // Beyond what the slider reaches, but in range.
      try type("25", page, into: ".row:has([data-key=\"balanceTime\"]) input.number")
      try page.waitForCommand("--balance-time 25")
    }
  }

  @Test func sameHueIsNotAddedTwice() throws {
    try withPage(RunningTuner("test:640x360@10")) { page in
      for _ in 0..<2 { try page.click("#names button:nth-child(8)") }
      try page.wait(
        "a hue", for: "document.querySelectorAll('#hues li:not(.default)').length === 1")
      for count in 2...4 {
        try page.click("#add-hue")
        try page.wait("one more", for: "document.querySelectorAll('#hues li').length === \(count)")
      }
      let hues = try page.settings()["hues"] as? [[String: Any]] ?? []
      let centers = hues.compactMap { ($0["center"] as? NSNumber)?.doubleValue }
      #expect(Set(centers).count == 4, "\(centers)")
    }
  }

  /// Over plain HTTP from another machine a page has no clipboard API.
  @Test func commandIsCopiedWithoutTheClipboardAPI() throws {
    try withPage(RunningTuner("test:640x360@10", "--hue", "77")) { page in
      try page.value(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
      try page.click("#copy")
      try page.wait(
        "a copy", for: "document.getElementById('toast').textContent.includes('copied')")
      try page.value("delete navigator.clipboard")
      let copied = try page.value("navigator.clipboard.readText()") as? String
      #expect(copied == (try page.text("command")))
    }
  }
}
