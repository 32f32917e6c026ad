import Foundation
import TestSupport
import Testing

/// Regions on the picture are turned and made softer, by mouse and by keys.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct WindowTests {
  private func corners(_ page: BrowserPage) throws -> [(x: Double, y: Double)] {
    let text = (try page.settings()["within"] as? [String])?.first ?? ""
    let numbers = text.split(whereSeparator: { "=,:".contains($0) }).compactMap { Double($0) }
    return stride(from: 0, to: min(8, numbers.count - 1), by: 2).map { index in
      (x: numbers[index], y: numbers[index + 1])
    }
  }

  /// The places of a box of 0.3, 0.3, 0.3, 0.4 that is turned clockwise, on pictures of 16:9.
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

  @Test func aBoxIsTurnedByKeysAndByItsHandle() throws {
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

  @Test func anEdgeIsMadeSofterByItsHandle() throws {
    try withPage(RunningTuner("test:640x360@10", "--within", "ellipse=0.4,0.5,0.1,0.2")) { page in
      try page.pause()
      try page.press("e")
      try page.focus(".region")
      #expect(
        try page.value("document.querySelector('[data-kind=turn]') === null") as? Bool == true)
      let height = try page.number("document.getElementById('picture').clientHeight")
      try page.drag("[data-kind=soft-edge]", right: height / 10)
      try page.waitForCommand("--within ellipse=0.4,0.5,0.1,0.2:0.")
      let text = (try page.settings()["within"] as? [String])?.first ?? ""
      let feather = Double(text.split(separator: ":").last ?? "") ?? 0
      #expect(abs(feather - 0.2) < 0.01, "\(text)")
    }
  }

  /// A key behind which a box was moved, with a glide: half-way of it the mask is half-way.
  @Test func aWindowMovesFromKeyToKey() throws {
    let scratch = try Scratch()
    let clip = try scratch.make(
      "clip.mp4", "-f", "lavfi", "-i", "color=gray:size=320x180:rate=10:duration=4",
      "-pix_fmt", "yuv420p", "-preset", "ultrafast")
    let tuner = try RunningTuner(
      clip, "--keep", "box=0.1,0.3,0.2,0.4", "--white-balance", "off", "--stability", "0")
    try withPage(tuner) { page in
      /// The middle of what is white, in shares of the width.
      func middle(at time: Double) throws -> Double {
        try page.seek(to: time)
        try page.waitForCurrentPicture()
        let pixels = try page.pixels()
        let white = (0..<pixels.count).filter { pixels.value($0) > 0.5 }
        let columns = white.map { (Double($0 % pixels.width) + 0.5) / Double(pixels.width) }
        return columns.reduce(0, +) / Double(max(columns.count, 1))
      }
      try page.pause()
      try page.click("[data-view=mask]")
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

  /// A box is tied to a red square that goes to the right by 60 samples of 320 a second: its outline
  /// goes along, and stays again when it is let loose.
  @Test func aWindowGoesWithWhatIsClicked() throws {
    let scratch = try Scratch()
    let clip = scratch.path("clip.mp4")
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=gray:s=320x180:r=10:d=4[ground];color=red:s=40x40:r=10:d=4[square];"
        + "[ground][square]overlay=x='20+60*t':y=60", "-pix_fmt", "yuv420p", "-colorspace",
      "bt709", "-color_range", "tv", clip)
    let tuner = try RunningTuner(
      clip, "--hue", "red", "--stability", "0", "--white-balance", "off", "--within",
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
      // The square and the box are 120 samples farther to the right.
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
