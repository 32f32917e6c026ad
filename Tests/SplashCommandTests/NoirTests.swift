import TestSupport

/// What becomes of light and shade under `noir`, on a photo with each of 256 greys.
struct NoirTests {
  @Test func whatIsNotWhiteStaysBelowWhite() throws {
    let scratch = Scratch()
    let ramp = try scratch.make(
      "ramp.png", "-f", "lavfi", "-i",
      "color=black:s=256x16,format=gbrp,geq=r=X:g=X:b=X,format=rgb24", "-frames:v", "1")
    let result = scratch.path("noir.png")
    try Command.splash(ramp, "-o", result, "--hue", "red", "--rest", "noir").checked()
    let before = try Media(ramp).samples("gray").prefix(256)
    let after = try Media(result).samples("gray").prefix(256)
    try #require(before.count == 256 && after.count == 256)
    for (source, dark) in zip(before, after) {
      if source < 235 { #expect(dark < 250, "\(source) became \(dark)") }
      // No grey below the middle gets lighter.
      if source < 128 { #expect(dark <= source, "\(source) became \(dark)") }
    }
    #expect(after.last == 255 && after.first == 0)
    // The contrast around the middle is more than that of the source.
    #expect(Int(after[160]) - Int(after[96]) > 64 * 3 / 2)
  }
}
