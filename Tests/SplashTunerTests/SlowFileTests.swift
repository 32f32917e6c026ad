import TestSupport

/// Files that are slow to read delay neither frames nor other settings.
@Suite(.serialized)
struct SlowFileTests {
  @Test func otherChangesGoOnWhileALUTIsRead() throws {
    let scratch = Scratch()
    let (clip, table) = (try scratch.pattern(rate: 25), scratch.path("large.cube"))
    // Millions of lines.
    let side = 192
    let line = "0.500000 0.500000 0.500000\n"
    try Data("LUT_3D_SIZE \(side)\n\(String(repeating: line, count: side * side * side))".utf8)
      .write(to: URL(fileURLWithPath: table))
    let known = scratch.path("known.cube")
    try Data("LUT_3D_SIZE 2\n\(String(repeating: line, count: 8))".utf8)
      .write(to: URL(fileURLWithPath: known))
    let tuner = try RunningTuner(clip, "--kept", "lut=\(known)")
    let client = try RawWebSocket(tuner)
    _ = try #require(client.nextPicture())
    client.send("{\"do\": \"set\", \"settings\": {\"rest\": [\"lut=\(table)\"]}}")
    client.send("{\"do\": \"set\", \"settings\": {\"threshold\": 47}}")
    let told = try #require(client.next("reading"))
    #expect(told["text"] as? String == "Reading \(table)")
    var (pictures, isBefore, isThere) = (0, false, false)
    let limit = Date(timeIntervalSinceNow: 60)
    while !isThere, Date() < limit, let message = client.next() {
      switch message {
      case .picture:
        pictures += 1
        client.send("{\"do\": \"shown\"}")
      case .text(let object) where object["type"] as? String == "status":
        let command = object["command"] as? String ?? ""
        isThere = command.contains("large.cube")
        // The later change is there first, and stays.
        if !isThere, command.contains("--hue-width 47") { isBefore = true }
        if isThere { #expect(command.contains("--hue-width 47"), "\(command)") }
      default: break
      }
    }
    #expect(isThere && isBefore)
    #expect(pictures > 3, "\(pictures) pictures while it was read")
  }

  /// While one browser has a large photo analyzed again and again, others are answered.
  @Test func otherBrowsersAreAnsweredWhileColorsAreRead() throws {
    let scratch = Scratch()
    let photo = scratch.path("photo.png")
    try Command.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=6000x4000", "-frames:v", "1", photo)
    let tuner = try RunningTuner(photo)
    let client = try RawWebSocket(tuner)
    _ = try #require(client.nextPicture())
    _ = tuner.entrance
    let sample =
      "{\"do\": \"sample\", \"x\": 0, \"y\": 0, \"width\": 1, \"height\": 1, \"use\": \"add\"}"
    for _ in 0..<400 { client.send(sample) }
    client.send("{\"do\": \"set\", \"settings\": {\"threshold\": 47}}")
    let answer = try RawResponse(tuner, "GET", "/settings.json")
    #expect(answer.status == 200 && !answer.body.contains("47"), "all was done before the answer")
    var isThere = false
    while !isThere, let status = client.next("status") {
      isThere = (status["command"] as? String)?.contains("--hue-width 47") == true
    }
    #expect(isThere)
  }

  /// A LUT that cannot be read is refused, and nothing changes.
  @Test func unreadableLUTChangesNoSettings() throws {
    let scratch = Scratch()
    let (clip, table) = (scratch.path("clip.png"), scratch.path("broken.cube"))
    try Command.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "1", clip)
    try Data("LUT_3D_SIZE 2\n0 0\n".utf8).write(to: URL(fileURLWithPath: table))
    let tuner = try RunningTuner(clip)
    let client = try RawWebSocket(tuner)
    let before = try RawResponse(tuner, "GET", "/settings.json").body
    client.send("{\"do\": \"set\", \"settings\": {\"rest\": [\"lut=\(table)\"]}}")
    let refusal = try #require(client.next("refusal"))
    #expect((refusal["text"] as? String)?.contains("broken.cube") == true)
    #expect(try RawResponse(tuner, "GET", "/settings.json").body == before)
    let loaded = try RawResponse(
      tuner, "POST", "/settings.json", body: Array("{\"rest\": [\"lut=\(table)\"]}".utf8))
    #expect(loaded.status == 400 && loaded.body.contains("broken.cube"))
    #expect(try RawResponse(tuner, "GET", "/settings.json").body == before)
  }
}
