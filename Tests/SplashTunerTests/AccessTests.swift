import Foundation
import TestSupport
import Testing

/// The page for people who do not see it well, by the rules of axe-core.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct AccessTests {
  /// axe-core as PyPI has it; nil where that cannot be reached.
  private static let script: String? = {
    guard let scratch = try? Scratch(),
      let run = try? Command.run(
        "sh",
        [
          "-c",
          "cd '\(scratch.folder.path)' && python3 -m pip download -q --no-deps axe-core-python==0.1.0"
            + " && python3 -m zipfile -e axe_core_python-*.whl . && cat axe_core_python/axe.min.js",
        ]), run.status == 0
    else { return nil }
    return run.text
  }()

  @Test(
    .enabled(if: AccessTests.script != nil, "needs axe-core from PyPI"),
    arguments: [(1440, 900, false), (1440, 900, true), (390, 844, false), (844, 390, true)])
  func axeFindsNoViolation(width: Int, height: Int, isDark: Bool) throws {
    let tuner = try RunningTuner(
      Clips.path("cups-720p.mp4"), "--hue", "120:14", "--drop", "30:5", "--within",
      "box=0.1,0.1,0.6,0.6", "--without", "object@0.5,0.5")
    defer { tuner.stop() }
    let browser = try Browser()
    defer { browser.quit() }
    let page = try BrowserPage(
      browser, tuner.address, width: width, height: height, isDark: isDark, isPhone: width < 900)
    try page.value("document.getElementById('looks').open = true")
    try page.wait("thumbnails", for: "document.querySelectorAll('#look-list img').length > 8")
    try page.value(try #require(Self.script) + "; 0")
    try page.press("m")
    try page.wait("a key", for: "!document.getElementById('key-bar').hidden")
    for open in ["", "presets", "export", "help"] {
      if !open.isEmpty { try page.value("document.getElementById('\(open)').click()") }
      let violations =
        try page.value(
          """
          axe.run().then(result => result.violations.map(({ id, nodes }) =>
            `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`))
          """) as? [String]
      #expect(violations == [], "\(width)x\(height) \(open)")
      try page.value("document.querySelector('dialog[open]')?.close()")
    }
    #expect(browser.takeComplaints() == [])
  }
}
