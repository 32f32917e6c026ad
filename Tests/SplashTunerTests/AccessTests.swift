import TestSupport

/// Accessibility of the page, by the rules of axe-core.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct AccessTests {
  /// axe-core from PyPI; nil where PyPI cannot be reached.
  private static let script: String? = {
    let scratch = Scratch()
    guard
      let run = try? Command.run(
        "sh",
        [
          "-c",
          "cd '\(scratch.folder.path)' && python3 -m pip download -q --no-deps axe-playwright-python==0.1.8"
            + " && python3 -m zipfile -e axe_playwright_python-*.whl . && cat axe_playwright_python/axe.min.js",
        ]), run.status == 0
    else { return nil }
    return run.text
  }()

  private static let windows: [(width: Int, height: Int)] = [
    (1440, 900), (1024, 640), (390, 844), (844, 390), (568, 320), (320, 256),
  ]

  /// Expects no violation on a page to which axe has been added, and targets of at least
  /// 24 by 24 pixels, which axe checks on request.
  private func expectNoViolation(_ page: BrowserPage, _ what: String) throws {
    let violations =
      try page.value(
        """
        axe.run({ rules: { 'target-size': { enabled: true } } }).then(result => result.violations.map(({ id, nodes }) =>
          `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`))
        """) as? [String]
    #expect(violations == [], "\(what)")
  }

  @Test(
    .enabled(if: AccessTests.script != nil, "needs axe-core from PyPI"),
    arguments: pairs(pairs(windows.sampled(3), [false, true]), [false, true]).sampled(5))
  func axeFindsNoViolationOnThePage(
    theme: ((width: Int, height: Int), isDark: Bool), isGerman: Bool
  ) throws {
    let (window, isDark) = theme
    let tuner = try RunningTuner(
      Clips.path("cups-720p.mp4"), "--hue", "120:14", "--exclude", "30:5", "--within",
      "box=0.1,0.1,0.6,0.6", "--without", "color@0.5,0.5")
    try withPage(
      tuner, width: window.width, height: window.height, isDark: isDark,
      isPhone: window.width < 900 && window.height != 256, before: BrowserPage.german(isGerman)
    ) { page in
      try page.value("document.getElementById('looks').open = true")
      try page.wait("thumbnails", for: "document.querySelectorAll('#look-list img').length > 8")
      try page.value(try #require(Self.script) + "; 0")
      try page.press("m")
      try page.wait("a key", for: "!document.getElementById('keys-box').hidden")
      try page.press("t")
      try expectNoViolation(page, "page")
      for open in ["presets", "export", "help"] {
        try page.value("document.getElementById('\(open)').click()")
        try expectNoViolation(page, open)
        try page.value("document.querySelector('dialog[open]').close()")
      }
    }
  }

  /// A first visit, with swatches of the frame's colors, and an export.
  @Test(
    .enabled(if: AccessTests.script != nil, "needs axe-core from PyPI"),
    arguments: pairs(Array(windows.prefix(4)).sampled(2), [false, true]).sampled(2))
  func axeFindsNoViolationOnAFirstVisitOrExport(window: (width: Int, height: Int), isDark: Bool)
    throws
  {
    let scratch = Scratch()
    let clip = scratch.path("clip.mp4")
    try FileManager.default.linkItem(atPath: Clips.path("minute.mp4"), toPath: clip)
    try withPage(
      RunningTuner(clip), width: window.width, height: window.height, isDark: isDark,
      isPhone: window.width < 900
    ) { page in
      try page.wait(
        "swatches", for: "document.querySelectorAll('#welcome-colors button').length > 2")
      try page.value(try #require(Self.script) + "; 0")
      try expectNoViolation(page, "first visit")
      try page.value("document.getElementById('export-form').requestSubmit()")
      try page.wait("progress", for: "document.getElementById('export-share').value > 0")
      try expectNoViolation(page, "export that is running")
      #expect(
        try page.value("document.getElementById('export-share').hidden") as? Bool == false,
        "the export was over before it was looked at")
      try page.value("document.getElementById('export-cancel').click()")
      try page.wait(
        "the end", for: "document.getElementById('export-text').textContent.includes('cancelled')")
      try page.wait(
        "the whole toast", for: "getComputedStyle(document.getElementById('toast')).opacity === '1'"
      )
      try expectNoViolation(page, "export that was cancelled")
    }
  }
}
