import TestSupport
import Testing

extension Scratch {
  /// A clip of two seconds of a pattern, 160 × 120.
  func pattern(rate: Int) throws -> String {
    let clip = path("clip.mp4")
    let made = try Command.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=\(rate):duration=2",
        "-pix_fmt", "yuv420p", "-preset", "ultrafast", clip,
      ])
    try #require(made.status == 0, "\(made.errors)")
    return clip
  }
}
