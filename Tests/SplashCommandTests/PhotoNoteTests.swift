import Foundation
import TestSupport
import Testing

/// How a photo was made stands in a comment of its file, and can be read back.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct PhotoNoteTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func photo(_ name: String) throws -> String {
    let path = scratch.path(name)
    if name.hasSuffix(".jpg") {
      try MadePhoto.make(path)
    } else {
      let made = try Command.run(
        "ffmpeg",
        [
          "-v", "error", "-i", Clips.path("scene.mkv"), "-frames:v", "1", "-vf", "scale=160:90",
          path,
        ])
      try #require(made.status == 0, "\(made.errors)")
    }
    return path
  }

  private func splash(_ arguments: String...) throws {
    let run = try Command.run(Command.splash.path, arguments + ["-y", "--quiet"])
    try #require(run.status == 0, "\(run.errors)")
  }

  private func comments(_ path: String) throws -> [String] {
    try Command.run("exiftool", ["-a", "-s3", "-Comment", path]).lines
  }

  private func saved(_ settings: String) throws -> String {
    let file = scratch.path("saved.json")
    try splash(
      "test:96x64", "--frames", "1", "-o", "null", "--save-settings", file, "--settings", settings)
    return try String(contentsOfFile: file, encoding: .utf8)
  }

  @Test(arguments: [
    ("a.jpg", "b.jpg"), ("a.png", "b.png"), ("a.jpg", "b.png"), ("a.png", "b.jpg"),
  ])
  func settingsAreReadBackFromAPhoto(source: String, result: String) throws {
    let (source, result) = (try photo(source), scratch.path(result))
    try splash(source, "-o", result, "--hue", "blue:15", "--rest", "noir+dim=0.5")
    let note = try #require(comments(result).first { $0.hasPrefix("splash ") })
    #expect(note.contains("noir"), "\(note)")
    let settings = scratch.path("own.json")
    try splash(
      "test:", "--frames", "1", "-o", "null", "--hue", "blue:15", "--rest", "noir+dim=0.5",
      "--save-settings", settings)
    #expect(try saved(result) == String(contentsOfFile: settings, encoding: .utf8))
  }

  /// The picture is the same with and without, and a second run leaves one line.
  @Test(arguments: ["a.jpg", "a.png"])
  func itChangesNothingElseAndIsReplaced(name: String) throws {
    let source = try photo(name)
    let (noted, plain, again) = (
      scratch.path("n-\(name)"), scratch.path("p-\(name)"), scratch.path("g-\(name)")
    )
    try MadePhoto.tag(source, ["-Comment=as shot"])
    try splash(source, "-o", noted)
    try splash(source, "-o", plain, "--no-note")
    try splash(noted, "-o", again, "--rest", "sepia")
    #expect(try comments(plain) == ["as shot"])
    let found = try comments(again)
    #expect(found.count == 2 && found.contains("as shot"), "\(found)")
    #expect(found.contains { $0.contains("splash") && $0.contains("tint") || $0.contains("sepia") })
    #expect(try MadePhoto.tags(noted) == MadePhoto.tags(plain))
    #expect(try Media(noted).samples("rgb24") == Media(plain).samples("rgb24"))
  }

  @Test func aPhotoThatDoesNotSayIsRefused() throws {
    for name in ["a.jpg", "a.png"] {
      let run = try Command.splash("test:", "-o", "null", "--settings", try photo(name))
      #expect(run.status == 64 && run.errors.contains("does not say"), "\(run.errors)")
    }
  }

  /// Lines that are no settings, and files that end in the middle.
  @Test func damagedNotesAreAnErrorOnALine() throws {
    for note in ["splash 1.0 {", #"splash 1.0 {"threshold":"#, #"splash {"nothing":1}"#] {
      let file = try photo("a.jpg")
      try MadePhoto.tag(file, ["-Comment=\(note)"])
      let run = try Command.splash("test:", "-o", "null", "--settings", file)
      #expect(run.status == 64, "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
  }

  /// A GIF becomes a film that all players show, and an RGB film in Matroska keeps its colors.
  @Test(arguments: [("gif", "mp4", "yuv420p"), ("gif", "mkv", "yuv444p")])
  func filmsOfDrawnPicturesPlay(source: String, result: String, format: String) throws {
    let (film, output) = (scratch.path("a.\(source)"), scratch.path("b.\(result)"))
    try splash("test:96x64", "--frames", "5", "-o", film)
    try splash(film, "-o", output)
    let probe = try Command.run(
      "ffprobe", ["-v", "error", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", output])
    #expect(probe.text.hasPrefix(format), "\(probe.text)")
  }
}
