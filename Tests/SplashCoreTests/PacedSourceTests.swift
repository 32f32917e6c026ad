import Foundation
import SplashCore
import Testing

/// A file at the pace of a camera.
struct PacedSourceTests {
  /// Five frames a second, each read within a few milliseconds.
  @Test func framesComeOnTimeAndAreReadShortlyBefore() throws {
    let file = Stamped()
    let source = PacedSource(file)
    let clock = StageClock()
    var due: [UInt64] = []
    while let item = try source.next(clock) {
      guard case .picture(let frame) = item else { continue }
      let time = frame.captureTime ?? .max
      #expect(monotonicNanoseconds() >= time)
      due.append(time)
    }
    let gaps = zip(due, due.dropFirst()).map { $1 - $0 }
    #expect(gaps.count == 7 && gaps.allSatisfy { abs(Double($0) / 1e9 - 0.2) < 1e-6 })
    // How long after the frame before was due a frame began to be read. The first two tell
    // nothing yet; a machine with much else to do may be late now and then.
    let waits = zip(file.begins.dropFirst(3), due.dropFirst(2)).map {
      Double($0) / 1e9 - Double($1) / 1e9
    }
    let median = waits.sorted()[waits.count / 2]
    #expect(median > 0.1 && median < 0.2, "\(waits)")
  }

  /// After an interrupt the source waits for no frame, and none has a time in the future.
  @Test func interruptedPacedSourceDoesNotWait() throws {
    let source = PacedSource(Stamped())
    source.interrupt()
    let clock = StageClock()
    var count = 0
    while let item = try source.next(clock) {
      guard case .picture(let frame) = item else { continue }
      let time = frame.captureTime ?? .max
      #expect(time <= monotonicNanoseconds())
      count += 1
    }
    #expect(count == 8)
  }
}

/// Eight frames with time stamps of a fifth of a second.
private final class Stamped: FrameSource {
  let media = (try! TestPattern("test:16x16@30")).media
  let isLive = false
  /// When each frame was requested, in nanoseconds.
  private(set) var begins: [UInt64] = []
  private let pool = BufferPool()

  func interrupt() {}

  func next(_ clock: StageClock) throws -> Item? {
    guard begins.count < 8 else { return nil }
    begins.append(monotonicNanoseconds())
    Thread.sleep(forTimeInterval: 0.002)
    let frame = pool.picture(width: 16, height: 16, format: media.picture.format)
    frame.timestamp = Int64(6 * (begins.count - 1))
    frame.timeBase = media.picture.timeBase
    return .picture(frame)
  }
}
