import TestSupport

/// `--no-tags`: tags of a file are left out, and those that change the frames stay, judged by
/// ffprobe and exiftool. Each tag of the inputs has one word, which no result may have.
struct UntaggedTests {
  private let scratch = Scratch()
  private static let word = "Zebra"
  /// For FFmpeg from 7.1 on, which converts to what the options say.
  private static let bt709 = "setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709"

  private func splash(_ arguments: [String]) throws {
    try Command.splash(arguments + ["--quiet"]).checked()
  }

  private func hasWord(_ path: String) throws -> Bool {
    let bytes = try Data(of: path)
    return bytes.range(of: Data(Self.word.utf8)) != nil
  }

  private func entries(_ path: String, _ entries: String) throws -> [String] {
    try Command.run(
      "ffprobe", ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path]
    ).lines.filter { !$0.isEmpty }
  }

  /// A clip with sound, subtitles, chapters, a cover, a font and a text.
  private func film() throws -> String {
    let (marks, text) = (scratch.path("marks.txt"), scratch.path("text.srt"))
    let chapters = [0, 1].map {
      "[CHAPTER]\nTIMEBASE=1/1\nSTART=\($0)\nEND=\($0 + 1)\ntitle=\(Self.word) \($0)\n"
    }
    try Data((";FFMETADATA1\ntitle=\(Self.word)\n" + chapters.joined()).utf8)
      .write(to: URL(fileURLWithPath: marks))
    try Data("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8)
      .write(to: URL(fileURLWithPath: text))
    let cover = try scratch.make(
      "cover.png", "-f", "lavfi", "-i", "color=red:s=32x32", "-frames:v", "1")
    let (font, notes) = (scratch.path("font.ttf"), scratch.path("notes.txt"))
    try Data([0, 1, 0, 0]).write(to: URL(fileURLWithPath: font))
    try Data("all about a \(Self.word)".utf8).write(to: URL(fileURLWithPath: notes))
    func attach(_ path: String, _ kind: String, _ index: Int) -> [String] {
      [
        "-attach", path, "-metadata:s:t:\(index)", "mimetype=\(kind)", "-metadata:s:t:\(index)",
        "filename=\(URL(fileURLWithPath: path).lastPathComponent)",
      ]
    }
    let path = scratch.path("film.mkv")
    try Command.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=2,format=yuv420p,\(Self.bt709)", "-f",
        "lavfi", "-i",
        "sine=duration=2", "-i", text, "-i", marks, "-map", "0", "-map", "1", "-map", "2",
        "-map_metadata", "3", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
        "-g", "5", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
        "-c:s", "srt", "-metadata", "comment=\(Self.word)", "-metadata", "artist=\(Self.word)",
        "-metadata", "creation_time=2024-01-02T03:04:05Z",
        "-metadata", "com.apple.quicktime.location.ISO6709=\(Self.word)",
        "-metadata:s:v", "title=\(Self.word)", "-metadata:s:a", "title=\(Self.word)",
        "-metadata:s:a", "language=fra", "-metadata:s:s", "language=ita",
        "-metadata:s:s", "handler_name=\(Self.word)",
      ] + attach(cover, "image/png", 0) + attach(font, "application/x-truetype-font", 1)
        + attach(notes, "text/plain", 2) + [path])
    return path
  }

  private func expectPlain(_ output: String, line: Comment) throws {
    #expect(try !hasWord(output), line)
    #expect(try !entries(output, "format_tags:stream_tags").joined().contains("2024"), line)
    let video = Media(output)
    #expect(try video.probe("a:0", "stream_tags=language") == ["fra"], line)
    #expect(try video.probe("s:0", "stream_tags=language") == ["ita"], line)
    #expect(try video.probe("v:0", "stream=color_space,color_primaries") == ["bt709,bt709"], line)
    #expect(try video.probe("v", "stream_disposition=attached_pic") == ["0"], line)
    #expect(try entries(output, "chapter=start_time").count == 2, line)
  }

  @Test(arguments: ["mkv", "mp4", "mov"]) func noTagsLeavesOutTagsOfClips(kind: String) throws {
    let (film, output) = (try film(), scratch.path("out.\(kind)"))
    try #require(try hasWord(film))
    try splash([film, "-o", output, "--no-tags"])
    try expectPlain(output, line: "\(kind)")
    if kind == "mkv" {
      #expect(try Media(output).probe("t", "stream_tags=filename") == ["font.ttf"])
    }
    let folder = scratch.path("folder")
    try splash([film, "-o", folder + "/{name}.\(kind)", "--no-tags"])
    try expectPlain(folder + "/film.\(kind)", line: "\(kind) of several")
  }

  @Test func noTagsLeavesOutTagsOfJoinedClips() throws {
    let (film, joined) = (try film(), scratch.path("joined.mkv"))
    let parts = [1, 2].map { scratch.path("part-\($0).mkv") }
    for (index, part) in parts.enumerated() {
      try splash([film, "-o", part, "--part", "\(index + 1)/2"])
    }
    try splash(["join"] + parts + ["--of", film, "-o", joined, "--no-tags"])
    try expectPlain(joined, line: "joined")
    let run = try Command.splash(film, "-o", scratch.path("p.mkv"), "--part", "1/2", "--no-tags")
    #expect(run.status == 64 && run.errors.contains("splash join"), "\(run.errors)")
  }

  @Test func noTagsKeepsRotationAndNote() throws {
    let (plain, turned) = (try film(), scratch.path("turned.mov"))
    let output = scratch.path("out.mov")
    try Command.ffmpeg("-i", plain, "-map", "0:v:0", "-c", "copy", scratch.path("video.mov"))
    guard try Media(scratch.path("video.mov")).copyTurned(by: 90, to: turned) else { return }
    let rotation = try Media(turned).probe("v:0", "stream_side_data=rotation")
    try splash([turned, "-o", output, "--no-tags"])
    #expect(try Media(output).probe("v:0", "stream_side_data=rotation") == rotation)
    #expect(try entries(output, "format_tags=comment").joined().contains("splash "))
    try splash([turned, "-o", output, "--no-tags", "--no-note", "-y"])
    #expect(try entries(output, "format_tags=comment,timecode,title").isEmpty)
  }

  // MARK: - Photos

  private static let profile = MadePhoto.profile(5000)

  private func tag(_ path: String) throws {
    let profile = scratch.path("profile.icc")
    try Data(Self.profile).write(to: URL(fileURLWithPath: profile))
    try MadePhoto.tag(
      path,
      [
        "-Make=\(Self.word)", "-Artist=\(Self.word)", "-Orientation#=6", "-GPSLatitude=48.1",
        "-GPSLatitudeRef=N", "-XMP:Title=\(Self.word)", "-IPTC:Keywords=\(Self.word)",
        "-Comment=\(Self.word)", "-PNG:Author=\(Self.word)", "-icc_profile<=\(profile)",
      ])
  }

  @Test(
    .enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"),
    arguments: ["jpg", "png", "webp", "tif"])
  func noTagsLeavesOutTagsOfPhotos(kind: String) throws {
    let photo = scratch.path("photo.\(kind)")
    let options = kind == "webp" ? ["-c:v", "libwebp"] : kind == "jpg" ? ["-q:v", "2"] : []
    try Command.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1"] + options + [photo])
    try tag(photo)
    // Data behind the photo, as clips and gain maps are.
    if kind == "jpg" {
      let handle = try #require(FileHandle(forWritingAtPath: photo))
      _ = try handle.seekToEnd()
      try handle.write(contentsOf: Data(Self.word.utf8))
    }
    try #require(try hasWord(photo))
    for other in [kind, "jpg", "png", "webp", "tif", "bmp"] {
      let output = scratch.path("out.\(other)")
      try splash([photo, "-o", output, "--no-tags", "-y", "--no-note"])
      #expect(try !hasWord(output), "\(kind) to \(other)")
      let names = try MadePhoto.tags(output)
      #expect(!names.contains { $0.contains("GPS") || $0.contains("Make") }, "\(names)")
      guard other != "bmp" else { continue }
      let found = try Command.run("exiftool", ["-b", "-icc_profile", output]).output
      #expect(found == Data(Self.profile), "\(kind) to \(other): \(found.count)")
      let turn = try Command.run("exiftool", ["-b", "-n", "-Orientation", output]).text
      #expect(turn == (other == kind ? "6" : ""), "\(kind) to \(other): \(turn)")
      let size = try Media(output).probe("v:0", "stream=width,height")
      #expect(size == [other == kind ? "64,48" : "48,64"], "\(kind) to \(other)")
    }
  }

  /// The copied coefficients are those of the photo with tags.
  @Test(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
  func noTagsKeepsThePixelsOfAPhoto() throws {
    let (photo, output) = (scratch.path("photo.jpg"), scratch.path("out.jpg"))
    for coding in ["-sample 2x2", "-progressive", "-restart 1"] {
      try MadePhoto.make(photo, coding)
      try tag(photo)
      try splash([photo, "-o", output, "--no-tags", "-y"])
      #expect(try MadePhoto.luma(output) == MadePhoto.luma(photo), "\(coding)")
      #expect(try MadePhoto.coding(output) == MadePhoto.coding(photo), "\(coding)")
    }
  }

  @Test(
    .enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"),
    arguments: ["heic", "avif"])
  func noTagsLeavesOutTagsOfHEIFPhotos(kind: String) throws {
    let (photo, middle) = (scratch.path("photo.jpg"), scratch.path("middle.\(kind)"))
    try MadePhoto.make(photo)
    try tag(photo)
    let run = try Command.splash(photo, "-o", middle, "--quiet")
    if run.errors.contains("no encoder") { return }
    try #require(try hasWord(middle), "\(run.errors)")
    for other in [kind, "jpg"] {
      let output = scratch.path("out.\(other)")
      try splash([middle, "-o", output, "--no-tags"])
      #expect(try !hasWord(output), "\(kind) to \(other)")
      #expect(try !MadePhoto.tags(output).contains { $0.contains("GPS") })
    }
  }
}
