import TestSupport

/// Clips written as animated WebP, as libwebp's own decoder plays them.
struct AnimatedWebPTests {
  private let scratch = Scratch()

  /// Writes a clip as WebP and reads it back, whole and uncompressed.
  private func played(_ film: String, _ flags: String...) throws -> Media {
    let (webp, again) = (scratch.path("out.webp"), scratch.path("again.nut"))
    for arguments in [
      [film, "-o", webp, "--scale", "100%", "--fps", "10"] + flags,
      [webp, "-o", again, "--rest", "none", "--white-balance", "off"],
    ] {
      try Command.splash(arguments + ["--quiet"]).checked()
    }
    return Media(again)
  }

  /// One code of luma more in each frame: invisible from one frame to the next, but the only change
  /// of the clip.
  @Test func slowFadeIsEncodedToTheLastFrame() throws {
    let film = scratch.path("fade.nut")
    let brighter = "geq=lum='60+N+40*sin(X/9)':cb=128:cr=128"
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=s=96x64:r=10:d=5,format=yuv420p,\(brighter)", "-c:v", "ffv1",
      film)
    let (before, after) = (
      try Media(film).samples("gray"), try played(film, "--rest", "none").samples("gray")
    )
    try #require(before.count == after.count)
    let size = 96 * 64
    let errors = zip(before, after).suffix(size).map { pow(Double($0) - Double($1), 2) }
    #expect(10 * log10(255 * 255 / (errors.reduce(0, +) / Double(size))) > 36)
  }

  /// A red bar that moves over a transparent background.
  @Test func movingBarLeavesNoTrail() throws {
    let film = scratch.path("bar.nut")
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=gray:s=96x64:r=10:d=0.6,format=gbrp,geq=r='if(between(X,16*N,16*N+15),255,128)'"
        + ":g='if(between(X,16*N,16*N+15),0,128)':b='if(between(X,16*N,16*N+15),0,128)'",
      "-c:v", "ffv1", "-pix_fmt", "bgr0", film)
    let samples = try played(film, "--rest", "transparent").samples("rgba")
    let size = 96 * 64 * 4
    try #require(samples.count == 6 * size)
    for frame in 0..<6 {
      for column in 0..<6 {
        let alpha = samples[frame * size + (32 * 96 + 16 * column + 8) * 4 + 3]
        #expect(column == frame ? alpha > 239 : alpha < 16, "frame \(frame), column \(column)")
      }
    }
  }
}
