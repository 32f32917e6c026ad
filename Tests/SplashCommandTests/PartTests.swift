import TestSupport

/// A clip that is splashed in parts and joined is the same as that of one run, judged by ffmpeg and
/// ffprobe.
struct PartTests {
  /// Remembers 4.8 s of light and 5 s of masks, which is less than what lies before the cuts.
  /// Decisions about regions are handed on from the first frame.
  static let look = [
    "--hue", "red", "--whole", "0", "--balance-time", "0.2", "--fade-in", "9", "--fade-out", "9",
  ]
  static let lossless = ["--crf", "0", "--preset", "ultrafast"]

  @Test(arguments: [3, 2].sampled(1))
  func joinedPartsMatchOneRun(count: Int) throws {
    let scratch = Scratch()
    let film = try Clips.path("parts-film.mp4")
    let whole = scratch.path("whole.mp4")
    try run([film, "-o", whole] + Self.look + Self.lossless)
    let parts = (1...count).map { scratch.path("part-\($0).mp4") }
    for (index, part) in parts.enumerated() {
      try run([film, "-o", part, "--part", "\(index + 1)/\(count)"] + Self.look + Self.lossless)
      #expect(try Media(part).probe("a", "stream=index") == [])
    }
    let joined = scratch.path("joined.mp4")
    try run(["join"] + parts.reversed() + ["--of", film, "-o", joined])

    let (a, b) = (try digests(whole), try digests(joined))
    #expect(a.count == 480)
    #expect(a.count == b.count)
    let different = zip(a, b).count { $0 != $1 }
    #expect(Double(different) <= 0.01 * Double(a.count), "\(different) pictures differ")
    if different > 0 { #expect(try leastPSNR(whole, joined) >= 45) }
    // Streams beside the video, with their times and its own.
    let streams = "stream=codec_name,start_time,nb_frames,time_base:stream_tags=language"
    for entries in [
      "packet=stream_index,pts,dts,duration", streams, "format_tags=title,artist",
      "chapter=start_time,end_time:chapter_tags=title",
    ] {
      #expect(try all(whole, entries) == all(joined, entries), "\(entries)")
    }
    #expect(try Media(whole).packetDigest("0:a") == Media(joined).packetDigest("0:a"))
    #expect(try Media(whole).packetDigest("0:s") == Media(joined).packetDigest("0:s"))
    let silent = scratch.path("silent.mp4")
    try run(["join"] + parts + ["--of", film, "-o", silent, "--no-audio"])
    #expect(try Media(silent).probe("a", "stream=index") == [])
    #expect(try Media(silent).packetDigest("0:s") == Media(joined).packetDigest("0:s"))
    #expect(try all(joined, "chapter_tags=title").count == 2)
  }

  /// Why a part reads frames before it: without them its frames would differ.
  @Test func framesBeforeAPartChangeItsResult() throws {
    let scratch = Scratch()
    let film = try Clips.path("parts-film.mp4")
    let look = ["--hue", "red", "--balance-time", "2"] + Self.lossless
    let (part, piece) = (scratch.path("part.mp4"), scratch.path("piece.mp4"))
    try run([film, "-o", part, "--part", "2/2"] + look)
    try run([film, "-o", piece, "--start", "8.33333", "--skip-unsupported"] + look)
    let (a, b) = (try digests(part), try digests(piece))
    #expect(a.count == b.count)
    #expect(a[0] != b[0])
  }

  @Test func partBetweenKeyframesIsEmptyAndNotMissed() throws {
    let scratch = Scratch()
    let film = try Clips.path("cups.mp4")  // one key frame
    let parts = (1...3).map { scratch.path("part-\($0).mkv") }
    for (index, part) in parts.enumerated() {
      let run = try Command.splash(film, "-o", part, "--part", "\(index + 1)/3")
      #expect(run.status == 0)
      #expect(run.errors.contains("holds no frame") == (index > 0))
      #expect(FileManager.default.fileExists(atPath: part) == (index == 0))
    }
    try run(["join", parts[0], "--of", film, "-o", scratch.path("joined.mkv")])
    #expect(try Media(scratch.path("joined.mkv")).times().count == 120)
  }

  /// A stopped part would be taken for a whole one, while other stopped files are just shorter.
  @Test func stoppedPartFails() throws {
    let scratch = Scratch()
    let (film, file) = (try Clips.path("parts-film.mp4"), scratch.path("part.mkv"))
    let script = """
      '\(Command.splash.path)' '\(film)' -o '\(file)' --part 1/2 --realtime --preset ultrafast &
      run=$!
      until [ "$(stat -c %s '\(file)' 2>/dev/null || echo 0)" -gt 20000 ]; do
        sleep 0.05; kill -0 $run || break
      done
      kill -INT $run; wait $run
      """
    let run = try Command.run("bash", ["-c", script])
    #expect(run.status == 1)
    #expect(run.errors.contains("stopped before its end"), "\(run.errors)")
  }

  /// Frames before the part count too, though they are not counted as output.
  @Test func slowRealtimePartDropsFrames() throws {
    let scratch = Scratch()
    let film = try scratch.make(
      "film.mp4", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=60:duration=3",
      "-preset", "ultrafast", "-g", "60")
    let run = try Command.splash(
      film, "-o", "null", "--part", "3/3", "--realtime", "--cpu", "reference", "--rest", "blur=2")
    #expect(run.status == 0 && run.errors.contains("dropped"), "\(run.errors)")
  }

  @Test func partsThatDoNotFitAreNotJoined() throws {
    let scratch = Scratch()
    let film = try Clips.path("parts-film.mp4")
    let look = ["--preset", "ultrafast"]
    let parts = (1...3).map { scratch.path("part-\($0).mkv") }
    for (index, part) in parts.enumerated() {
      try run([film, "-o", part, "--part", "\(index + 1)/3"] + look)
    }
    let other = scratch.path("other.mkv")
    try run([film, "-o", other, "--part", "2/3", "--hue", "blue"] + look)
    let short = scratch.path("short.mkv")
    let bytes = try Data(of: parts[1])
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: short))
    let output = scratch.path("joined.mkv")
    // Neither parts of another clip nor of a longer one.
    let start = scratch.path("start.mp4")
    try #require(
      try Command.run("ffmpeg", ["-v", "error", "-i", film, "-t", "6", "-c", "copy", start]).status
        == 0)
    for (film, status, words) in [
      (try Clips.path("cups.mp4"), 2, "no part of"), (start, 2, "no part of"),
    ] as [(String, Int32, String)] {
      let run = try Command.splash(["join"] + parts + ["--of", film, "-o", output, "-y"])
      #expect(run.status == status && run.errors.contains(words), "\(run.errors)")
    }
    for (names, words) in [
      ([parts[0], parts[2]], "is missing"), ([parts[0], parts[1]], "is missing"),
      ([parts[1], parts[2]], "is missing"), (parts + [parts[1]], "are the same part"),
      ([parts[0], other, parts[2]], "different settings"),
      ([parts[0], film, parts[2]], "not a part of a clip"),
      ([parts[0], short, parts[2]], "make this part again"),
    ] {
      let run = try Command.splash(["join"] + names + ["--of", film, "-o", output, "-y"])
      #expect(run.status != 0)
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: output), "\(words)")
    }
  }

  /// Times in a file's tags may be forged.
  @Test func partsWithForgedTimesAreNotJoined() throws {
    let scratch = Scratch()
    let film = try scratch.make(
      "film.mkv", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-preset", "ultrafast", "-g",
      "10")
    let forged = try (1...2).map { number in
      let (part, copy) = (scratch.path("part-\(number).mkv"), scratch.path("\(number).mkv"))
      try run([film, "-o", part, "--part", "\(number)/2"])
      let tag = try #require(Media(part).probe("v:0", "format_tags=comment").first)
      let text = tag.replacing("\"", with: "").replacing(/(from|to) \d+/) { match -> String in
        "\(match.1) \(Int64.max)"
      }
      try Command.ffmpeg("-i", part, "-c", "copy", "-metadata", "comment=\(text)", copy)
      return copy
    }
    let join = try Command.splash(
      ["join"] + forged + ["--of", film, "-o", scratch.path("joined.mkv")])
    #expect(join.status == 2 && join.errors.contains("not a part of a clip"), "\(join.errors)")
    #expect(join.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (["--part", "0/3"], "no such part"), (["--part", "4/3"], "no such part"),
    (["--part", "1"], "no such part"), (["--part", "1/2", "--start", "1"], "leave them out"),
  ])
  func invalidPartNumbersAreRefused(flags: [String], words: String) throws {
    let film = try Clips.path("cups.mp4")
    let run = try Command.splash([film, "-o", "null"] + flags)
    #expect(run.status == 64)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test func partIsRefusedForPatternsPipesAndRawOutput() throws {
    let film = try Clips.path("cups-film.mkv")
    let pattern = try Command.splash("test:", "-o", "null", "--part", "1/2")
    #expect(pattern.errors.contains("for clips"), "\(pattern.errors)")
    let raw = try Command.splash(film, "-o", "-", "--part", "1/2")
    #expect(raw.errors.contains("cannot say which it is"), "\(raw.errors)")
    let pipe = try Command.run(
      "bash", ["-c", "cat '\(film)' | '\(Command.splash.path)' - -o null --part 1/2"])
    #expect(pipe.errors.contains("cannot be cut into parts"), "\(pipe.errors)")
    #expect([pattern, raw, pipe].allSatisfy { $0.status != 0 })
  }

  // MARK: - Judges

  private func run(_ arguments: [String]) throws {
    let run = try Command.splash(arguments)
    try #require(run.status == 0, "\(arguments.joined(separator: " ")): \(run.errors)")
  }

  private func digests(_ path: String) throws -> [Substring] {
    try Command.run(
      "ffmpeg",
      ["-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", "-"]
    ).lines.filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
  }

  private func leastPSNR(_ a: String, _ b: String) throws -> Double {
    let run = try Command.run(
      "ffmpeg", ["-v", "error", "-i", a, "-i", b, "-lavfi", "psnr=stats_file=-", "-f", "null", "-"])
    return run.text.matches(of: /psnr_avg:([\d.]+)/).compactMap { Double($0.1) }.min() ?? .infinity
  }

  private func all(_ path: String, _ entries: String) throws -> [String] {
    try Command.run(
      "ffprobe", ["-v", "error", "-show_entries", entries, "-of", "compact", path]
    ).lines
  }
}
