import TestSupport

/// Exports of the page: their contents, their names, and that none is left half-written.
@Suite(.serialized)
struct ExportTests {
  /// A clip of moving colors with sound.
  private func clip(_ scratch: Scratch, seconds: Int, size: String = "320x180") throws -> String {
    return try scratch.make(
      "clip.mp4", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25:duration=\(seconds)",
      "-f", "lavfi", "-i", "sine=duration=\(seconds)", "-preset", "ultrafast")
  }

  private func digest(_ path: String) throws -> String {
    let run = try Command.ffmpeg("-i", path, "-f", "framemd5", "-")
    return run.text
  }

  /// The last report of an export.
  private func lastReport(_ client: RawWebSocket) throws -> [String: Any] {
    var report: [String: Any]
    repeat {
      report = try #require(client.next("export"))
    } while report["state"] as? String == "running"
    return report
  }

  private func wait(_ what: String, _ page: BrowserPage) throws {
    try page.wait(
      what, for: "document.getElementById('export-text').textContent.includes('\(what)')")
  }

  /// The export is written to its end while the page plays on.
  @Test(
    .enabled(if: Browser.program != nil, Browser.absence),
    arguments: ["mouse", "keys", "touch"].sampled(2))
  func exportedFileIsComplete(hand: String) throws {
    let scratch = Scratch()
    let clip = try clip(scratch, seconds: 8)
    let isPhone = hand == "touch"
    try withPage(
      RunningTuner(clip, "--hue", "120:30"), width: isPhone ? 390 : 1280,
      height: isPhone ? 844 : 800, isPhone: isPhone
    ) { page in
      func act(_ selector: String) throws {
        switch hand {
        case "mouse": try page.click(selector)
        case "touch": try page.tap(selector)
        default:
          try page.focus("\(selector)")
          try page.press("Enter")
        }
      }
      try act("#export")
      try page.wait("a dialog", for: "document.getElementById('export-dialog').open")
      #expect(
        try page.value("document.getElementById('export-name').value") as? String
          == "clip-splash.mp4")
      let before = try page.number("Number(document.getElementById('picture').dataset.number)")
      try act("#export-form [type=submit]")
      try wait("is complete: 200 frames", page)
      #expect(
        try page.number("Number(document.getElementById('picture').dataset.number)") > before)
      #expect(
        try page.value("document.getElementById('play').ariaLabel") as? String == "Pause")
      try act("#export-close")
      #expect(try page.value("document.getElementById('exporting').hidden") as? Bool == true)
      // The name is taken now, so the next free one is offered.
      try act("#export")
      #expect(
        try page.value("document.getElementById('export-name').value") as? String
          == "clip-splash-2.mp4")
    }
    let result = Media(scratch.path("clip-splash.mp4"))
    #expect(try result.times() == Media(clip).times())
    #expect(try result.packetDigest("0:a") == Media(clip).packetDigest("0:a"))
  }

  /// The frames are the command's, bit for bit. VP9, since libx264 164 with AVX-512 and several
  /// threads writes other bits now and then, whoever calls it.
  @Test func exportMatchesTheCommandsOutput() throws {
    let scratch = Scratch()
    let clip = try clip(scratch, seconds: 4)
    let tuner = try RunningTuner(clip, "--hue", "120:30")
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"export\", \"name\": \"a.webm\"}")
    #expect(try lastReport(client)["state"] as? String == "done")
    let meant = scratch.path("meant.webm")
    try Command.splash(clip, "--hue", "120:30", "-o", meant, "--quiet")
    #expect(try digest(scratch.path("a.webm")) == digest(meant))
  }

  /// Progress is visible, and a cancelled export leaves no file.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func cancelledExportLeavesNoFile() throws {
    let scratch = Scratch()
    let clip = try clip(scratch, seconds: 60, size: "1280x720")
    let result = scratch.path("clip-splash.mp4")
    try withPage(RunningTuner(clip)) { page in
      try page.click("#export")
      try page.click("#export-form [type=submit]")
      try page.wait("progress", for: "document.getElementById('export-share').value > 0.02")
      #expect(FileManager.default.fileExists(atPath: result))
      #expect(try page.text("export-text").contains("left"))
      let share = try page.number("document.getElementById('export-share').value")
      try page.wait(
        "more of it", for: "document.getElementById('export-share').value > \(share)")
      try page.click("#export-cancel")
      try wait("was cancelled", page)
      #expect(!FileManager.default.fileExists(atPath: result))
      // Another export may follow, and ends with the tuner.
      try page.click("#export")
      try page.click("#export-form [type=submit]")
      try page.wait("progress", for: "document.getElementById('export-share').value > 0")
    }
    #expect(!FileManager.default.fileExists(atPath: result))
  }

  /// Also while a thing is tracked back, which the estimate counts.
  @Test(
    .thorough,
    .enabled(if: Browser.program != nil, Browser.absence),
    .enabled(if: Networks.areThere, Networks.absence))
  func exportThatTracksBackCanBeCancelled() throws {
    let scratch = Scratch()
    let clip = try clip(scratch, seconds: 20)
    try withPage(RunningTuner(clip, "--keep", "thing@0.5,0.5@18")) { page in
      try page.pause()
      try page.click("#export")
      try page.wait(
        "an estimate",
        for: "document.getElementById('export-estimate').textContent.includes(' 450 ')")
      try page.click("#export-form [type=submit]")
      try page.wait(
        "its beginning",
        for: "document.getElementById('export-text').textContent === 'clip-splash.mp4'"
      )
      sleep(3)
      try page.click("#export-cancel")
      try wait("was cancelled", page)
      let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      #expect(left == ["clip.mp4"])
    }
  }

  /// Names that lead to another folder, stand for many files or exist are refused, and existing
  /// files stay.
  @Test func invalidExportNamesAreRefused() throws {
    let scratch = Scratch()
    let clip = try clip(scratch, seconds: 1)
    let (taken, elsewhere) = (scratch.path("taken.mp4"), scratch.path("elsewhere"))
    try Data("precious".utf8).write(to: URL(fileURLWithPath: taken))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link.mp4"), withDestinationPath: elsewhere)
    let before = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
    let tuner = try RunningTuner(clip)
    let client = try RawWebSocket(tuner)
    for (name, reason) in [
      ("../up.mp4", "no name"), ("/tmp/up.mp4", "no name"), (".mp4", "no name"),
      ("a\\u0000.mp4", "no name"), ("a\\n.mp4", "no name"), ("x%03d.mp4", "many files"),
      ("list.m3u8", "end it in .mp4"), ("name", "end it in .mp4"), ("", "end it in .mp4"),
      ("clip.mp4", "exists already"), ("taken.mp4", "exists already"),
      ("link.mp4", "exists already"),
    ] {
      client.send("{\"do\": \"export\", \"name\": \"\(name)\"}")
      let refusal = try #require(client.next("refusal")?["text"] as? String)
      #expect(refusal.contains(reason), "\(name): \(refusal)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted() == before)
    #expect(try String(contentsOfFile: taken, encoding: .utf8) == "precious")
  }

  /// The suggested name is accepted, whatever the input is called.
  @Test(arguments: [
    (String(repeating: "ü", count: 95), String(repeating: "ü", count: 90)), (".hidden", "hidden"),
    ("take %d", "take _d"),
  ])
  func suggestedExportNameIsAccepted(name: String, stem: String) throws {
    let scratch = Scratch()
    let path = scratch.path("\(name).mp4")
    try FileManager.default.moveItem(atPath: clip(scratch, seconds: 1, size: "64x48"), toPath: path)
    let tuner = try RunningTuner(path)
    let client = try RawWebSocket(tuner)
    let names = try #require(client.next("greeting")?["export"] as? [String: Any])
    let suggestion = try #require(names["suggestion"] as? String)
    #expect(suggestion == "\(stem)-splash.mp4")
    client.send("{\"do\": \"export\", \"name\": \"\(suggestion)\"}")
    #expect(try lastReport(client)["state"] as? String == "done")
  }

  /// Exports that are requested again and again while the tuner ends leave no file.
  @Test func noExportStartsWhileTheTunerEnds() throws {
    let scratch = Scratch()
    let tuner = try RunningTuner(clip(scratch, seconds: 20, size: "640x360"))
    let client = try RawWebSocket(tuner)
    _ = try #require(client.nextPicture())
    kill(tuner.processIdentifier, SIGINT)
    var count = 0
    while count < 1000, client.send("{\"do\": \"export\", \"name\": \"\(count).mp4\"}") {
      usleep(5000)
      count += 1
    }
    #expect(try tuner.end().status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["clip.mp4"])
  }

  /// A failed export reports why, and leaves no file.
  @Test func failedExportSaysWhyAndLeavesNoFile() throws {
    let scratch = Scratch()
    let clip = try clip(scratch, seconds: 1)
    let tuner = try RunningTuner(clip)
    let client = try RawWebSocket(tuner)
    try FileManager.default.removeItem(atPath: clip)
    client.send("{\"do\": \"export\", \"name\": \"a.mp4\"}")
    let last = try lastReport(client)
    #expect(last["state"] as? String == "failed")
    let lines = last["lines"] as? [String] ?? []
    #expect(lines.first?.contains("clip.mp4") == true, "\(lines)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("a.mp4")))
  }

  /// Cameras, patterns and runs with outputs have no input file beside which to export.
  @Test func exportIsRefusedWithoutAnInputFile() throws {
    let tuner = try RunningTuner("test:64x48@10")
    let client = try RawWebSocket(tuner)
    #expect(try #require(client.next("greeting"))["export"] == nil)
    client.send("{\"do\": \"export\", \"name\": \"a.mp4\"}")
    #expect((client.next("refusal")?["text"] as? String)?.contains("no file") == true)
  }

  /// A photo is exported as a photo of the same format.
  @Test(arguments: [("JPG", "mjpeg", "jpg"), ("tif", "image2", "tif")])
  func photoIsExportedAsAPhoto(ending: String, muxer: String, exported: String) throws {
    let scratch = Scratch()
    let photo = try scratch.make(
      "photo.\(ending)", "-f", "lavfi", "-i", "testsrc=size=160x120", "-frames:v", "1", "-f", muxer)
    let tuner = try RunningTuner(photo)
    let client = try RawWebSocket(tuner)
    let name = "photo-splash.\(exported)"
    let names = try #require(client.next("greeting")?["export"] as? [String: Any])
    #expect(names["suggestion"] as? String == name)
    let command = try #require(client.next("status")?["command"] as? String)
    #expect(command.hasSuffix("-o \(name)"))
    client.send("{\"do\": \"export\", \"name\": \"\(name)\"}")
    #expect(try lastReport(client)["state"] as? String == "done")
    let meant = scratch.path("meant.\(exported)")
    try Command.splash(photo, "-o", meant, "--quiet", "--no-note")
    #expect(
      FileManager.default.contents(atPath: scratch.path(name))
        == FileManager.default.contents(atPath: meant))
  }
}
