import TestSupport

/// Changes of the look at many times: `every` and `at` of a timeline, with times of a file and of
/// the clip's chapters.
struct BeatTests {
  private let scratch = Scratch()

  private static let cycle = #""cycle": [{"rest": ["noir"]}, {"rest": ["sepia"]}]"#

  private func samples(_ clip: String, _ flags: [String], _ name: String = "out.mkv") throws
    -> [UInt8]
  {
    let path = scratch.path(name)
    try Command.splash(
      [clip, "-o", path, "--codec", "ffv1", "--hue", "red", "--quiet", "-y"] + flags
    ).checked()
    return try Media(path).samples("yuv420p")
  }

  /// Chapters at 0, 0.8 and 1.5 of 2 seconds.
  private func clip() throws -> String {
    let (facts, path) = (scratch.path("chapters.txt"), scratch.path("clip.mkv"))
    let chapters = [(0, 800), (800, 1500), (1500, 2000)].map {
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0.0)\nEND=\($0.1)\n"
    }
    try (";FFMETADATA1\n" + chapters.joined()).write(
      toFile: facts, atomically: true, encoding: .utf8)
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=2", "-i", facts,
      "-map_chapters", "1", "-pix_fmt", "yuv420p", "-c:v", "ffv1", path)
    return path
  }

  @Test func timelineTimesCanComeFromAFileOrChapters() throws {
    let clip = try clip()
    let beats = try scratch.write(
      "# of the song\n0\t0.2\tone\n\n0:00.8, two\n1500ms\r\n", to: "beats.txt")
    func flags(_ at: String) -> [String] { ["--timeline", #"{"at": \#(at), \#(Self.cycle)}"#] }
    let listed = try samples(clip, flags("[0, 0.8, 1.5]"))
    #expect(try samples(clip, flags("\"\(beats)\"")) == listed)
    #expect(try samples(clip, flags("\"chapters\"")) == listed)
    // A part of the clip uses only the chapters that begin in it.
    let part = try samples(clip, ["--start", "0.5"] + flags("[0.3, 1]"))
    #expect(try samples(clip, ["--start", "0.5"] + flags("\"chapters\"")) == part)
    // Each frame is as one of the two looks makes it.
    let noir = try samples(clip, ["--rest", "noir"])
    let sepia = try samples(clip, ["--rest", "sepia"])
    let size = 64 * 48 * 3 / 2
    for picture in 0..<20 {
      let range = picture * size..<(picture + 1) * size
      let expected = picture < 8 || picture >= 15 ? noir : sepia
      #expect(listed[range] == expected[range], "picture \(picture)")
    }
  }

  @Test func writtenTimelineIsReadBack() throws {
    let clip = try clip()
    let (settings, film) = (scratch.path("look.json"), scratch.path("first.mkv"))
    let every = #"{"every": 0.4, "transition": 0.1, \#(Self.cycle)}"#
    let first = try samples(
      clip, ["--timeline", every, "--save-settings", settings], "first.mkv")
    #expect(try samples(clip, ["--settings", settings]) == first)
    #expect(try samples(clip, ["--settings", film]) == first)
    let list = (0...5).map { index in
      let look = index % 2 == 0 ? "noir" : "sepia"
      return
        #"{"time": \#(0.4 * Double(index)), "transition": 0.1, "settings": {"rest": ["\#(look)"]}}"#
    }
    #expect(try samples(clip, ["--timeline", "[\(list.joined(separator: ","))]"]) == first)
  }

  @Test func fileOfTimesIsNotOverwritten() throws {
    let beats = try scratch.write("0.5\n", to: "beats.mkv")
    let run = try Command.splash(
      try clip(), "-o", beats, "-y", "--timeline", #"{"at": "\#(beats)", \#(Self.cycle)}"#)
    #expect(run.status == 2, "\(run.errors)")
    #expect(try String(contentsOfFile: beats, encoding: .utf8) == "0.5\n")
  }

  @Test(arguments: [
    ("test:64x48", "chapters", "test:64x48 has none", 64),
    ("-", "chapters", "standard input can be read once only", 64),
    ("test:64x48", "no.txt", "--timeline at no.txt: cannot read", 2),
    ("test:64x48", "bad.txt", "bad.txt, line 2: soon: not a time", 64),
    ("test:64x48", "back.txt", "before the end of the time before", 64),
    ("test:64x48", "empty.txt", "it has no times", 64),
  ])
  func sourcesWithoutTimesAreRefused(input: String, at: String, cause: String, status: Int32) throws
  {
    for (name, text) in [("bad", "1\nsoon\n"), ("back", "2\n1\n"), ("empty", "# none\n")] {
      try scratch.write(text, to: "\(name).txt")
    }
    let place = at == "chapters" || at == "no.txt" ? at : scratch.path(at)
    let run = try Command.splash(
      input, "--frames", "1", "-o", "null", "--timeline", #"{"at": "\#(place)", \#(Self.cycle)}"#)
    #expect(run.status == status && run.errors.contains(cause), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func chapterTimesAreRefusedForSeveralClips() throws {
    let clip = try clip()
    let run = try Command.splash(
      clip, try Clips.path("short-slides.mp4"), "-o", scratch.path("out") + "/", "--timeline",
      #"{"at": "chapters", \#(Self.cycle)}"#)
    #expect(run.status == 64 && run.errors.contains("there are several"), "\(run.errors)")
  }
}
