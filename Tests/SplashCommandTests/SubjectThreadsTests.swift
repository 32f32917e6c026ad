import TestSupport

/// Networks that analyze several frames of a file in parallel, through the command: the result
/// is the same as with one thread.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "scripts/models fetches what this needs"))
struct SubjectThreadsTests {
  private let scratch = Scratch()

  /// The samples of the result.
  private func result(_ clip: String, _ arguments: [String], threads: Int) throws -> [UInt8] {
    let (network, output) = (scratch.path("red.onnx"), scratch.path("\(threads).mkv"))
    try MadeNetwork.write(to: network)
    try Command.splash(
      [clip, "-o", output, "-y", "--codec", "ffv1", "--quiet", "--subject-model", network]
        + ["--subject-threads", "\(threads)"] + arguments
    ).checked()
    return try Media(output).samples("yuv444p")
  }

  private static let late =
    #"[{"time":0.5,"settings":{"keep":["subject"]}},{"time":1.2,"settings":{"keep":[]}}]"#

  @Test(arguments: [
    ("yuv420p", ["--keep", "subject"]),
    ("yuv420p", ["--keep", "subject", "--subject-every", "3", "--smoothing", "0"]),
    ("yuv420p", ["--keep", "subject", "--subject-every", "auto"]),
    ("yuv420p", ["--keep", "subject", "--keep", "subject=1", "--subject-every", "auto"]),
    ("bgr0", ["--keep", "subject", "--subject-every", "auto"]),
    (
      "yuv420p",
      ["--keep", "subject", "--subject-every", "auto", "--start", "0.3", "--frames", "20"]
    ),
    ("yuv420p", ["--keep", "subject=1"]),
    ("yuv420p", ["--keep", "subject=1", "--keep", "subject=2", "--subject-every", "2"]),
    // Needed in some frames only.
    ("yuv420p", ["--hue", "red", "--timeline", late]),
    ("yuv420p", ["--hue", "red", "--timeline", late, "--subject-every", "auto"]),
    // Frames that are converted before the network sees them.
    ("bgr0", ["--keep", "subject"]),
    ("yuv422p10le", ["--keep", "subject", "--rest", "transparent"]),
    ("yuv420p", ["--keep", "subject", "--start", "0.3", "--frames", "20"]),
  ]) func networkThreadsDoNotChangeTheResult(format: String, arguments: [String]) throws {
    let clip = try scratch.make(
      "clip.mkv", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=20:duration=2",
      "-pix_fmt", format, "-c:v", "ffv1")
    let expected = try result(clip, arguments, threads: 1)
    try #require(!expected.isEmpty)
    for threads in [2, 5] {
      #expect(try result(clip, arguments, threads: threads) == expected, "\(threads) threads")
    }
  }

  @Test(arguments: ["0", "65", "-1"]) func threadCountsOutOfRangeAreRefused(threads: String) throws
  {
    let run = try Command.splash("test:", "-o", "null", "--subject-threads=\(threads)")
    #expect(run.status == 64)
    #expect(run.errors.contains("--subject-threads \(threads): out of range; give 1 to 64"))
  }
}
