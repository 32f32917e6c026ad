import TestSupport

/// Export options of the page, and how the results get to another device.
@Suite(.serialized)
struct ExportOptionsTests {
  private func clip(_ scratch: Scratch, seconds: Int = 3, size: String = "1280x720") throws
    -> String
  {
    return try scratch.make(
      "clip.mp4", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25:duration=\(seconds)",
      "-preset", "ultrafast")
  }

  private func export(_ client: RawWebSocket, _ name: String, _ wish: String) throws -> [String:
    Any]
  {
    client.send("{\"do\": \"export\", \"name\": \"\(name)\", \"as\": \(wish)}")
    var report: [String: Any]
    repeat {
      report = try #require(client.next("export"))
    } while report["state"] as? String == "running"
    return report
  }

  private func digest(_ path: String) throws -> String {
    let run = try Command.ffmpeg("-i", path, "-f", "framemd5", "-")
    return run.text
  }

  /// By mouse and keys: loop marks, container, size and part; then the file as a browser fetches
  /// it.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func exportDialogSetsRangeContainerAndSize() throws {
    let scratch = Scratch()
    let clip = try clip(scratch)
    try withPage(RunningTuner(clip, "--hue", "120:30")) { page in
      try page.pause()
      for (key, time) in [("i", 1.0), ("o", 2.0)] {
        try page.set("#scrub", to: time)
        try page.waitForTime("0:0\(Int(time)).0")
        try page.press(key)
      }
      try page.click("#export")
      #expect(
        try page.value(
          "[...document.querySelectorAll('#export-span input')].map(i => i.value).join()")
          as? String == "1,2")
      try page.wait(
        "an estimate", for: "/\\d/.test(document.getElementById('export-estimate').textContent)")
      for (id, value) in [("container", "webm"), ("size", "480"), ("crop", "1:1")] {
        try page.change("#export-\(id)", to: "\(value)")
      }
      #expect(
        try page.value("document.getElementById('export-name').value") as? String
          == "clip-splash.webm")
      try page.click("#export-form [type=submit]")
      try page.wait("its end", for: "!document.getElementById('export-fetch').hidden")
      let fetched = try page.number(
        """
        fetch(document.getElementById('export-fetch').href).then(a => a.arrayBuffer()).then(b => b.byteLength)
        """)
      let size =
        try FileManager.default.attributesOfItem(atPath: scratch.path("clip-splash.webm"))[.size]
        as? Int
      #expect(Int(fetched) == size)
      try page.click("#export")
      #expect(try page.text("export-estimate").isEmpty == false)
    }
    let result = Media(scratch.path("clip-splash.webm"))
    #expect(
      try result.probe("v:0", "stream=codec_name,width,height").joined(separator: ",")
        == "vp9,480,480")
    let count = try result.times().count
    #expect((25...26).contains(count), "\(count) pictures")
  }

  /// A shape that follows, alpha, animations and a target size, as the command has them.
  @Test func otherFormatsAreWritten() throws {
    let scratch = Scratch()
    let tuner = try RunningTuner(clip(scratch, seconds: 2, size: "320x180"), "--hue", "120:30")
    let client = try RawWebSocket(tuner)
    for (name, wish, codec, size) in [
      ("a.mp4", "{\"crop\": \"follow:1:1\", \"maxSize\": 60000}", "h264", "180,180"),
      ("b.mov", "{\"isTransparent\": true}", "prores", "320,180"),
      ("c.gif", "{\"loop\": 0, \"lines\": 90}", "gif", "160,90"),
      ("d.webp", "{\"loop\": 0, \"quality\": 50}", "webp", "320,180"),
    ] {
      let report = try export(client, name, wish)
      #expect(report["state"] as? String == "done", "\(report)")
      let bytes =
        try FileManager.default.attributesOfItem(atPath: scratch.path(name))[.size] as? Int ?? 0
      #expect(report["bytes"] as? Int == bytes)
      if name == "a.mp4" { #expect(bytes <= 60_000) }
      // FFmpeg reads no animated WebP (5.1).
      if codec == "webp" { continue }
      let found = try Media(scratch.path(name)).probe("v:0", "stream=codec_name,width,height")
      #expect(found.joined(separator: ",") == "\(codec),\(size)")
    }
    let alpha = try Media(scratch.path("b.mov")).probe("v:0", "stream=pix_fmt")
    #expect(alpha.first?.hasPrefix("yuva444p") == true, "\(alpha)")
  }

  /// By hand: the levels of quality have their numbers, and what the file will be is estimated.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func theDialogEstimatesTheSize() throws {
    let scratch = Scratch()
    try withPage(RunningTuner(clip(scratch, seconds: 1, size: "320x180"), "--hue", "120:30")) {
      page in
      try page.click("#export")
      let text = "document.getElementById('export-estimate').textContent"
      /// Megabytes, once a trial has found them.
      func size() throws -> Double {
        try page.wait("a size", for: "/About [0-9.]+ MB/.test(\(text))")
        return try page.number("Number(/[0-9.]+/.exec(\(text))[0])")
      }
      try page.change("#export-container", to: "alpha")
      let name = try page.value("document.getElementById('export-name').value") as? String
      #expect(name == "clip-splash.mov")
      let large = try size()
      try page.change("#export-crop", to: "9:16")
      #expect(try size() < large / 2)
      try page.change("#export-container", to: "mp4")
      try page.click("#export-level [value=small]")
      try page.value("document.getElementById('export-more').open = true")
      let crf = "document.querySelector('#export-quality input').value"
      #expect(try page.value(crf) as? String == "28")
      try page.click("#export-follow")
      try page.change("#export-most", to: "0.05")
      try page.click("#export-form [type=submit]")
      try page.wait("its end", for: "!document.getElementById('export-fetch').hidden")
    }
    let path = scratch.path("clip-splash.mp4")
    #expect(
      try Media(path).probe("v:0", "stream=width,height").joined(separator: ",") == "102,180")
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    #expect(bytes <= 50_000)
  }

  /// What a trial of three seconds says is near what an export then has, with its sound.
  @Test(
    arguments: [
      ("a.mp4", "{}"), ("b.mp4", "{\"crf\": 30, \"lines\": 120, \"from\": 1}"),
      ("c.mov", "{\"isTransparent\": true, \"lines\": 120}"), ("d.gif", "{\"lines\": 90}"),
      ("e.webm", "{\"lines\": 120}"),
    ].sampled(2))
  func trialSaysHowLargeAnExportIs(name: String, wish: String) throws {
    let scratch = Scratch()
    let clip = try scratch.make(
      "clip.mp4", "-i", Repository.root.appendingPathComponent("film/street.mp4").path, "-f",
      "lavfi", "-i", "sine=duration=8", "-vf", "loop=1:48,scale=320:180", "-t", "8", "-shortest")
    let rest = Scratch()
    let tuner = try RunningTuner(
      clip, "--hue", "red", environment: ["TMPDIR": rest.folder.path])
    let client = try RawWebSocket(tuner)
    client.send(
      "{\"do\": \"trial\", \"name\": \"\(name)\", \"as\": \(wish), \"kind\": \"mine\"}")
    // A slow machine takes longer than one question may.
    var found: [String: Any]?
    for _ in 0..<12 where found == nil { found = client.next("trial") }
    let answer = try #require(found)
    #expect(answer["kind"] as? String == "mine")
    let said = try #require(answer["bytes"] as? Double)
    for (folder, files) in [(scratch, ["clip.mp4"]), (rest, [])] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.folder.path) == files)
    }
    let report = try export(client, name, wish)
    let bytes = try #require(report["bytes"] as? Double)
    #expect((0.7...1.3).contains(said / bytes), "\(Int(said)) of \(Int(bytes))")
  }

  /// A range of a clip with keyframes looks at each time like the whole, in a transition too.
  @Test func exportedRangeHasTheLookOfItsTimes() throws {
    let scratch = Scratch()
    let clip = try clip(scratch, size: "320x180")
    let keys = """
      {"softness": 10, "timeline": [{"time": 0.4, "settings": {"softness": 20}}, \
      {"time": 0.8, "transition": 1, "settings": {"softness": 60}}, \
      {"time": 2.4, "settings": {"threshold": 50}}]}
      """
    let file = scratch.path("keys.json")
    try Data(keys.utf8).write(to: URL(fileURLWithPath: file))
    let tuner = try RunningTuner(
      clip, "--hue", "120:30", "--smoothing", "0", "--settings", file)
    let client = try RawWebSocket(tuner)
    let report = try export(client, "a.webm", "{\"from\": 1, \"crf\": 40}")
    #expect(report["state"] as? String == "done", "\(report)")
    // A fifth of the transition lies before the range.
    let rest = """
      [{"time": 0, "transition": 0.8, "settings": {"softness": 60}}, \
      {"time": 1.4, "settings": {"threshold": 50}}]
      """
    let meant = scratch.path("meant.webm")
    try Command.splash(
      clip, "--hue", "120:30", "--smoothing", "0", "--softness", "28", "--timeline", rest,
      "--start", "1", "--crf", "40", "-o", meant, "--quiet")
    #expect(try digest(scratch.path("a.webm")) == digest(meant))
  }

  @Test func exportedRangeStaysInTheTunedPart() throws {
    let scratch = Scratch()
    let tuner = try RunningTuner(clip(scratch, size: "64x48"), "--duration", "2")
    let client = try RawWebSocket(tuner)
    let report = try export(client, "a.mp4", "{\"from\": 1, \"to\": 3}")
    #expect(report["state"] as? String == "done", "\(report)")
    #expect(try Media(scratch.path("a.mp4")).times().count == 25)
    client.send("{\"do\": \"export\", \"name\": \"b.mp4\", \"as\": {\"from\": 2}}")
    #expect((client.next("refusal")?["text"] as? String)?.contains("a range") == true)
  }

  @Test func invalidExportOptionsAreRefused() throws {
    let scratch = Scratch()
    let tuner = try RunningTuner(clip(scratch, seconds: 1, size: "64x48"))
    let client = try RawWebSocket(tuner)
    for wish in [
      "{\"from\": 2, \"to\": 1}", "{\"from\": -1}", "{\"to\": 1e300}", "{\"lines\": 100000}",
      "{\"lines\": 0}", "{\"crf\": 64}", "{\"quality\": 0}", "{\"crop\": \"all\"}",
      "{\"crop\": \"\(String(repeating: "1", count: 9000))\"}", "{\"codec\": \"rawvideo\"}",
      "{\"codec\": \"copy\"}", "{\"from\": \"now\"}", "[]",
    ] {
      client.send("{\"do\": \"export\", \"name\": \"a.mp4\", \"as\": \(wish)}")
      #expect(client.next("refusal")?["text"] != nil, "\(wish.prefix(60))")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["clip.mp4"])
  }

  /// Exported files can be fetched, whole and in parts, with the key; no other file can.
  @Test func onlyExportedFilesCanBeFetched() throws {
    let scratch = Scratch()
    let tuner = try RunningTuner(clip(scratch, seconds: 1, size: "64x48"))
    let client = try RawWebSocket(tuner)
    let name = "ä %2F.mp4"
    let report = try export(client, name, "{}")
    #expect(report["file"] as? String == name)
    let path = "/export/%C3%A4%20%252F.mp4"
    let bytes = try Data(of: scratch.path(name))
    let whole = try RawResponse(tuner, "GET", path)
    #expect(whole.status == 200)
    #expect(whole.headers["content-length"] == "\(bytes.count)")
    #expect(whole.headers["accept-ranges"] == "bytes")
    for (range, status, part, length) in [
      ("bytes=0-9", 206, "bytes 0-9/\(bytes.count)", 10),
      ("bytes=100-", 206, "bytes 100-\(bytes.count - 1)/\(bytes.count)", bytes.count - 100),
      ("bytes=-7", 206, "bytes \(bytes.count - 7)-\(bytes.count - 1)/\(bytes.count)", 7),
      ("bytes=\(bytes.count)-", 416, "bytes */\(bytes.count)", 0),
      ("bytes=-0", 416, "bytes */\(bytes.count)", 0),
      ("bytes=9-1", 200, nil, bytes.count), ("bytes=0-1,4-5", 200, nil, bytes.count),
      ("bytes=99999999999999999999-", 200, nil, bytes.count), ("lines=1-2", 200, nil, bytes.count),
    ] as [(String, Int, String?, Int)] {
      let answer = try RawResponse(tuner, "GET", path, headers: ["Range": range])
      #expect(answer.status == status, "\(range)")
      #expect(answer.headers["content-range"] == part, "\(range)")
      #expect(answer.headers["content-length"] == "\(length)", "\(range)")
    }
    for other in [
      "/export/clip.mp4", "/export/", "/export/../clip.mp4", "/export/%2E%2E%2Fclip.mp4",
      "/export/%00", "/export/%ZZ", "/export//etc/passwd",
    ] {
      #expect(try RawResponse(tuner, "GET", other).status == 404, "\(other)")
    }
    let folder = tuner.entrance.folder
    #expect(
      try RawResponse(stranger: tuner, "GET", folder + path.dropFirst()).status == 403)
    // Nor can a file that replaced one of them.
    _ = try export(client, "b.mp4", "{}")
    #expect(try RawResponse(tuner, "GET", "/export/b.mp4").status == 200)
    let other = try #require(FileHandle(forWritingAtPath: scratch.path("b.mp4")))
    try other.truncate(atOffset: 0)
    try other.write(contentsOf: Data("private".utf8))
    try other.close()
    #expect(try RawResponse(tuner, "GET", "/export/b.mp4").status == 404)
    // Another file of that name, and a link to one, are not the exported file.
    try FileManager.default.removeItem(atPath: scratch.path(name))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path(name), withDestinationPath: scratch.path("clip.mp4"))
    #expect(try RawResponse(tuner, "GET", path).status == 404)
  }
}
