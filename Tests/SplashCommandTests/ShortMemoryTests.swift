import TestSupport

struct ShortMemoryTests {
  /// With any memory limit, from too little to start up to more than enough.
  @Test func outOfMemoryEndsWithAMessage() throws {
    let scratch = Scratch()
    let clip = scratch.path("clip.mp4")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=1", "-pix_fmt", "yuv420p", clip)
    for megabytes in stride(from: 280, to: 640, by: 20) {
      let run = try Command.run(
        "bash",
        [
          "-c", "ulimit -c 0 -v \(megabytes << 10); exec \"$0\" \"$@\"", Command.splash.path, clip,
          "-o", scratch.path("out.mp4"), "-y",
        ])
      // 127 is the loader's, when libraries do not fit.
      // Swift's runtime ends with 6 and a message of its own.
      let isByRuntime = run.status == 6 && run.errors.contains("failed to allocate")
      #expect(
        [0, 1, 2, 127].contains(run.status) || isByRuntime,
        "\(megabytes) MB: \(run.status) \(run.errors)")
      if [1, 2].contains(run.status) {
        #expect(run.errors.contains("splash: "), "\(megabytes) MB: \(run.errors)")
      }
    }
  }
}
