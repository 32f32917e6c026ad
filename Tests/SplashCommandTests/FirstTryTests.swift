import TestSupport

/// What people type first.
struct FirstTryTests {
  private let scratch = Scratch()

  @Test func folderInputMakesAFolderOfResults() throws {
    let source = scratch.path("clips")
    try FileManager.default.createDirectory(
      atPath: source + "/below", withIntermediateDirectories: true)
    for name in ["a.mkv", "below/b.mkv"] {
      try Command.ffmpeg(
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=0.3", "-c:v", "ffv1", source + "/" + name)
    }
    let run = try Command.splash(source + "/", "-o", scratch.path("out"))
    #expect(run.status == 0 && run.errors.contains("1 of 1 file done"), "\(run.errors)")
    #expect(try Media(scratch.path("out/a.mkv")).times().count == 3)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("out/below")))
    let deep = try Command.splash(source, "-o", scratch.path("deep"), "--recursive")
    #expect(deep.status == 0 && deep.errors.contains("2 of 2 files done"), "\(deep.errors)")
  }

  @Test(arguments: [("yuv420p", "25"), ("yuv444p", "24000/1001")])
  func rawVideoIsReadInTheGivenFormat(format: String, rate: String) throws {
    let clip = try scratch.make(
      "clip.nut", "-f", "lavfi", "-i", "testsrc2=s=66x48:r=25:d=0.4", "-pix_fmt", format, "-c:v",
      "rawvideo")
    let samples = try Media(clip).samples(format)
    let output = scratch.path("out.mkv")
    try Command.splash(
      "-", "--input-format", "rawvideo", "--size", "66x48", "--fps", rate, "--pixel-format", format,
      "-o", output, "--codec", "ffv1", "--rest", "none", input: Data(samples)
    ).checked()
    #expect(try Media(output).samples(format) == samples)
    let stream = try Media(output).probe("v:0", "stream=width,height,pix_fmt,r_frame_rate")
    #expect(stream == ["66,48,\(format),\(rate.contains("/") ? rate : rate + "/1")"])
  }

  @Test func pipeWithoutFormatIsRefusedWithAdvice() throws {
    let run = try Command.splash(
      "-", "-o", "null", input: Data(repeating: 7, count: 200_000))
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.errors.contains("pipe y4m or nut"), "\(run.errors)")
  }

  @Test(arguments: ["notes.txt", "readme.nfo"]) func textFileIsRefusedAsInput(name: String) throws {
    let text = scratch.path(name)
    let words = Array(repeating: "Remarks on what was filmed", count: 200).joined(separator: "\n")
    try words.write(toFile: text, atomically: true, encoding: .utf8)
    let run = try Command.splash(text, "-o", scratch.path("out.mp4"))
    #expect(run.status == 2 && run.errors.contains("it is a text"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("out.mp4")))
  }

  /// Data that FFmpeg knows nothing of, as phones write it, made by renaming the handler's format.
  @Test func unknownDataStreamIsReportedOnlyOnRequest() throws {
    let clip = try scratch.make(
      "clip.mp4", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=0.3", "-f", "lavfi", "-i",
      "sine=d=0.3", "-c:v", "mpeg4", "-c:a", "aac")
    var bytes = try Data(of: clip)
    // The sound's handler and codec become unknown ones.
    for (old, new) in [("soun", "meta"), ("smhd", "nmhd"), ("mp4a", "zzzz")] {
      while let range = bytes.range(of: Data(old.utf8)) {
        bytes.replaceSubrange(range, with: Data(new.utf8))
      }
    }
    try bytes.write(to: URL(fileURLWithPath: clip))
    try #require(
      Media(clip).probe("d", "stream=codec_type").count == 1, "this FFmpeg takes it for another")
    let quiet = try Command.splash(clip, "-o", scratch.path("a.mp4"))
    #expect(quiet.status == 0 && !quiet.errors.contains("leaving out"), "\(quiet.errors)")
    let told = try Command.splash(clip, "-o", scratch.path("b.mp4"), "--verbose")
    let lines = told.errors.split(separator: "\n").filter { $0.contains("leaving out") }
    #expect(lines.count == 1 && lines[0].contains("data of streams 1"), "\(told.errors)")
  }

  @Test func steeredTestPatternKeepsItsRate() throws {
    let begin = ContinuousClock.now
    try Command.splash(
      "test:64x48@10", "--frames", "12", "-o", "null", "--control-socket", scratch.path("socket")
    ).checked()
    // A machine that is busy takes longer, and none is quicker.
    #expect(ContinuousClock.now - begin > .seconds(1))
  }

  @Test(arguments: [
    ("--hue red --exclude red", "selects nothing: --exclude excludes all of it"),
    ("--keep box=2000,2000,10,10", "--keep box=2000,2000,10,10 is outside of the frame"),
    ("--within ellipse=1.5,0.5,0.2,0.2", "is outside of the frame"),
    ("--kept grey", "--kept grey is also the look of the background"),
    ("--hue blue --exclude red", nil), ("--within box=0.5,0.5,0.6,0.6", nil),
    ("--without box=1000,600,900,900", nil), ("--kept sepia", nil),
  ])
  func flagsWithoutEffectAreWarnedOf(flags: String, line: String?) throws {
    let run = try Command.splash(
      ["test:", "--frames", "2", "-o", "null"] + flags.components(separatedBy: " ")
    ).checked()
    if let line {
      #expect(run.errors.contains("warning: ") && run.errors.contains(line), "\(run.errors)")
    } else {
      #expect(!run.errors.contains("warning"), "\(run.errors)")
    }
  }
}
