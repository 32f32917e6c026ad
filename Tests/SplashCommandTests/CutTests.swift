import TestSupport

/// Several pieces of a clip, one after the other in one file.
struct CutTests {
  private let scratch = Scratch()
  private static let still = [
    "--white-balance", "off", "--smoothing", "0", "--quiet",
  ]

  private func splash(_ arguments: [String]) throws -> Command {
    let run = try Command.splash(arguments + Self.still).checked()
    return run
  }

  /// Time and duration of each packet, in seconds.
  private func packets(_ stream: String, of file: String) throws -> [(time: Double, length: Double)]
  {
    let run = try Command.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", stream, "-show_entries",
        "packet=pts_time,duration_time", "-of", "csv=p=0", file,
      ])
    return run.lines.compactMap { line in
      let words = line.split(separator: ",").map { Double($0) ?? .nan }
      return words.count >= 2 ? (words[0], words[1]) : nil
    }
  }

  @Test func cutPiecesMatchSeparateRuns() throws {
    let clip = try Clips.path("cups.mp4")
    let cut = try splash([clip, "-o", "-", "--cut", "0.5..1,2..2.5,0..0.4"])
    let alone = try [("0.5", "1"), ("2", "2.5"), ("0", "0.4")].map { start, end in
      try splash([clip, "-o", "-", "--start", start, "--end", end]).output
    }
    let header = try #require(cut.output.firstIndex(of: 10)) + 1
    #expect(cut.output == alone[0] + alone[1].dropFirst(header) + alone[2].dropFirst(header))
  }

  @Test(arguments: ["mp4", "mkv", "webm"]) func cutLeavesNoGapsInFramesOrSound(kind: String) throws
  {
    let file = scratch.path("cut.\(kind)")
    _ = try splash([try Clips.path("cups.mp4"), "-o", file, "--cut", "0.51..1.02,2..2.55,0..0.4"])
    let times = try Media(file).times().sorted()
    #expect(times.count == 43 || times.count == 44 || times.count == 45, "\(times.count)")
    for (one, next) in zip(times, times.dropFirst()) {
      #expect(abs(next - one - 1 / 30.0) < 0.0021, "\(one), \(next)")
    }
    let sound = try packets("a:0", of: file).sorted { $0.time < $1.time }
    for (one, next) in zip(sound, sound.dropFirst()) {
      #expect(abs(next.time - one.time - one.length) < 0.0021, "\(one), \(next)")
    }
    let last = try #require(sound.last)
    #expect(abs(last.time + last.length - times.last! - 1 / 30.0) < 0.08)
  }

  @Test(arguments: [
    (["--cut", "1..0.5"], "FROM..TO"), (["--cut", "soon"], "FROM..TO"),
    (["--cut", ""], "FROM..TO"),
    (["--cut", "0..1,,2..3"], "FROM..TO"), (["--cut", "0..1", "--start", "1"], "one piece"),
    (["--cut", "0..x"], "--cut x: not a time"),
    (["--cut", "1..2,0..1", "--keep", "color@0.5,0.5"], "the pieces go back"),
    (
      ["--cut", "0..1", "--keep", "color@0.5,0.5", "--timeline", "[]"],
      "color@0.5,0.5 with --cut and --timeline"
    ),
    (["--cut", "0..1", "--part", "1/2"], "--cut"),
  ]) func invalidCutsAreRefused(flags: [String], words: String) throws {
    let run = try Command.splash([try Clips.path("cups.mp4"), "-o", scratch.path("x.mkv")] + flags)
    #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("x.mkv")))
  }

  /// Tracking runs through frames between the pieces too: the pieces match those of the whole
  /// clip, also with temporal smoothing and with objects named in none of them.
  @Test func tracksContinueBetweenCutPieces() throws {
    let film = DiscFilm.films[7]
    let clip = try film.clip(in: scratch)
    let arguments = ["--keep", film.name("object"), "--smoothing", "0.5"]
    let whole = try ShownMasks(of: clip, arguments, in: scratch).masks
    let pieces = try ShownMasks(
      of: clip, arguments + ["--cut", "0.5..1,3..3.4"], in: scratch
    ).masks
    #expect(pieces == Array(whole[5..<10] + whole[30..<34]))
    // Clips of masks are matched by the times of the clip as well.
    let masks = scratch.path("masks.mkv")
    try Command.splash(
      clip, "-o", masks, "--codec", "ffv1", "--show", "mask", "--keep", film.name("object"))
    let others = ["--keep", "mask=\(masks)"]
    let filmed = try ShownMasks(of: clip, others, in: scratch).masks
    let cut = try ShownMasks(of: clip, others + ["--cut", "0.5..1,3..3.4"], in: scratch).masks
    #expect(cut == Array(filmed[5..<10] + filmed[30..<34]))
  }

  @Test func cutIsRefusedForPhotos() throws {
    let photo = try Command.splash(
      Clips.path("card.jpg"), "-o", scratch.path("x.jpg"), "--cut", "0..1")
    #expect(photo.status == 64 && photo.errors.contains("a clip in a file"), "\(photo.errors)")
  }

  /// Pieces inside the clip are made, in any order; the others are reported.
  @Test(arguments: ["0..0.5,60..61", "60..61,0..0.5", "60..61,0..0.5,70..71,80..81"])
  func piecesBehindTheEndAreReportedAndOthersMade(pieces: String) throws {
    let file = scratch.path("out.mkv")
    let run = try Command.splash(Clips.path("cups.mp4"), "-o", file, "--cut", pieces).checked()
    let missing = pieces.split(separator: ",").count { $0 != "0..0.5" }
    #expect(run.errors.components(separatedBy: "no frame in the piece").count == missing + 1)
    #expect(run.errors.contains("60.0..61.0"), "\(run.errors)")
    #expect(try Media(file).times().count == 15)
    let none = scratch.path("none.mkv")
    let late = try Command.splash(Clips.path("cups.mp4"), "-o", none, "--cut", "60..61,70..71")
    #expect(late.status == 2 && late.errors.contains("it lasts 4"), "\(late.errors)")
    #expect(!FileManager.default.fileExists(atPath: none))
  }

  /// A piece may lie between two frames.
  @Test func piecesWithoutAFrameAreReported() throws {
    let clip = try scratch.make(
      "slow.mkv", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=5:d=2", "-c:v", "ffv1")
    let file = scratch.path("cut.mkv")
    let none = try Command.splash(clip, "-o", file, "--cut", "0.05..0.1,0.25..0.3")
    #expect(none.status == 2 && none.errors.contains("no frame in --cut 0.25..0.3"))
    #expect(!FileManager.default.fileExists(atPath: file))
    let some = try Command.splash(clip, "-o", file, "--cut", "0.05..0.1,0.2..0.5")
    #expect(some.status == 0 && some.errors.contains("no frame in the piece 0.05..0.1"))
    #expect(try Media(file).times().count == 2)
  }
}
