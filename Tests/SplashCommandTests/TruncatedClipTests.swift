import TestSupport

/// Files whose header can be read, but no frame.
struct TruncatedClipTests {
  @Test func fileWithoutFramesIsReportedAsCutOff() throws {
    let scratch = Scratch()
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=1", "-pix_fmt", "yuv420p",
      "-movflags", "faststart", scratch.path("whole.mp4"))
    try Command.ffmpeg("-i", scratch.path("whole.mp4"), "-c", "copy", scratch.path("whole.mkv"))
    for (ending, size, words) in [
      ("mkv", 1200, "its h264 stream is empty (File ended prematurely)"),
      ("mp4", 3000, "the file breaks off"),
    ] {
      let whole = try Data(contentsOf: URL(fileURLWithPath: scratch.path("whole.\(ending)")))
      let cut = scratch.path("cut.\(ending)")
      try whole.prefix(size).write(to: URL(fileURLWithPath: cut))
      let run = try Command.splash(cut, "-o", scratch.path("out.mp4"))
      #expect(run.status == 2, "\(run.errors)")
      let line = "splash: \(cut): no frame can be decoded: \(words)"
      #expect(run.errors.hasPrefix(line), "\(run.errors)")
    }
  }
}
