import TestSupport

/// Clips whose first frame has a time before zero, or before the start that the container states:
/// all of their frames are shown, judged by ffprobe and by what ffmpeg's muxers hide.
struct BeginningTests {
  private let scratch = Scratch()

  /// A transport stream of two seconds whose clock (33 bits, 90 kHz) wraps `seconds` after the
  /// first frame.
  private func film(_ seconds: Double) throws -> String {
    let offset = 0x1p33 / 90000 - seconds
    let path = try scratch.make(
      "film.ts", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=2", "-f", "lavfi", "-i",
      "sine=r=48000:d=2", "-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-pix_fmt",
      "yuv420p", "-c:a", "aac", "-muxdelay", "0", "-muxpreload", "0", "-output_ts_offset",
      "\(offset)")
    let start = try Media(path).probe("v:0", "stream=start_time").compactMap(Double.init).first
    try #require(start ?? 0 < 0)
    return path
  }

  private func splash(_ arguments: [String]) throws {
    try Command.splash(arguments + ["--preset", "ultrafast", "--quiet"]).checked()
  }

  /// Times of the frames that players show; ffmpeg leaves out what an edit list hides.
  private func shown(_ file: String) throws -> [Double] { try Media(file).times() }

  @Test(
    arguments: pairs([0.33, 1, 43], ["mp4", "mov", "mkv", "ts"]).sampled(4))
  func framesBeforeTimeZeroAreShown(seconds: Double, kind: String) throws {
    let output = scratch.path("out.\(kind)")
    try splash([film(seconds), "-o", output])
    let times = try shown(output)
    #expect(times.count == 50)
    #expect(abs(times[49] - times[0] - 1.96) < 0.002)
    let length = try Command.run(
      "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", output])
    #expect(abs((Double(length.lines.first ?? "") ?? 0) - 2) < 0.1)
    let sound = try Media(output).probe("a:0", "packet=pts_time").compactMap(Double.init)
    #expect(sound.count > 90 && abs(sound[0] - times[0]) < 0.05)
  }

  @Test(arguments: [0.33, 43]) func frameRateChangeAndPartsKeepFramesBeforeZero(seconds: Double)
    throws
  {
    let film = try film(seconds)
    let rated = scratch.path("rated.mp4")
    try splash([film, "-o", rated, "--fps", "10"])
    #expect(try shown(rated).count == 20)
    let whole = scratch.path("whole.mp4")
    try splash([film, "-o", whole])
    let parts = [1, 2].map { scratch.path("part-\($0).mp4") }
    for (index, part) in parts.enumerated() {
      try splash([film, "-o", part, "--part", "\(index + 1)/2"])
      #expect(try shown(part).count == 25)
    }
    let joined = scratch.path("joined.mp4")
    try Command.splash("join", parts[1], parts[0], "--of", film, "-o", joined).checked()
    #expect(try shown(joined) == shown(whole))
    for stream in ["v:0", "a:0"] {
      let entries = "packet=pts_time,dts_time"
      #expect(try Media(joined).probe(stream, entries) == Media(whole).probe(stream, entries))
    }
  }

  /// Opus starts with 6.5 ms of pre-roll, which must not shift the frames.
  @Test func soundPreRollDoesNotShiftFrames() throws {
    let film = try scratch.make(
      "film.mkv", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1", "-f", "lavfi", "-i",
      "sine=r=48000:d=1", "-c:v", "ffv1", "-c:a", "libopus")
    let output = scratch.path("out.mkv")
    try splash([film, "-o", output, "--no-audio"])
    #expect(try shown(output) == shown(film))
  }

  /// The first frame has no time stamp, so the container counts from the second one.
  @Test(arguments: ["mp4", "mov", "mkv"])
  func firstFrameWithoutATimeStampIsShown(kind: String) throws {
    let plain = try scratch.make(
      "plain.ts", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=2", "-c:v", "mpeg2video", "-bf",
      "0", "-g", "5", "-pix_fmt", "yuv420p")
    var bytes = try Data(of: plain)
    // The header of a PES packet: flags that say which times follow, and how many bytes of them.
    let header = try #require(bytes.range(of: Data([0, 0, 1, 0xe0]))).lowerBound
    bytes[header + 7] &= 0x3f
    for index in 0..<Int(bytes[header + 8]) { bytes[header + 9 + index] = 0xff }
    let film = scratch.path("film.ts")
    try bytes.write(to: URL(fileURLWithPath: film))
    let output = scratch.path("out.\(kind)")
    try splash([film, "-o", output])
    #expect(try shown(output).count == 50)
    let parts = [1, 2].map { scratch.path("part-\($0).\(kind)") }
    for (index, part) in parts.enumerated() {
      try splash([film, "-o", part, "--part", "\(index + 1)/2"])
    }
    let joined = scratch.path("joined.\(kind)")
    try Command.splash("join", parts[0], parts[1], "--of", film, "-o", joined).checked()
    #expect(try shown(joined) == shown(output))
  }
}
