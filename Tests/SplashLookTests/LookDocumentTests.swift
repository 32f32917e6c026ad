import SplashLook
import TestSupport

/// Settings and keyframes in one file.
struct LookDocumentTests {
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func lookDocumentReadsBackTheSame(seed: UInt64) throws {
    let all = SplashSettings.everyCombination(seed: seed).map { settings in
      var settings = settings
      settings.show = .result
      return settings
    }
    for start in stride(from: 0, to: all.count - 2, by: 3) {
      let look = try LookTimeline(
        base: all[start],
        entries: [
          .init(time: 0.5, transition: 1.25, settings: all[start + 1]),
          .init(time: 2, settings: all[start + 2]),
        ])
      #expect(try LookTimeline(document: look.document.utf8) == look, "seed \(seed), \(start)")
      let plain = try LookTimeline(base: all[start], entries: [])
      #expect(plain.document == all[start].json)
      #expect(try LookTimeline(document: plain.document.utf8) == plain)
    }
  }

  @Test func documentErrorsNameTheFaultyPart() throws {
    for (json, part) in [
      ("{\"timeline\": {}}", "timeline"),
      ("{\"timeline\": [{\"time\": \"x\"}]}", "timeline[0].time"),
      ("{\"timeline\": [], \"hughes\": []}", "hughes"), ("[]", "settings"), ("{", "not JSON"),
    ] {
      let error = #expect(throws: SettingError.self) { try LookTimeline(document: json.utf8) }
      #expect("\(error!)".contains(part), "\(json): \(error!)")
    }
    #expect(try LookTimeline(document: "{\"timeline\": null}".utf8).entries.isEmpty)
  }

  /// Folders may reveal the user's name.
  @Test func notesNameFilesWithoutFolders() throws {
    for word in ["image=", "lut=", "video="] {
      var settings = SplashSettings()
      settings.rest = try LookStep.steps(word + "/media/card/a.file")
      settings.keep = [try Selection("mask=/media/card/b.file")]
      let note = try #require(try LookTimeline(base: settings, entries: []).note)
      #expect(note.contains(word + "a.file") && note.contains("mask=b.file"), "\(note)")
      #expect(!note.contains("media"), "\(note)")
    }
  }
}
