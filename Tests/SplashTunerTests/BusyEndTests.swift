import Glibc
import TestSupport

/// An overloaded tuner ends as soon as it is told to, and frees what it took.
@Suite(.serialized)
struct BusyEndTests {
  private static let mega = 1 << 20
  private let scratch = Scratch()
  private let clip: String

  init() throws {
    clip = scratch.path("clip.mp4")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=4", "-pix_fmt", "yuv420p", "-g",
      "100", clip)
  }

  /// Orders that keep a tuner busy: networks, small frames, distant times, and other looks.
  private static let orders: [String] = [
    #"{"do": "probe", "x": 0.5, "y": 0.4, "width": 0.01, "height": 0.01, "use": "object"}"#,
    #"{"do": "offers", "offers": {"hues": [10, 120, 240], "keep": "person"}}"#,
    #"{"do": "offers", "offers": {"keep": "thing"}}"#,
    #"{"do": "offers", "offers": {"keep": "subject"}}"#,
    #"{"do": "set", "settings": {"hues": ["red"], "keep": ["color@0.5,0.5@0.2"]}}"#,
    #"{"do": "set", "settings": {"keep": ["thing@0.3,0.5@0"]}}"#,
    #"{"do": "name", "x": 0.2, "y": 0.4, "width": 0.01, "height": 0.01, "key": "keep"}"#,
    #"{"do": "seek", "time": 3.5}"#, #"{"do": "seek", "time": 0.5}"#,
    #"{"do": "thumbnails", "of": "rest"}"#, #"{"do": "edges"}"#, #"{"do": "play", "rate": -2}"#,
  ]

  /// Sends all orders again and again.
  private func flood(_ clients: [RawWebSocket], times: Int, meanwhile: () -> Void = {}) {
    for _ in 0..<times {
      for client in clients { for order in Self.orders { client.send(order) } }
      meanwhile()
    }
  }

  @Test(arguments: [SIGINT, SIGTERM]) func busyTunerEndsWithinSeconds(signal: Int32) throws {
    let tuner = try RunningTuner(clip)
    let clients = try (0..<3).map { _ in try RawWebSocket(tuner) }
    _ = try #require(clients[0].nextPicture())
    flood(clients, times: 10)
    sleep(3)
    let start = Date()
    kill(tuner.processIdentifier, signal)
    let (status, _, _) = try tuner.end()
    let seconds = Date().timeIntervalSince(start)
    #expect(status == 0)
    #expect(seconds < 5, "it took \(seconds) s")
  }

  /// - Returns: resident memory once no page is connected and no work is left.
  private func restingMemory(of tuner: RunningTuner) -> Int {
    var least = tuner.residentMemory
    for _ in 0..<100 where least > 200 * Self.mega {
      usleep(200_000)
      least = min(least, tuner.residentMemory)
    }
    return least
  }

  @Test(.enabled(if: Networks.areThere, Networks.absence))
  func memoryIsFreedWhenPagesLeave() throws {
    let photo = scratch.path("photo.png")
    try Command.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=96x96", "-frames:v", "1", photo)
    let tuner = try RunningTuner(photo)
    var clients = try (0..<3).map { _ in try RawWebSocket(tuner) }
    _ = try #require(clients[0].nextPicture())
    let before = tuner.residentMemory
    var most = before
    flood(clients, times: 20) {
      for _ in 0..<5 {
        usleep(100_000)
        most = max(most, tuner.residentMemory)
      }
    }
    #expect(
      most < before + 350 * Self.mega, "\(before / Self.mega) MB, \(most / Self.mega) MB at most")
    for client in clients { client.send([], opcode: 8) }
    clients = []
    let after = restingMemory(of: tuner)
    #expect(
      after < before + 250 * Self.mega,
      "\(before / Self.mega) MB, \(most / Self.mega) MB, \(after / Self.mega) MB without a page")
  }
}
