import TestSupport

/// A comment of a photo says how it was made, and can be read back as settings.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct PhotoNoteTests {
  private let scratch = Scratch()

  private func photo(_ name: String) throws -> String {
    let path = scratch.path(name)
    let isOurs = ["heic", "avif"].contains { name.hasSuffix($0) }
    if name.hasSuffix(".jpg") {
      try MadePhoto.make(path)
    } else if isOurs {
      try splash(photo("source.png"), "-o", path, "--no-note", "--rest", "none")
    } else {
      try Command.ffmpeg(
        "-i", Clips.path("scene.mkv"), "-frames:v", "1", "-vf", "scale=160:90",
        path)
    }
    return path
  }

  private func splash(_ arguments: String...) throws {
    try Command.splash(arguments + ["-y", "--quiet"]).checked()
  }

  private func comments(_ path: String) throws -> [String] {
    try Command.run("exiftool", ["-a", "-s3", "-Comment", "-XMP-splash:Settings", path]).lines
  }

  private func saved(_ settings: String) throws -> String {
    let file = scratch.path("saved.json")
    try splash(
      "test:96x64", "--frames", "1", "-o", "null", "--save-settings", file, "--settings", settings)
    return try String(contentsOfFile: file, encoding: .utf8)
  }

  /// Formats that libheif of this machine cannot write are left out.
  private static let kinds =
    ["jpg", "png", "tif", "webp"] + (HEIFTests.canBeWritten ? ["heic", "avif"] : [])

  @Test(arguments: pairs(kinds, kinds).sampled(7))
  func settingsAreReadBackFromAPhoto(from: String, to: String) throws {
    let (source, result) = (try photo("a.\(from)"), scratch.path("b.\(to)"))
    try splash(source, "-o", result, "--hue", "blue:15", "--rest", "noir+dim=0.5")
    let note = try #require(comments(result).first { $0.hasPrefix("splash ") })
    #expect(note.contains("noir"), "\(note)")
    let settings = scratch.path("own.json")
    try splash(
      "test:", "--frames", "1", "-o", "null", "--hue", "blue:15", "--rest", "noir+dim=0.5",
      "--save-settings", settings)
    #expect(try saved(result) == String(contentsOfFile: settings, encoding: .utf8))
  }

  /// The picture is the same with and without the note, and a second run leaves one note.
  /// Existing XMP stays beside the note, of which a second run leaves one, also where another
  /// program has rewritten the note.
  @Test(arguments: ["tif", "webp"])
  func existingXMPStaysBesideTheNote(kind: String) throws {
    let source = try photo("a.\(kind)")
    try MadePhoto.tag(source, ["-XMP-dc:Title=A & B", "-XMP-xmp:Rating=4"])
    let (noted, again) = (scratch.path("n.\(kind)"), scratch.path("g.\(kind)"))
    func xmp(_ path: String) throws -> [String] {
      try Command.run("exiftool", ["-s3", "-XMP-dc:Title", "-XMP-xmp:Rating", path]).lines
    }
    try splash(source, "-o", noted, "--rest", "noir")
    #expect(try comments(noted).count == 1)
    for rewrites in [false, true] {
      if rewrites { try MadePhoto.tag(noted, ["-XMP-xmp:Rating=4", "-XMP-xmp:Label=x"]) }
      try splash(noted, "-o", again, "--rest", "sepia")
      let found = try comments(again)
      #expect(found.count == 1 && found[0].contains("sepia"), "\(found)")
      #expect(try xmp(again) == ["A & B", "4"])
    }
  }

  @Test(arguments: ["a.jpg", "a.png", "a.tif", "a.webp"].sampled(2))
  func noteChangesNothingElseAndIsReplaced(name: String) throws {
    let source = try photo(name)
    let (noted, plain, again) = (
      scratch.path("n-\(name)"), scratch.path("p-\(name)"), scratch.path("g-\(name)")
    )
    let hasComment = name.hasSuffix("jpg") || name.hasSuffix("png")
    let others = hasComment ? ["as shot"] : []
    if hasComment { try MadePhoto.tag(source, ["-Comment=as shot"]) }
    try splash(source, "-o", noted)
    try splash(source, "-o", plain, "--no-note")
    try splash(noted, "-o", again, "--rest", "sepia")
    #expect(try comments(plain) == others)
    let found = try comments(again)
    #expect(found.count == others.count + 1 && others.allSatisfy(found.contains), "\(found)")
    #expect(found.contains { $0.contains("splash") && $0.contains("tint") || $0.contains("sepia") })
    // WebP's container says that there is XMP, and then how large the picture is.
    func tags(_ path: String) throws -> [String] {
      try MadePhoto.tags(path).filter { !$0.hasPrefix("[RIFF]") && !$0.contains("Extended WEBP") }
        .filter { !$0.hasSuffix(": WEBP") || !$0.contains("FileType ") }
    }
    #expect(try tags(noted) == tags(plain))
    #expect(try Media(noted).samples("rgb24") == Media(plain).samples("rgb24"))
  }

  @Test func photoWithoutANoteIsRefusedAsSettings() throws {
    for name in ["a.jpg", "a.png", "a.tif", "a.webp"] {
      let run = try Command.splash("test:", "-o", "null", "--settings", try photo(name))
      #expect(run.status == 64 && run.errors.contains("does not say"), "\(run.errors)")
    }
  }

  /// Notes that are no settings, and files that are truncated.
  @Test func damagedNotesAreRefusedInOneLine() throws {
    for note in ["splash 1.0 {", #"splash 1.0 {"threshold":"#, #"splash {"nothing":1}"#] {
      let file = try photo("a.jpg")
      try MadePhoto.tag(file, ["-Comment=\(note)"])
      let run = try Command.splash("test:", "-o", "null", "--settings", file)
      #expect(run.status == 64, "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
  }

  /// A GIF becomes a clip that all players show, and an RGB clip in Matroska keeps its colors.
  @Test(arguments: [("gif", "mp4", "yuv420p"), ("gif", "mkv", "yuv444p")])
  func gifBecomesAClipThatPlays(source: String, result: String, format: String) throws {
    let (film, output) = (scratch.path("a.\(source)"), scratch.path("b.\(result)"))
    try splash("test:96x64", "--frames", "5", "-o", film)
    try splash(film, "-o", output)
    let probe = try Command.run(
      "ffprobe", ["-v", "error", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", output])
    #expect(probe.text.hasPrefix(format), "\(probe.text)")
  }
}
