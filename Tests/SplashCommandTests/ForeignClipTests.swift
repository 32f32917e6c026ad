import TestSupport

/// Clips of phones, cameras and shops: their tags are kept, and what cannot be decoded is
/// reported, judged by ffprobe.
struct ForeignClipTests {
  private let scratch = Scratch()
  private static let pictures = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2"]
  private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]

  private func make(_ name: String, _ more: [String]) throws -> String {
    let path = scratch.path(name)
    try Command.ffmpeg(Self.pictures + Self.x264 + more + [path])
    return path
  }

  private func splash(_ arguments: [String]) throws -> String {
    let run = try Command.splash(arguments + ["-y"]).checked()
    return run.errors
  }

  private func entries(_ path: String, _ entries: String) throws -> [String] {
    try Command.run(
      "ffprobe", ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path]
    ).lines.filter { !$0.isEmpty }
  }

  // MARK: - Clips that cannot be decoded

  @Test func encryptedClipsAreRefusedAsSuch() throws {
    let film = try make(
      "film.mp4",
      [
        "-encryption_scheme", "cenc-aes-ctr", "-encryption_key",
        "0123456789abcdef0123456789abcdef", "-encryption_kid", "fedcba9876543210fedcba9876543210",
      ])
    let output = scratch.path("out.mp4")
    let run = try Command.splash(film, "-o", output)
    #expect(run.status == 2 && run.errors.contains("it is encrypted"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func unknownCodecIsNamed() throws {
    let film = try make("film.mp4", [])
    var bytes = try Data(of: film)
    // In the list of brands and in the description of the video.
    while let tag = bytes.range(of: Data("avc1".utf8)) {
      bytes.replaceSubrange(tag, with: Data("zzz1".utf8))
    }
    let strange = scratch.path("strange.mp4")
    try bytes.write(to: URL(fileURLWithPath: strange))
    let run = try Command.splash(strange, "-o", scratch.path("out.mp4"))
    #expect(run.status == 2 && run.errors.contains("cannot decode zzz1"), "\(run.errors)")
  }

  // MARK: - Fields and time codes

  @Test(arguments: [("tff", "3"), ("bff", "4")])
  func fieldOrderIsKept(field: String, code: String) throws {
    let film = scratch.path("film.mpg")
    try Command.ffmpeg(
      Self.pictures + [
        "-vf", "setfield=\(field)", "-c:v", "mpeg2video", "-flags", "+ildct+ilme", film,
      ])
    let output = scratch.path("out.mp4")
    _ = try splash([film, "-o", output])
    let run = try Command.run(
      "ffmpeg",
      ["-v", "trace", "-i", output, "-c", "copy", "-bsf:v", "trace_headers", "-f", "null", "-"])
    let said = run.errors.split(separator: "\n").filter { $0.contains("pic_struct ") }
    #expect(!said.isEmpty && said.allSatisfy { $0.hasSuffix("= \(code)") }, "\(said)")
  }

  private func timecode(_ path: String) throws -> [String] {
    try entries(path, "stream_tags=timecode").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: ",\r"))
    }
  }

  @Test(arguments: [
    ("10:00:00:00", ["--start", "0.4"], "10:00:00:10"),
    ("10:00:00:00", ["--cut", "0.4..0.8,1..1.5"], "10:00:00:10"),
    ("09:59:59:20", ["--start", "0.4"], "10:00:00:05"), ("10:00:00:00", [], "10:00:00:00"),
    ("10:00:00:10", ["--fps", "50"], "10:00:00:20"),
  ])
  func timecodeIsThatOfTheFirstFrame(
    code: String, flags: [String], expected: String
  ) throws {
    let film = try make("film.mov", ["-timecode", code])
    let output = scratch.path("out.mov")
    _ = try splash([film, "-o", output] + flags)
    let codes = try timecode(output)
    #expect(codes.first == expected, "\(codes)")
  }

  @Test func timecodeWithoutAMatchingRateIsLeftOut() throws {
    let film = try make("film.mov", ["-timecode", "10:00:00:00"])
    let output = scratch.path("out.mov")
    let said = try splash([film, "-o", output, "--fps", "10"])
    #expect(said.contains("leaving out the time code"), "\(said)")
    #expect(try timecode(output).isEmpty)
  }

  // MARK: - Tags and covers

  private static let tags = [
    "com.apple.quicktime.make": "Maker", "com.apple.quicktime.model": "Phone",
    "com.apple.quicktime.creationdate": "2024-01-02T03:04:05+0200",
    "com.apple.quicktime.location.ISO6709": "+10.0000+020.0000/",
    "com.android.capture.fps": "240.000000",
  ]

  private func phoneTags(_ path: String) throws -> [String: String] {
    let run = try Command.run(
      "ffprobe", ["-v", "error", "-show_entries", "format_tags", "-of", "default=nk=0:nw=1", path])
    let pairs = run.lines.compactMap { line -> (String, String)? in
      let words = line.dropFirst("TAG:".count).split(separator: "=", maxSplits: 1).map(String.init)
      return words.count == 2 && words[0].hasPrefix("com.") ? (words[0], words[1]) : nil
    }
    return Dictionary(pairs) { one, _ in one }
  }

  @Test(arguments: ["mov", "mp4"]) func phoneTagsAreKept(kind: String) throws {
    let film = try make(
      "film.\(kind)",
      ["-movflags", "use_metadata_tags", "-g", "10", "-metadata", "title=Three cups"]
        + Self.tags.flatMap { ["-metadata", "\($0.key)=\($0.value)"] })
    try #require(phoneTags(film) == Self.tags)
    for other in ["mov", "mp4"] {
      let output = scratch.path("out.\(other)")
      _ = try splash([film, "-o", output])
      #expect(try phoneTags(output) == Self.tags)
      #expect(try entries(output, "format_tags=title") == ["Three cups"])
    }
    let folder = scratch.path("folder") + "/"
    _ = try splash([film, "-o", folder])
    #expect(try phoneTags(folder + "film.\(kind)") == Self.tags)
    let parts = [1, 2].map { scratch.path("part-\($0).\(kind)") }
    for (index, part) in parts.enumerated() {
      _ = try splash([film, "-o", part, "--part", "\(index + 1)/2"])
    }
    let joined = scratch.path("joined.\(kind)")
    _ = try splash(["join"] + parts + ["--of", film, "-o", joined])
    #expect(try phoneTags(joined) == Self.tags)
  }

  /// FFmpeg would drop the cover silently.
  @Test func lossOfACoverIsReported() throws {
    let cover = try scratch.make(
      "cover.png", "-f", "lavfi", "-i", "testsrc2=s=32x32", "-frames:v", "1")
    let plain = try make("plain.mp4", [])
    let film = scratch.path("film.mp4")
    try Command.ffmpeg(
      "-i", plain, "-i", cover, "-map", "0", "-map", "1", "-c", "copy", "-disposition:v:1",
      "attached_pic", film)
    #expect(try splash([film, "-o", scratch.path("out.mov")]).contains("leaving out its cover"))
    let kept = scratch.path("kept.mp4")
    #expect(try !splash([film, "-o", kept]).contains("cover"))
    #expect(try Media(kept).probe("v", "stream_disposition=attached_pic") == ["0", "1"])
  }

  /// FFmpeg seeks in MP4 without an edit list by decoding times.
  @Test(arguments: [["-use_editlist", "0"], ["-movflags", "empty_moov+frag_keyframe"]])
  func startIsExactWithoutAnEditList(muxer: [String]) throws {
    let film = scratch.path("film.mp4")
    try Command.ffmpeg(
      Self.pictures + ["-f", "lavfi", "-i", "sine=d=2"] + Self.x264 + ["-g", "10", "-bf", "2"]
        + muxer + [film])
    let first = try #require(Media(film).times().first)
    #expect(first > 0.07, "its pictures are not late")
    let part = scratch.path("part.mp4")
    _ = try splash([film, "-o", part, "--start", "1.2"])
    let wanted = try Media(film).times().filter { $0 > 1.1999 }.count
    #expect(try Media(part).times().count == wanted)
  }

  @Test(arguments: ["mkv", "mp4"]) func coverBecomesAnAttachmentInMatroska(kind: String) throws {
    let cover = try scratch.make(
      "cover.png", "-f", "lavfi", "-i", "testsrc2=s=32x32", "-frames:v", "1")
    let plain = try make("plain.mkv", [])
    let film = scratch.path("film.\(kind)")
    try Command.ffmpeg(
      kind == "mkv"
        ? [
          "-i", plain, "-c", "copy", "-attach", cover, "-metadata:s:t", "mimetype=image/png",
          "-metadata:s:t", "filename=front.png", film,
        ]
        : [
          "-i", plain, "-i", cover, "-map", "0", "-map", "1", "-c", "copy", "-disposition:v:1",
          "attached_pic", film,
        ])
    let output = scratch.path("out.mkv")
    _ = try splash([film, "-o", output])
    let pictures = try Media(output).probe("v", "stream_disposition=attached_pic")
    #expect(pictures == ["0", "1"])
    let name = kind == "mkv" ? "front.png" : "cover.png"
    #expect(try entries(output, "stream_tags=filename").joined().contains(name))
    let dumped = scratch.path("dumped.png")
    try Command.ffmpeg("-i", output, "-map", "0:v:1", "-c", "copy", "-frames:v", "1", dumped)
    #expect(
      try Data(of: dumped)
        == Data(of: cover))
    #expect(try abs(Media(output).times()[0] - Media(film).times()[0]) < 0.0011)
  }
}
