import TestSupport

/// Photos of libavif's own encoder that have luma and nothing else.
@Suite(.enabled(if: Command.isInstalled("avifenc"), "needs avifenc (libavif-bin)"))
struct HEIFGreyTests {
  /// Black is black and white is white, whatever codes stand for them.
  @Test(arguments: ["limited", "full"], [8, 10, 12])
  func greyAVIFKeepsBlackAndWhite(range: String, depth: Int) throws {
    try check(range, depth, isTransparent: false)
  }

  @Test(arguments: ["limited", "full"], [8, 10])
  func greyAVIFWithAlphaKeepsBlackAndWhite(range: String, depth: Int) throws {
    try check(range, depth, isTransparent: true)
  }

  private func check(_ range: String, _ depth: Int, isTransparent: Bool) throws {
    let scratch = Scratch()
    let (plain, photo, result) = (
      scratch.path("plain.png"), scratch.path("photo.avif"), scratch.path("result.png")
    )
    let format = isTransparent ? "rgba" : "rgb24"
    let ramp = "geq=r='X':g='X':b='X'" + (isTransparent ? ":a='64+Y*2'" : "")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "nullsrc=s=256x64", "-vf", "format=\(format),\(ramp)", "-frames:v", "1",
      plain)
    try Command.run(
      "avifenc",
      ["-y", "400", "-r", range, "-d", "\(depth)", "--min", "0", "--max", "0", "-s", "8"]
        + [plain, photo]
    ).checked()
    try Command.splash(photo, "-o", result, "--rest", "none", "--quiet").checked()
    let (before, after) = (try Media(plain).samples("rgba"), try Media(result).samples("rgba"))
    try #require(before.count == after.count && !before.isEmpty)
    let worst = zip(before, after).map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(worst <= 2, "differs by up to \(worst)")
  }
}
