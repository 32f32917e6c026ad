import Foundation
import SplashFilter
import TestSupport
import Testing

/// The page shows the mask that its command line makes, paused and playing.
@Suite(.serialized)
struct SameMaskTests {
  private static let (width, height, rate, length) = (320, 180, 10, 40)

  private func clip(_ scratch: Scratch) throws -> String {
    let path = scratch.path("clip.mp4")
    let made = try Command.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=size=\(Self.width)x\(Self.height):rate=\(Self.rate):duration=4",
        "-crf", "12", "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_range", "tv", path,
      ])
    try #require(made.status == 0, "\(made.errors)")
    return path
  }

  @Test(arguments: [UInt64(11)])
  func thePageShowsTheMaskOfItsCommand(seed: UInt64) throws {
    let scratch = try Scratch()
    let clip = try clip(scratch)
    let tuner = try RunningTuner(clip)
    defer { tuner.stop() }
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
      // A place that all pictures of have gone through the filter, and others after it.
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

  private func number(_ picture: RawWebSocket.Picture) -> Int {
    Int((picture.position * Double(Self.rate)).rounded())
  }

  /// The masks that the command makes of all pictures, 0…1.
  private func masks(of command: String, _ scratch: Scratch) throws -> [[Double]] {
    let path = scratch.path("mask.y4m")
    let words = command.components(separatedBy: " -o ").dropLast().joined(separator: " -o ")
    let folder = Command.splash.deletingLastPathComponent().path
    let run = try Command.run(
      "sh",
      [
        "-c",
        "cd '\(scratch.folder.path)' && PATH='\(folder)':$PATH && "
          + "\(words) --show mask -y --quiet -o '\(path)'",
      ])
    try #require(run.status == 0, "\(words): \(run.errors)")
    let samples = try Media(path).samples("yuv420p")
    let (luma, whole) = (Self.width * Self.height, Self.width * Self.height * 3 / 2)
    return stride(from: 0, to: samples.count, by: whole).map { start in
      samples[start..<start + luma].map { (Double($0) - 16) / 219 }
    }
  }

  private func compare(
    _ picture: RawWebSocket.Picture, _ masks: [[Double]], _ what: String, _ scratch: Scratch
  ) throws {
    let path = scratch.path("picture.jpg")
    try Data(picture.jpeg).write(to: URL(fileURLWithPath: path))
    let shown = try Media(path).samples("yuvj420p").prefix(Self.width * Self.height)
    let mask = try #require(masks.indices.contains(number(picture)) ? masks[number(picture)] : nil)
    let off = zip(shown, mask).count { abs(Double($0) / 255 - $1) > 0.25 }
    #expect(off == 0, "\(off) samples at \(picture.position) s, \(what)")
  }
}
