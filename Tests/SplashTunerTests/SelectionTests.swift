import Foundation
import TestSupport
import Testing

/// Objects that are clicked, people and things that are switched, in a real browser.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct SelectionTests {
  private func pixels(_ key: String, _ view: String, _ page: BrowserPage) throws -> Pixels {
    try page.press(key)
    try page.wait(view, for: "document.getElementById('picture').dataset.view === '\(view)'")
    try page.waitForCurrentPicture()
    return try page.pixels()
  }

  /// Corners of the line around what a click would keep, in shares of the picture.
  private func outline(_ page: BrowserPage) throws -> (left: Double, right: Double) {
    let numbers = """
      document.getElementById('outline').getAttribute('d').match(/[\\d.]+ [\\d.]+/g)
        .map(place => Number(place.split(' ')[0]))
      """
    return (
      try page.number("Math.min(...\(numbers))"), try page.number("Math.max(...\(numbers))")
    )
  }

  private func clickWithOutline(_ x: Double, _ y: Double, _ page: BrowserPage) throws {
    let place = try page.place("#picture", x: x, y: y)
    try page.mouse(.move, (place.x - 3, place.y))
    try page.mouse(.move, place)
    try page.wait(
      "an outline", for: "document.getElementById('outline').getAttribute('d').length > 60")
    let (left, right) = try outline(page)
    #expect(left < x && right > x && right - left < 0.2, "\(left) to \(right)")
    try page.mouse(.press, place)
    try page.mouse(.release, place)
  }

  /// Moves the eyedropper there by arrow keys, and presses Enter.
  private func steer(_ x: Double, _ y: Double, _ page: BrowserPage) throws {
    try page.value("document.getElementById('picture').focus()")
    for _ in 0..<Int((abs(x - 0.5) * 100).rounded()) {
      try page.press(x < 0.5 ? "ArrowLeft" : "ArrowRight")
    }
    for _ in 0..<Int((abs(y - 0.5) * 100).rounded()) {
      try page.press(y < 0.5 ? "ArrowUp" : "ArrowDown")
    }
    try page.press("Enter")
  }

  /// Three balls of the pattern are kept; of one of them the line shows and the click keeps nothing
  /// else.
  @Test(arguments: ["mouse", "keys", "touch"])
  func anObjectIsClickedWithItsOutline(hand: String) throws {
    let tuner = try RunningTuner("test:640x360@10", "--hue", "240:45:5", "--stability", "0")
    let isPhone = hand == "touch"
    try withPage(
      tuner, width: isPhone ? 390 : 1280, height: isPhone ? 844 : 800, isPhone: isPhone
    ) { page in
      if isPhone { try page.tap("#play") } else { try page.press(" ") }
      try page.wait("a pause", for: "document.getElementById('play').ariaLabel === 'Play'")
      let source = try pixels("2", "source", page)
      let spot = try #require(source.spot(of: 240))
      let before = try pixels("3", "mask", page)
      if isPhone { try page.tap("[data-use=object]") } else { try page.press("t") }
      try page.value("document.getElementById('region-use').value = 'keep'")
      if hand == "mouse" { try clickWithOutline(spot.x, spot.y, page) }
      if hand == "keys" { try steer(spot.x, spot.y, page) }
      if isPhone {
        try page.value("scrollTo(0, 0)")
        try page.tap("#picture", x: spot.x, y: spot.y)
      }
      try page.waitForCommand("--keep object@0.")
      try page.waitForCurrentPicture()
      let mask = try page.pixels()
      var (kept, wrong, others) = (0, 0, 0)
      for index in 0..<mask.count {
        let x = (Double(index % mask.width) + 0.5) / Double(mask.width)
        let isNear = abs(x - spot.x) < 0.12
        if before[index].green > 0.5, !isNear { others += 1 }
        guard mask[index].green > 0.5 else { continue }
        kept += 1
        if before[index].green < 0.5 || !isNear { wrong += 1 }
      }
      #expect(kept > 30 && others > 60 && wrong < kept / 10, "\(kept), \(wrong), \(others)")
      // It is in the list, and can go again; on a phone what sticks to the edges is not over it.
      try page.value(
        "document.getElementById('region-list').scrollIntoView({ block: 'center' })")
      #expect(try page.text("region-list").contains("object"))
      try page.click("#region-list [aria-label^=\"Remove object\"]")
      try page.wait(
        "no object", for: "!document.getElementById('command').textContent.includes('object')")
    }
  }

  /// In a clip the object is named with the time of the picture that was clicked.
  @Test func anObjectOfAClipHasItsTime() throws {
    let clip = try Clips.path("cups-720p.mp4")
    try withPage(RunningTuner(clip, "--hue", "354:14", "--start", "0.5")) { page in
      try page.click("#play")
      try page.set("#scrub", to: 1)
      try page.wait(
        "the place", for: "document.getElementById('time').textContent.startsWith('0:01.0')")
      let spot = try #require(pixels("2", "source", page).spot(of: 354))
      try page.press("t")
      try page.click("#picture", x: spot.x, y: spot.y)
      try page.waitForCommand("--within object@0.")
      let command = try page.text("command")
      let time = command.firstMatch(of: /object@[\d.]+,[\d.]+@([\d.]+)/).flatMap { Double($0.1) }
      #expect(abs((time ?? 0) - 1.5) < 0.04, "\(command)")
    }
  }

  /// The switches keep people and what stands out, and let them go; other parts have a row each.
  @Test(.enabled(if: MadeNetwork.runtime != nil, "scripts/models fetches what this needs"))
  func subjectsAreSwitchedOnAndOff() throws {
    try withPage(RunningTuner("test:320x180@10", "--without", "subject")) { page in
      let switches =
        "[...document.querySelectorAll('#subjects button')].map(b => b.ariaPressed).join()"
      #expect(try page.value(switches) as? String == "false,true")
      try page.click("[data-subject=subject]")
      try page.wait("none", for: "\(switches) === 'false,false'")
      try page.value("document.querySelector('[data-subject=person]').focus()")
      try page.press("Enter")
      try page.waitForCommand("--keep person")
      #expect(try page.text("region-list").contains("people"))
      try page.value(
        """
        (() => {
          const use = document.querySelector('#region-list select');
          use.value = 'without';
          use.dispatchEvent(new Event('change'));
        })()
        """)
      try page.waitForCommand("--without person")
      try page.click("[data-subject=person]")
      try page.wait("none", for: "\(switches) === 'false,false'")
    }
  }
}
