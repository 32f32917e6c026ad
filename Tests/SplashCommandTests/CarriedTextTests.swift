import TestSupport

/// Subtitles and attachments in all containers, and start times of late recordings.
struct CarriedTextTests {
  private let scratch = Scratch()

  /// A clip with sound, two subtitles in SubRip and a font.
  private func film() throws -> String {
    let (text, font) = (scratch.path("text.srt"), scratch.path("a.ttf"))
    try "1\n00:00:00,200 --> 00:00:00,500\nHello\n\n2\n00:00:00,600 --> 00:00:00,900\nWorld\n"
      .write(toFile: text, atomically: true, encoding: .utf8)
    try Data("no font".utf8).write(to: URL(fileURLWithPath: font))
    let path = scratch.path("film.mkv")
    try Command.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1", "-f", "lavfi", "-i", "sine=r=48000:d=1",
      "-i", text, "-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-preset", "ultrafast",
      "-pix_fmt", "yuv420p", "-c:a", "aac", "-c:s", "srt", "-attach", font, "-metadata:s:t",
      "mimetype=application/x-truetype-font", path,
    ])
    return path
  }

  /// A container with a subtitle format gets the text in that format; else a line reports the
  /// loss. Everything else is in the file.
  @Test(arguments: [
    ("mp4", "mov_text"), ("mov", "mov_text"), ("mkv", "subrip"), ("webm", "webvtt"),
    ("flv", nil), ("ts", nil), ("avi", nil), ("ogv", nil), ("mxf", nil), ("wmv", nil),
    ("mpg", nil),
  ])
  func subtitlesAreCarriedOrTheirLossIsReported(container: String, form: String?) throws {
    let output = Media(scratch.path("out.\(container)"))
    let run = try Command.splash(film(), "-o", output.path).checked()
    let lines = run.errors.split(separator: "\n")
    let found = try output.probe("s", "stream=codec_name").first
    #expect(found == form, "\(run.errors)")
    #expect(
      lines.contains { $0.contains("leaving out subtitle stream 2") } == (form == nil),
      "\(run.errors)")
    if form != nil {
      let text = scratch.path("back.srt")
      try Command.ffmpeg(["-i", output.path, "-map", "0:s:0", text])
      let back = try String(contentsOfFile: text, encoding: .utf8)
      #expect(back.contains("Hello") && back.contains("World"), "\(back)")
    }
    let attached = try output.probe("t", "stream=codec_type")
    #expect(attached.isEmpty == (container != "mkv"))
    #expect(
      lines.contains { $0.contains("leaving out attachment stream 3") } == (container != "mkv"),
      "\(run.errors)")
    // MPEG-TS lists streams twice, also by its programs.
    #expect(try Set(output.probe("a", "stream=index")).count == 1)
    #expect(try Set(output.probe("v", "stream=index")).count == 1)
  }

  /// By either of the two codes that ISO 639-2 has for it.
  @Test(
    arguments: pairs(["deu", "ger", "fra", "nld", "ita", "zho"], ["mov", "mp4"]).sampled(4))
  func subtitleKeepsItsLanguage(language: String, container: String) throws {
    let (film, output) = (scratch.path("said.mkv"), Media(scratch.path("out.\(container)")))
    try Command.ffmpeg([
      "-i", self.film(), "-map", "0:v", "-map", "0:s", "-c", "copy", "-metadata:s:s",
      "language=\(language)", film,
    ])
    try Command.splash(film, "-o", output.path, "--quiet").checked()
    let same = ["deu": "ger", "nld": "dut", "zho": "chi"]
    let found = try output.probe("s:0", "stream_tags=language")
    #expect(found == [language] || found == [same[language]].compactMap(\.self), "\(found)")
  }

  /// MIME types of RFC 8081, as mkvmerge writes them.
  @Test(arguments: ["font/ttf", "font/otf", "font/sfnt", "font/collection"])
  func fontAttachmentsOfNewerTypesAreCarried(kind: String) throws {
    let (film, output) = (scratch.path("font.mkv"), Media(scratch.path("out.mkv")))
    try Command.ffmpeg([
      "-i", self.film(), "-map", "0", "-c", "copy", "-metadata:s:t", "mimetype=\(kind)", film,
    ])
    let run = try Command.splash(film, "-o", output.path).checked()
    #expect(!run.errors.contains("leaving out"), "\(run.errors)")
    #expect(try output.probe("t", "stream_tags=filename,mimetype") == ["a.ttf,\(kind)"])
    let back = scratch.path("back.ttf")
    _ = try Command.run(
      "ffmpeg", ["-v", "error", "-dump_attachment:t:0", back, "-i", output.path])
    #expect(try String(contentsOfFile: back, encoding: .utf8) == "no font")
  }

  /// A recording that begins at 1001 s begins at 0, sound and frames as far apart as they were;
  /// so does one that was done in parts and joined. With `--keep-start` times stay what they are.
  @Test func recordingWithLateStartBeginsAtZero() throws {
    let input = Media(scratch.path("late.ts"))
    try Command.ffmpeg([
      "-i", film(), "-map", "0:v", "-map", "0:a", "-c:v", "libx264", "-g", "5", "-c:a", "copy",
      "-output_ts_offset", "1001", "-muxdelay", "0", input.path,
    ])
    let before = try input.times()
    try #require(before[0] > 1000)
    func beginnings(_ media: Media) throws -> (picture: Double, sound: Double) {
      (
        try #require(media.times().first),
        try #require(media.probe("a", "packet=pts_time").compactMap(Double.init).first)
      )
    }
    let (picture, sound) = try beginnings(input)
    for container in ["mp4", "mkv"] {
      let output = Media(scratch.path("out.\(container)"))
      #expect(try Command.splash(input.path, "-o", output.path).status == 0)
      let found = try beginnings(output)
      #expect(min(found.picture, found.sound) < 0.03, "\(found)")
      #expect(abs(found.picture - found.sound - picture + sound) < 0.03, "\(found)")
      let after = try output.times()
      #expect(after.count == before.count)
      #expect(abs(after.last! - after[0] - before.last! + before[0]) < 0.002)
    }
    let kept = Media(scratch.path("kept.mkv"))
    #expect(try Command.splash(input.path, "-o", kept.path, "--keep-start").status == 0)
    #expect(abs(try kept.times()[0] - before[0]) < 0.002)
    let parts = try (1...2).map { part in
      let path = scratch.path("part\(part).mp4")
      try Command.splash(input.path, "--part", "\(part)/2", "-o", path).checked()
      return path
    }
    let joined = Media(scratch.path("joined.mp4"))
    try Command.splash(["join"] + parts + ["--of", input.path, "-o", joined.path]).checked()
    let times = try joined.times()
    #expect(times.count == before.count && times[0] < 0.2, "\(times)")
  }
}
