import TestSupport

/// The defaults that `splash help output` states, against files made with these values given.
struct DefaultValueTests {
  private let scratch = Scratch()

  private func packets(_ name: String, _ source: String, _ words: [String]) throws -> String {
    let path = scratch.path(name)
    try Command.splash([source, "-o", path, "-y", "--quiet", "--no-config"] + words).checked()
    let hash = try Command.ffmpeg("-i", path, "-map", "0:v", "-c", "copy", "-f", "framehash", "-")
    return hash.text
  }

  @Test(arguments: [
    ("yuv420p", "mp4", "--codec h264 --crf 20 --preset veryfast", "--crf 21"),
    ("yuv422p", "mov", "--codec h264 --crf 20 --pixel-format yuv422p", "--preset fast"),
    ("yuv420p10le", "mp4", "--codec hevc --crf 20 --preset veryfast", "--codec h264"),
    ("yuv420p10le", "ts", "--codec hevc --pixel-format yuv420p10le", "--pixel-format yuv420p"),
    ("gbrp", "mp4", "--codec h264 --pixel-format yuv420p", "--pixel-format yuv444p"),
    ("gbrp", "mkv", "--codec h264 --pixel-format yuv444p", "--pixel-format yuv420p"),
    ("yuv420p", "webm", "--codec vp9 --crf 31 --pixel-format yuv420p", "--crf 32"),
    ("yuv420p", "y4m", "--pixel-format yuv420p", "--pixel-format yuv444p"),
    ("yuv444p", "nut", "--codec rawvideo --pixel-format yuv444p", "--pixel-format yuv420p"),
    (
      "yuv420p", "mpg",
      "--encoder-option flags=+qscale --encoder-option global_quality=\(3 * 118)",
      "--encoder-option global_quality=\(4 * 118)"
    ),
  ])
  func statedDefaultsAreThoseThatHappen(
    format: String, ending: String, stated: String, other: String
  ) throws {
    let source = scratch.path("clip.mkv")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=96x64:d=0.4", "-pix_fmt", format, "-c:v", "ffv1",
      source)
    let words = { (text: String) in text.split(separator: " ").map(String.init) }
    let plain = try packets("plain.\(ending)", source, [])
    #expect(try packets("stated.\(ending)", source, words(stated)) == plain)
    #expect(try packets("other.\(ending)", source, words(other)) != plain)
  }
}
