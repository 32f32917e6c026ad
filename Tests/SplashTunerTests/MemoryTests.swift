import TestSupport

/// Memory that the tuner keeps for frames has a limit, and an idle tuner frees the rest.
@Suite(.serialized)
struct MemoryTests {
  private static let mega = 1 << 20

  /// Resident memory once it has stopped falling, in bytes.
  private func restingMemory(of tuner: RunningTuner) -> Int {
    var least = tuner.residentMemory
    for _ in 0..<30 {
      usleep(200_000)
      least = min(least, tuner.residentMemory)
    }
    return least
  }

  /// Each seek has a decoder of its own, and a single kept frame would keep all of its
  /// memory.
  ///
  /// - Parameter limit: megabytes more than before: for kept frames, and for those of one
  ///   decoder, the keyframes' decoder and the filter.
  @Test(arguments: [(1280, 720, 48, 300), (3840, 2160, 10, 700)].sampled(1))
  func seeksDoNotAddMemory(
    width: Int, height: Int, seeks: Int, limit: Int
  ) throws {
    let scratch = Scratch()
    let path = scratch.path("clip.mp4")
    let duration = width > 2000 ? 6 : 40
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=\(width)x\(height):rate=10:duration=\(duration)", "-g",
      "20", "-pix_fmt", "yuv420p", "-preset", "ultrafast", path)
    let tuner = try RunningTuner(path)
    let client = try RawWebSocket(tuner)
    client.send("{\"do\": \"pause\"}")
    _ = try #require(client.nextPicture())
    let before = restingMemory(of: tuner)
    for seek in 0..<seeks {
      // Far from the last one.
      let place = Double(seek * 7919 % (duration * 10 - 1)) / 10
      client.send("{\"do\": \"seek\", \"time\": \(place)}")
      #expect(client.nextPicture { abs($0.position - place) < 0.01 } != nil, "\(place) s")
    }
    let after = restingMemory(of: tuner)
    #expect(
      after < before + limit * Self.mega,
      "\(before / Self.mega) MB, \(after / Self.mega) MB after \(seeks) places")
  }

  /// A photo of 60 megapixels takes 90 MB decoded; dragged sliders add nothing.
  @Test func largePhotoIsHeldInMemoryOnce() throws {
    let scratch = Scratch()
    let path = scratch.path("photo.jpg")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=9000x6700", "-frames:v", "1", "-pix_fmt", "yuvj420p", path
    )
    let tuner = try RunningTuner(path)
    let client = try RawWebSocket(tuner)
    var revision = try #require(client.nextPicture()).revision
    let before = restingMemory(of: tuner)
    #expect(before < 600 * Self.mega, "\(before / Self.mega) MB")
    for threshold in 20..<30 {
      client.send("{\"do\": \"set\", \"settings\": {\"threshold\": \(threshold).5}}")
      revision = try #require(client.nextPicture { $0.revision > revision }).revision
    }
    let after = restingMemory(of: tuner)
    #expect(
      after < before + 150 * Self.mega,
      "\(before / Self.mega) MB, \(after / Self.mega) MB after settings")
  }
}
