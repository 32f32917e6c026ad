import Glibc
import TestSupport

/// Files that are removed or replaced while the tuner uses them.
@Suite(.serialized)
struct ReplacedFileTests {
  private func make(_ path: String, size: String, seconds: Int, source: String = "testsrc2") throws
  {
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "\(source)=size=\(size):rate=10:duration=\(seconds)",
      "-g", "10", "-pix_fmt", "yuv420p", "-preset", "ultrafast", "-f", "mp4", path)
  }

  private func picture(_ path: String, _ color: String) throws {
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=\(color):size=64x48", "-frames:v", "1",
      "-f", "image2", "-c:v", "png", path)
  }

  /// Replaces a file in one step, as editors do.
  private func move(_ file: String, to place: String) throws {
    try #require(rename(file, place) == 0)
  }

  private func status(
    _ client: RawWebSocket, where isMeant: ([String: Any]) -> Bool
  ) -> [String: Any]? {
    let limit = Date(timeIntervalSinceNow: 20)
    while Date() < limit, let status = client.next("status") {
      if isMeant(status) { return status }
    }
    return nil
  }

  private func warnings(_ status: [String: Any]) -> String {
    (status["warnings"] as? [String] ?? []).joined(separator: "\n")
  }

  /// A replaced clip is shown in its own shape and length, with the settings and keyframes of the
  /// former one; the tuner waits for one that is missing or cannot be read.
  @Test(arguments: [true, false]) func replacedClipIsReadAgain(isPlaying: Bool) throws {
    let scratch = Scratch()
    let (clip, other) = (scratch.path("clip.mp4"), scratch.path("other"))
    try make(clip, size: "320x180", seconds: 1)
    let tuner = try RunningTuner(clip, "--hue", "120:40")
    let client = try RawWebSocket(tuner)
    #expect(client.next("greeting")?["width"] as? Int == 320)
    if !isPlaying { client.send("{\"do\": \"pause\"}") }
    client.send("{\"do\": \"set\", \"settings\": {\"threshold\": 33}}")
    client.send(
      "{\"do\": \"timeline\", \"timeline\": \"[{\\\"time\\\":0.5,\\\"settings\\\":{\\\"invert\\\":true}}]\"}"
    )
    let first = try #require(client.nextPicture())
    // Longer than the clip, which loops meanwhile.
    try move(clip, to: other)
    let gone = try #require(status(client) { warnings($0).contains("it is gone; waiting") })
    #expect(warnings(gone).contains("clip.mp4"))
    let limit = Date(timeIntervalSinceNow: 2.5)
    while Date() < limit { #expect(client.next("measurements") != nil) }
    #expect(tuner.isRunning)
    // A file that is no clip, and then one of another shape.
    try Data("half of a clip".utf8).write(to: URL(fileURLWithPath: clip))
    _ = try #require(status(client) { warnings($0).contains("that can be read") })
    try make(other, size: "180x320", seconds: 3)
    try move(other, to: clip)
    let greeting = try #require(client.next("greeting"))
    #expect(greeting["width"] as? Int == 180 && greeting["height"] as? Int == 320)
    #expect((greeting["duration"] as? NSNumber)?.doubleValue == 3)
    let now = try #require(status(client) { !warnings($0).contains("waiting") })
    #expect(now["isPlaying"] as? Bool == isPlaying)
    let command = try #require(now["command"] as? String)
    #expect(command.contains("--hue-width 33") && command.contains("\"invert\":true"))
    client.send("{\"do\": \"seek\", \"time\": 2.5}")
    let picture = try #require(client.nextPicture { abs($0.position - 2.5) < 0.01 })
    #expect(picture.number > first.number)
    let path = scratch.path("picture.jpg")
    try Data(picture.jpeg).write(to: URL(fileURLWithPath: path))
    #expect(try Media(path).samples("gray").count == 180 * 320)
  }

  /// A photo that another program saves again is shown again, though nothing plays.
  @Test func replacedPhotoIsReadAgain() throws {
    let scratch = Scratch()
    let (photo, other) = (scratch.path("photo.png"), scratch.path("other"))
    try picture(photo, "red")
    let tuner = try RunningTuner(photo)
    let client = try RawWebSocket(tuner)
    let first = try #require(client.nextPicture())
    try picture(other, "blue")
    try move(other, to: photo)
    _ = try #require(client.next("greeting"))
    #expect(client.nextPicture { $0.number > first.number && $0.jpeg != first.jpeg } != nil)
    #expect(tuner.isRunning)
  }

  /// A LUT with the size and time of the former one, put in its place as by a copy
  /// that keeps times.
  @Test func replacedLUTOfTheSameSizeAndTimeIsReadAgain() throws {
    let scratch = Scratch()
    let (clip, table) = (scratch.path("clip.mp4"), scratch.path("table.cube"))
    let other = scratch.path("other.cube")
    try make(clip, size: "320x180", seconds: 2)
    for (path, value) in [(table, "0.9"), (other, "0.1")] {
      let rows = String(repeating: "\(value) \(value) \(value)\n", count: 8)
      try Data("LUT_3D_SIZE 2\n\(rows)".utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
    }
    let tuner = try RunningTuner(clip, "--rest", "lut=\(table)", "--hue", "120:1")
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    let path = scratch.path("picture.jpg")
    func mean(_ jpeg: [UInt8]) throws -> Double {
      try Data(jpeg).write(to: URL(fileURLWithPath: path))
      let samples = try Media(path).samples("gray")
      return samples.reduce(0) { $0 + Double($1) } / Double(samples.count)
    }
    #expect(try mean(try #require(client.nextPicture()).jpeg) > 180)
    // The tuner has checked it for a while.
    usleep(800_000)
    try move(other, to: table)
    let dark = client.nextPicture { (try? mean($0.jpeg)) ?? 255 < 80 }
    #expect(dark != nil)
  }

  /// A backdrop is removed, and comes back as another one.
  @Test func replacedBackdropIsReadAgain() throws {
    let scratch = Scratch()
    let (clip, behind) = (scratch.path("clip.mp4"), scratch.path("behind.png"))
    let other = scratch.path("other")
    try make(clip, size: "320x180", seconds: 2)
    try picture(behind, "white")
    let tuner = try RunningTuner(clip, "--rest", "image=\(behind)", "--hue", "120:1")
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    var threshold = 20
    func settled() throws -> RawWebSocket.Picture {
      threshold += 1
      client.send("{\"do\": \"set\", \"settings\": {\"threshold\": \(threshold)}}")
      let now = status(client) {
        ($0["settings"] as? [String: Any])?["threshold"] as? Int == threshold
      }
      let revision = try #require(now)["revision"] as? Int ?? 0
      return try #require(client.nextPicture { $0.revision >= revision })
    }
    let white = try settled().jpeg
    try move(behind, to: other)
    _ = try #require(status(client) { warnings($0).contains("behind.png: it is gone") })
    // Its old contents show meanwhile, and other settings can still be changed.
    let path = scratch.path("picture.jpg")
    func mean(_ jpeg: [UInt8]) throws -> Double {
      try Data(jpeg).write(to: URL(fileURLWithPath: path))
      let samples = try Media(path).samples("gray")
      return samples.reduce(0) { $0 + Double($1) } / Double(samples.count)
    }
    #expect(try mean(white) > 200)
    #expect(try mean(settled().jpeg) > 200)
    #expect(tuner.isRunning)
    try picture(other, "black")
    try move(other, to: behind)
    _ = try #require(status(client) { !warnings($0).contains("waiting") })
    #expect(try mean(settled().jpeg) < 60)
    // An unreadable backdrop leaves the source on show.
    try Data("no picture".utf8).write(to: URL(fileURLWithPath: other))
    try move(other, to: behind)
    _ = try #require(status(client) { warnings($0).contains("behind.png") })
    #expect(try mean(settled().jpeg) > 60)
  }
}

/// The same in a browser.
@Suite(.serialized, .enabled(if: Browser.program != nil, Browser.absence))
struct ReplacedOnThePageTests {
  @Test func pageShowsTheReplacedClipsShapeAndLength() throws {
    let scratch = Scratch()
    let (clip, other) = (scratch.path("clip.mp4"), scratch.path("other.mp4"))
    for (path, size, seconds) in [(clip, "320x180", 2), (other, "180x320", 4)] {
      try Command.ffmpeg(
        "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=10:duration=\(seconds)",
        "-pix_fmt", "yuv420p", "-preset", "ultrafast", path)
    }
    try withPage(RunningTuner(clip)) { page in
      try page.set("[data-key=\"threshold\"]", to: 44)
      try page.waitForCommand("--hue-width 44")
      let place = scratch.path("away.mp4")
      try #require(rename(clip, place) == 0)
      try page.wait(
        "a line", for: "document.getElementById('warnings').textContent.includes('it is gone')")
      try #require(rename(other, clip) == 0)
      try page.wait("the new length", for: "document.getElementById('scrub').max === '4'")
      try page.wait(
        "the new shape",
        for: """
          (({ width, height }) => height > 1.5 * width)(document.getElementById('picture'))
          """)
      try page.wait(
        "no line", for: "!document.getElementById('warnings').textContent.includes('clip.mp4')")
      #expect(try page.text("command").contains("--hue-width 44"))
      #expect(try page.value("document.getElementById('offer').hidden") as? Bool == true)
    }
  }
}
