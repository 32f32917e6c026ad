import TestSupport

/// A run with outputs that the page steers.
@Suite(.serialized)
struct LiveOutputTests {
  /// Four seconds of red, with sound.
  private func clip(_ scratch: Scratch) throws -> String {
    return try scratch.make(
      "red.mp4", "-f", "lavfi", "-i", "color=red:size=160x120:rate=10:duration=4",
      "-f", "lavfi", "-i", "sine=duration=4", "-c:v", "libx264", "-c:a", "aac")
  }

  /// Starts with nothing selected, and has the page select red once a frame was seen; then the
  /// page changes its view, and leaves.
  private func steer(_ tuner: RunningTuner) throws {
    let client = try RawWebSocket(tuner)
    let greeting = try #require(client.next("greeting"))
    #expect(greeting["canPause"] as? Bool == false && greeting["canSeek"] as? Bool == false)
    #expect((greeting["outputs"] as? [String])?.count == 1)
    _ = try #require(client.nextPicture { $0.position > 0.4 })
    client.send("{\"do\": \"pause\"}")
    let refusal = try #require(client.next("refusal"))["text"] as? String
    #expect(refusal?.contains("output") == true)
    client.send("{\"do\": \"set\", \"settings\": {\"hues\": [{\"center\": 0, \"width\": 40}]}}")
    client.send("{\"do\": \"view\", \"view\": \"mask\"}")
    _ = try #require(client.nextPicture { $0.revision >= 2 })
    var output: [String: Any]?
    while output == nil, let measured = client.next("measurements") {
      output = measured["output"] as? [String: Any]
    }
    #expect(output?["late"] != nil && output?["pictures"] as? Int ?? 0 > 3)
  }

  private func judge(_ path: String) throws {
    let samples = try Media(path).samples("yuv420p")
    let size = 160 * 120
    let pictures = samples.count / (size * 3 / 2)
    #expect(pictures == 40, "pictures are missing")
    let red = stride(from: 0, to: samples.count, by: size * 3 / 2).map { start in
      (luma: Int(samples[start + size / 2]), chroma: Int(samples[start + size * 5 / 4 + 1200]))
    }
    #expect(abs(red[0].chroma - 128) <= 2, "something is kept in the beginning")
    #expect(red[39].chroma > 200, "red is not kept at the end")
    // Luma is red's all the time, and never the mask's.
    #expect(red.allSatisfy { abs($0.luma - red[0].luma) <= 3 } && red[0].luma < 100)
  }

  private let look = ["--hue", "120:20", "--white-balance", "off"]

  @Test func steeredRecordingGoesOnWithoutThePage() throws {
    let scratch = Scratch()
    let (input, output) = (try clip(scratch), scratch.path("out.mp4"))
    let tuner = try RunningTuner(
      input, "-o", output, "--crf", "1", look[0], look[1], look[2], look[3])
    try steer(tuner)
    let end = try tuner.end()
    #expect(end.status == 0)
    let command = try #require(end.lines.last)
    #expect(command.contains("--hue 0:40") && command.hasSuffix("-o \(output) --crf 1"))
    try judge(output)
    let sound = try Media(input).packetDigest("0:a")
    #expect(try Media(output).packetDigest("0:a") == sound)
  }

  @Test func pipedOutputCanBeSteered() throws {
    let scratch = Scratch()
    let tuner = try RunningTuner(
      clip(scratch), "-o", "-", look[0], look[1], look[2], look[3], isPiped: true)
    try steer(tuner)
    let end = try tuner.end()
    #expect(end.status == 0)
    #expect(end.lines.last?.contains("-o -") == true)
    let path = scratch.path("piped.y4m")
    try end.pictures.write(to: URL(fileURLWithPath: path))
    try judge(path)
  }

  /// Whatever attackers and browsers do, every frame of the input is in the output.
  @Test func attackOnTheServerLosesNoFrames() throws {
    let scratch = Scratch()
    let (input, output) = (try clip(scratch), scratch.path("out.mp4"))
    let tuner = try RunningTuner(input, "-o", output)
    let (host, port, _) = tuner.endpoint
    let lazy = try (0..<8).map { _ in try RawWebSocket(tuner) }
    var sockets: [RawSocket] = []
    for index in 0..<300 {
      guard let socket = try? RawSocket(host, port) else { break }
      socket.send(String(repeating: "GET /", count: 2000))
      if index % 2 == 0 { socket.resetAtTheEnd() }
      sockets.append(socket)
      lazy[index % 8].send("{\"do\": \"shown\"}")
    }
    #expect(sockets.count > 200)
    #expect(try tuner.end().status == 0)
    #expect(try Media(output).times().count == 40)
    #expect(lazy.count == 8)
  }
}

/// Real drivers, in the virtual machine of scripts/check/v4l2.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["V4L2_VM"] != nil,
    "only in the virtual machine of scripts/check/v4l2"))
struct TunerDriverTests {
  /// Settings that the page changes reach the virtual camera.
  @Test func virtualCameraCanBeSteered() throws {
    for command in [
      "rmmod vivid v4l2loopback; true",
      "modprobe vivid n_devs=1 node_types=0x1 num_inputs=1 input_types=0x0 vid_cap_nr=0",
      "modprobe v4l2loopback video_nr=10,11 exclusive_caps=1,0",
    ] {
      let run = try Command.run("sh", ["-c", command])
      try #require(run.status == 0, "\(command): \(run.errors)")
    }
    let scratch = Scratch()
    let tuner = try RunningTuner(
      "/dev/video0", "-o", "/dev/video11", "--hue", "0:1", "--saturation", "1..1",
      "--white-balance", "off")
    _ = try #require(RawWebSocket(tuner).nextPicture())
    func shareOfColor() throws -> Double {
      let path = try scratch.make(
        "read.y4m", "-f", "v4l2", "-i", "/dev/video11", "-frames:v", "5",
        "-pix_fmt", "yuv444p")
      let samples = try Media(path).samples("yuv444p")
      // Cr of the last of five frames.
      let chroma = samples.suffix(samples.count / 15)
      return Double(chroma.count { abs(Int($0) - 128) > 20 }) / Double(chroma.count)
    }
    let before = try shareOfColor()
    let client = try RawWebSocket(tuner)
    client.send(
      "{\"do\": \"set\", \"settings\": {\"hues\": [{\"center\": 0, \"width\": 180}]}}"
    )
    _ = try #require(client.nextPicture { $0.revision >= 1 })
    let after = try shareOfColor()
    print("color in the virtual camera: \(before) of it before, \(after) after")
    // Of eight bars only red has color at first, and then all four with much Cr.
    #expect(before < 0.2 && after > 0.4)
  }
}
