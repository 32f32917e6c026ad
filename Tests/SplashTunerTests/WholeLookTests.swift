import TestSupport

/// Looks that the page stores and restores are complete: settings and keyframes.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct WholeLookTests {
  /// A paused clip with a keyframe at 1 s, after which the edge is softer.
  private func withKeyedPage(body: (BrowserPage) throws -> Void) throws {
    let scratch = Scratch()
    let path = try scratch.make(
      "clip.mp4", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=10:duration=4", "-g", "15",
      "-pix_fmt", "yuv420p", "-preset", "ultrafast")
    try withPage(RunningTuner(path, "--hue", "120:40", "--white-balance", "off")) { page in
      try page.pause()
      try page.set("#scrub", to: 1)
      try page.waitForTime("0:01.0")
      try page.press("m")
      try keys(page, "a key", 1)
      try page.set("[data-key=\"softness\"]", to: 30)
      try page.waitForCommand("\"softness\":30")
      try body(page)
    }
  }

  private func keys(_ page: BrowserPage, _ what: String, _ count: Int) throws {
    try page.wait(what, for: "document.querySelectorAll('.keyframe').length === \(count)")
  }

  private func pressed(_ page: BrowserPage, _ slot: String) throws {
    try page.wait(
      "look \(slot)", for: "document.getElementById('slot-\(slot)').ariaPressed === 'true'")
  }

  @Test func bothLooksKeepTheirKeyframesAfterAReload() throws {
    try withKeyedPage { page in
      try page.click("#slot-b")
      try pressed(page, "b")
      try page.click("#reset-all")
      try keys(page, "no keys", 0)
      try page.wait(
        "the defaults", for: "!document.getElementById('command').textContent.includes('--hue')")
      try page.set("[data-key=\"threshold\"]", to: 55)
      try page.click("#slot-a")
      try pressed(page, "a")
      try keys(page, "the key", 1)
      try page.waitForCommand("\"softness\":30")
      try page.waitForCommand("--hue 120:40")
      // One undo removes it, and one redo restores it.
      try page.click("#undo")
      try keys(page, "no keys", 0)
      try page.waitForCommand("--hue-width 55")
      try page.click("#redo")
      try keys(page, "the key", 1)
      // The old page is still there for a moment.
      try page.value("(globalThis.isOld = true, location.reload())")
      try page.wait(
        "the page",
        for: "!globalThis.isOld && Boolean(document.getElementById('picture')?.dataset.number)")
      try pressed(page, "a")
      try keys(page, "the key", 1)
      try page.press("\\")
      try pressed(page, "b")
      try keys(page, "no keys", 0)
      try page.waitForCommand("--hue-width 55")
      try page.press("\\")
      try pressed(page, "a")
      try page.waitForCommand("\"softness\":30")
    }
  }

  @Test func presetsAndSettingsFilesHoldKeyframes() throws {
    try withKeyedPage { page in
      let saved = try #require(
        page.value("fetch('settings.json').then(a => a.text())") as? String)
      try page.returnByPreset("soft") { try keys(page, "no keys", 0) }
      try keys(page, "the key", 1)
      try page.waitForCommand("\"softness\":30")
      #expect(
        try page.value("fetch('settings.json').then(a => a.text())") as? String == saved)
      try page.click("#reset-all")
      try keys(page, "no keys", 0)
      let scratch = Scratch()
      let file = scratch.path("look.json")
      try Data(saved.utf8).write(to: URL(fileURLWithPath: file))
      try page.choose(file, for: "#load-file")
      try keys(page, "the key", 1)
      #expect(
        try page.value("fetch('settings.json').then(a => a.text())") as? String == saved)
    }
  }
}
