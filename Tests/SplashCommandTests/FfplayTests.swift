import TestSupport

/// `splash … | ffplay -` as a user sees it, on a virtual screen.
@Suite(
  .enabled(
    if: Command.isInstalled("Xvfb") && Command.isInstalled("ffplay"), "needs Xvfb and ffplay"))
struct FfplayTests {
  @Test func ffplayWindowShowsOneRedBallOnGrey() throws {
    let scratch = Scratch()
    let picture = scratch.path("window.png")
    let run = try Command.run(
      Repository.path("scripts/release/screenshot-ffplay"), [Command.splash.path, picture])
    #expect(run.status == 0, "\(run.text) \(run.errors)")
    #expect(run.text.contains("splash ended with 0 after ffplay was closed"))

    let pixels = try Media(picture).samples("rgb24")
    try #require(pixels.count == 640 * 360 * 3)
    var (red, grey) = (0, 0)
    for start in stride(from: 0, to: pixels.count, by: 3) {
      let (r, g, b) = (Int(pixels[start]), Int(pixels[start + 1]), Int(pixels[start + 2]))
      if r > 80 && g < r / 2 && b < r / 2 { red += 1 }
      if max(r, g, b) - min(r, g, b) < 16 { grey += 1 }
    }
    // One ball of radius 50 is red, everything else grey; its rim is neither.
    #expect((6000...8500).contains(red))
    #expect(grey > 640 * 360 - 9500)
  }
}
