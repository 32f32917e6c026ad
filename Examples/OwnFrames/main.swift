import SplashJob

/// Draws pictures: red on the left, blue on the right, and brighter from one to the next.
final class Flag: FrameSource {
  let media: MediaDescription
  let isLive = false
  private var count = 0

  init() throws {
    media = try MediaDescription(
      name: "flag", width: 64, height: 48, pixelFormat: "rgb24", frameRate: 25)
  }

  func interrupt() {}

  func next(_ clock: StageClock) throws -> Item? {
    guard count < 10 else { return nil }
    defer { count += 1 }
    return .picture(
      try Frame(width: 64, height: 48, pixelFormat: "rgb24", time: Double(count) / 25) { planes in
        let light = UInt8(200 + 5 * count)
        for y in 0..<48 {
          let row = planes.row(y, ofPlane: 0)
          for x in 0..<64 {
            let color = x < 32 ? [light, 20, 20] : [20, 20, light]
            for index in 0..<3 { row[3 * x + index] = color[index] }
          }
        }
      })
  }
}

/// Says how far from grey the middle of each half is.
final class Reader: FrameSink {
  let name = "reader"

  func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    let time = frame.presentationTime ?? -1
    frame.withPlanes { planes in
      print("\(time): left \(planes.chroma(16)), right \(planes.chroma(48))")
    }
  }

  func finish(_ clock: StageClock) throws {}
}

extension PlaneView {
  /// How far from grey a sample in the middle row is, in codes of 8 bits.
  func chroma(_ x: Int) -> Int { abs(code(1, x, 24) - 128) + abs(code(2, x, 24) - 128) }
}

var request = Job.Request(input: "flag", outputs: [("flag.mp4", .init())])
request.settings.hues = [try HueRange("350:15")]
let job = try Job(request, source: try Flag(), sinks: [Reader()])
try job.run()
