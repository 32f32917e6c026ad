import TestSupport

/// The tags of a clip say how it was made, and can be read back as settings.
struct NoteTests {
  private let scratch = Scratch()

  private func comment(of file: String) throws -> String {
    let run = try Command.run(
      "ffprobe", ["-v", "error", "-show_entries", "format_tags=comment", "-of", "json", file])
    let root = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
    let tags = (root?["format"] as? [String: Any])?["tags"] as? [String: String]
    return tags?.values.first ?? ""
  }

  private func film(_ name: String, _ more: String...) throws -> String {
    let file = scratch.path(name)
    try Command.splash(["test:96x64", "--frames", "3", "-y", "-o", file, "--quiet"] + more)
      .checked()
    return file
  }

  private func saved(_ more: String...) throws -> String {
    let file = scratch.path("saved.json")
    try Command.splash(
      ["test:96x64", "--frames", "1", "-y", "-o", "null", "--quiet", "--save-settings", file] + more
    ).checked()
    return try String(contentsOfFile: file, encoding: .utf8)
  }

  @Test(arguments: ["a.mp4", "a.mov", "a.mkv", "a.webm", "a.nut"])
  func settingsAreReadBackFromAClip(name: String) throws {
    let timeline = #"[{"time": 0.04, "transition": 1, "settings": {"threshold": 40}}]"#
    let words = ["--hue", "blue:15", "--rest", "noir+dim=0.5", "--timeline", timeline]
    let file = try film(name, words[0], words[1], words[2], words[3], words[4], words[5])
    #expect(try comment(of: file).hasPrefix("splash "))
    let again = try saved("--settings", file)
    #expect(try again == saved(words[0], words[1], words[2], words[3], words[4], words[5]))
    #expect(try saved("--settings", file, "--rest", "grey") != again)
  }

  @Test func noNoteLeavesTheNoteOut() throws {
    let file = try film("a.mp4", "--no-note")
    #expect(try comment(of: file) == "")
    let run = try Command.splash("test:", "-o", "null", "--settings", file)
    #expect(run.status == 64 && run.errors.contains("does not say"), "\(run.errors)")
  }

  /// An existing comment stays, with one note behind it.
  @Test(arguments: ["Our cat", "Our cat\r\n\nAnd a dog\r\nIt barks"])
  func existingCommentStaysBeforeTheNote(words: String) throws {
    let file = scratch.path("b.mkv")
    try Command.ffmpeg(
      "-i", try film("a.mkv"), "-c", "copy", "-metadata", "comment=\(words)", file)
    var source = file
    for name in ["c.mp4", "d.mp4"] {
      let result = scratch.path(name)
      try Command.splash(source, "-o", result, "--hue", "green", "--quiet").checked()
      let comment = try comment(of: result)
      #expect(comment.hasPrefix("\(words)\nsplash "), "\(comment)")
      #expect(comment.components(separatedBy: "splash ").count == 2, "\(comment)")
      source = result
    }
  }

  /// Folders may reveal the user's name.
  @Test func noteNamesFilesWithoutFolders() throws {
    let picture = scratch.path("back.png")
    try Command.splash("test:96x64", "--frames", "1", "-o", picture, "--quiet")
    let file = try film("a.mp4", "--rest", "image=\(picture)")
    let comment = try comment(of: file)
    #expect(comment.contains("image=back.png") && !comment.contains("/"), "\(comment)")
  }

  @Test(arguments: [
    "splash 1 {", "splash 1 {\"rset\": 1}", "splash 1 {\"stability\": 1e999}",
    "splash 1 " + String(repeating: "{\"rest\":", count: 4000),
    "splash " + String(repeating: "x", count: 300_000) + "{}",
  ]) func hostileNotesAreRefused(comment: String) throws {
    let file = scratch.path("e.mkv")
    try Command.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.2", "-f", "ffmetadata", "-i"] + [
        try metadata(comment), "-map", "0", "-map_metadata", "1", file,
      ])
    let used = try Command.splash("test:", "-o", "null", "--settings", file)
    #expect(used.status == 64 && used.errors.split(separator: "\n").count == 1, "\(used.errors)")
  }

  private func metadata(_ comment: String) throws -> String {
    let file = scratch.path("meta.txt")
    let escaped = comment.replacing("=", with: "\\=")
    try ";FFMETADATA1\ncomment=\(escaped)\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }
}
