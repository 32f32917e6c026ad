import SplashFilter
import TestSupport

/// The page shows the mask of its command line, paused and playing.
@Suite(.serialized)
struct SameMaskTests {
  private static let (width, height, rate, length) = (320, 180, 10, 40)

  private func clip(_ scratch: Scratch) throws -> String {
    return try scratch.make(
      "clip.mp4", "-f", "lavfi", "-i",
      "testsrc2=size=\(Self.width)x\(Self.height):rate=\(Self.rate):duration=4",
      "-crf", "12", "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_range", "tv")
  }

  @Test(arguments: [UInt64(11)])
  func pageShowsTheMaskOfItsCommand(seed: UInt64) throws {
    let scratch = Scratch()
    let clip = try clip(scratch)
    let tuner = try RunningTuner(clip)
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    client.send("{\"do\": \"view\", \"view\": \"mask\"}")
    let drawn = scratch.path("mask.png")
    try FileManager.default.copyItem(atPath: Clips.path("card.png"), toPath: drawn)
    let all = SplashSettings.everyCombination(seed: seed, mask: drawn)
    let looks = stride(from: 0, to: all.count, by: max(1, all.count / 50)).prefix(50).map {
      all[$0]
    }
    #expect(looks.count == 50)
    for (index, settings) in looks.enumerated() {
      let json = try JSONSerialization.jsonObject(with: Data(settings.json.utf8))
      let message = try JSONSerialization.data(withJSONObject: ["do": "set", "settings": json])
      client.send(String(decoding: message, as: UTF8.self))
      var status: [String: Any]?
      repeat {
        status = client.next("status")
      } while status != nil
        && (status?["settings"] as? [String: Any])?["threshold"] as? Double
          != settings.rounded.threshold
      let (command, revision) = (
        try #require(status?["command"] as? String), try #require(status?["revision"] as? Int)
      )
      let masks = try masks(of: command, scratch)
      // A frame that was filtered after all frames before it, and others after it.
      let place = 12 + index * 7 % 20
      client.send("{\"do\": \"seek\", \"time\": \(Double(place) / Double(Self.rate))}")
      let paused = try #require(
        client.nextPicture { $0.revision >= revision && number($0) == place })
      try compare(paused, masks, "paused, seed \(seed), look \(index): \(command)", scratch)
      client.send("{\"do\": \"play\"}")
      let playing = try #require(client.nextPicture { number($0) > place + 1 })
      client.send("{\"do\": \"pause\"}")
      try compare(playing, masks, "playing, seed \(seed), look \(index): \(command)", scratch)
    }
  }

  /// Makes a clip in which two boxes move over grey.
  ///
  /// - Parameters:
  ///   - box: color and size, as ffmpeg's `color` takes them.
  ///   - ways: their paths, as `overlay` takes them.
  private func cross(_ box: String, _ ways: [String], seconds: Int, _ path: String) throws {
    let length = "r=\(Self.rate):d=\(seconds)"
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=0x808080:s=\(Self.width)x\(Self.height):\(length)[ground];"
        + "color=\(box):\(length),split[one][other];[ground][one]overlay=\(ways[0])[half];"
        + "[half][other]overlay=\(ways[1])", "-crf", "12", "-g", "50", "-pix_fmt", "yuv420p",
      "-colorspace", "bt709", "-color_range", "tv", path)
  }

  /// A clip with two moving green boxes, and a network that takes them for subjects.
  private func things(_ scratch: Scratch) throws -> (clip: String, network: String) {
    let (clip, network) = (scratch.path("things.mp4"), scratch.path("green.onnx"))
    try cross("0x00b000:s=48x60", ["x=20+20*t:y=60", "x=240-10*t:y=50"], seconds: 4, clip)
    try MadeNetwork.write(to: network, weights: [-2, 2, 0])
    return (clip, network)
  }

  /// An object's track does not depend on seeks: it is tracked back and forth from its naming,
  /// as by the command.
  @Test func objectTrackIsTheSameAfterASeek() throws {
    let scratch = Scratch()
    let clip = scratch.path("crossing.mp4")
    try cross("0xd01818:s=40x40", ["x=20+12*t:y=40", "x=260-12*t:y=90"], seconds: 20, clip)
    let tuner = try RunningTuner(
      clip, "--hue", "0:20", "--within", "color@\(140.0 / 320),\(60.0 / 180)@10",
      "--white-balance", "off")
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    client.send("{\"do\": \"view\", \"view\": \"mask\"}")
    let command = try #require(client.next("status")?["command"] as? String)
    let masks = try masks(of: command, scratch)
    var followed: String?
    repeat { followed = client.next("measurements")?["followed"] as? String } while followed != nil
    for place in [195, 3, 120, 60] {
      #expect(masks[place].count { $0 > 0.75 } > 1000, "the command keeps nothing at \(place)")
      client.send("{\"do\": \"seek\", \"time\": \(Double(place) / Double(Self.rate))}")
      let paused = try #require(client.nextPicture { number($0) == place })
      try compare(paused, masks, "\(place)", scratch)
    }
  }

  /// A paused frame shows network masks, and an object named there is tracked from it.
  @Test(.enabled(if: Networks.areThere, Networks.absence))
  func pausedFrameShowsNetworkMasks() throws {
    let scratch = Scratch()
    let (clip, network) = try things(scratch)
    let tuner = try RunningTuner(
      clip, "--keep", "subject", "--subject-model", network,
      environment: ["SPLASH_MODELS": try Networks.folder(without: "click", in: scratch)])
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    client.send("{\"do\": \"view\", \"view\": \"mask\"}")
    let command = try #require(client.next("status")?["command"] as? String)
    #expect(command.contains("--keep subject --subject-model \(network)"))
    for place in [20, 8, 30] { try expectSameMask(at: place, command, client, scratch) }
    client.send("{\"do\": \"set\", \"settings\": {\"keep\": []}}")
    client.send("{\"do\": \"seek\", \"time\": 1}")
    _ = try #require(client.nextPicture { number($0) == 10 })
    client.send(
      "{\"do\": \"name\", \"x\": 0.2, \"y\": 0.5, \"width\": 0, \"height\": 0, \"key\": \"within\"}"
    )
    let named = try #require(client.next("named"))
    #expect(named["key"] as? String == "keep")
    #expect((named["text"] as? String)?.hasSuffix("5 % of the frame") == true, "\(named)")
    let fresh = try #require(nextCommand(with: "--keep subject@0.2,0.5@1 ", client))
    for place in [10, 13] { try expectSameMask(at: place, fresh, client, scratch) }
  }

  /// During playback a clicked object is tracked from the clicked frame.
  @Test(.enabled(if: Networks.areThere, Networks.absence))
  func trackStartsAtTheClickedFrameDuringPlayback() throws {
    let scratch = Scratch()
    let (clip, network) = try things(scratch)
    let tuner = try RunningTuner(
      clip, "--subject-model", network,
      environment: ["SPLASH_MODELS": try Networks.folder(without: "click", in: scratch)])
    let client = try RawWebSocket(tuner)
    let clicked = try #require(client.nextPicture { (5...25).contains(number($0)) })
    // The left box is 48 wide and 60 high, and moves two pixels a frame.
    let x = (20 + 2 * Double(number(clicked)) + 24) / Double(Self.width)
    _ = try #require(client.nextPicture { number($0) == number(clicked) + 3 })
    client.send(
      "{\"do\": \"name\", \"x\": \(x), \"y\": 0.5, \"width\": 0, \"height\": 0, "
        + "\"picture\": \(clicked.number), \"key\": \"keep\"}")
    _ = try #require(client.next("named"))
    let command = try #require(nextCommand(with: "--keep subject@", client))
    let time = try #require(command.firstMatch(of: /subject@[\d.]+,[\d.]+@([\d.]+)/)?.1)
    #expect(abs((Double(time) ?? -1) - clicked.position) < 0.0015, "\(command)")
    client.send("{\"do\": \"pause\"}")
    client.send("{\"do\": \"view\", \"view\": \"mask\"}")
    try expectSameMask(at: number(clicked), command, client, scratch)
  }

  /// The next command line of the page that contains a text.
  private func nextCommand(with text: String, _ client: RawWebSocket) -> String? {
    while let command = client.next("status")?["command"] as? String {
      if command.contains(text) { return command }
    }
    return nil
  }

  /// Expects that a paused frame comes to show the mask of a command.
  private func expectSameMask(
    at place: Int, _ command: String, _ client: RawWebSocket, _ scratch: Scratch
  ) throws {
    let mask = try masks(of: command, scratch)[place]
    #expect(mask.count { $0 > 0.75 } > 1000, "\(command) keeps nothing at \(place)")
    client.send("{\"do\": \"seek\", \"time\": \(Double(place) / Double(Self.rate))}")
    var least = Int.max
    _ = client.nextPicture { picture in
      guard number(picture) == place else { return false }
      least = min(least, (try? off(picture, mask, scratch)) ?? .max)
      return least == 0
    }
    #expect(least == 0, "\(least) samples at \(place), \(command)")
  }

  private func number(_ picture: RawWebSocket.Picture) -> Int {
    Int((picture.position * Double(Self.rate)).rounded())
  }

  /// The command's masks of all frames, 0…1.
  private func masks(of command: String, _ scratch: Scratch) throws -> [[Double]] {
    let path = scratch.path("mask.y4m")
    let words = command.components(separatedBy: " -o ").dropLast().joined(separator: " -o ")
    _ = try scratch.shell("\(words) --show mask -y --quiet -o '\(path)'")
    let samples = try Media(path).samples("yuv420p")
    let (luma, whole) = (Self.width * Self.height, Self.width * Self.height * 3 / 2)
    return stride(from: 0, to: samples.count, by: whole).map { start in
      samples[start..<start + luma].map { (Double($0) - 16) / 219 }
    }
  }

  private func compare(
    _ picture: RawWebSocket.Picture, _ masks: [[Double]], _ what: String, _ scratch: Scratch
  ) throws {
    let mask = try #require(masks.indices.contains(number(picture)) ? masks[number(picture)] : nil)
    let off = try off(picture, mask, scratch)
    #expect(off == 0, "\(off) samples at \(picture.position) s, \(what)")
  }

  /// How many pixels of a frame are off by more than a quarter.
  private func off(
    _ picture: RawWebSocket.Picture, _ mask: [Double], _ scratch: Scratch
  ) throws -> Int {
    let path = scratch.path("picture.jpg")
    try Data(picture.jpeg).write(to: URL(fileURLWithPath: path))
    let shown = try Media(path).samples("yuvj420p").prefix(Self.width * Self.height)
    return zip(shown, mask).count { abs(Double($0) / 255 - $1) > 0.25 }
  }
}
