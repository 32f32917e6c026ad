import CFFmpeg
import Foundation
import SplashFFmpeg
import Synchronization
import Testing

/// A time range of a live source.
struct SilentSourceTests {
  private static func options(_ duration: Double) -> InputOptions {
    var options = InputOptions()
    options.duration = duration
    return options
  }

  @Test func silentLiveSourceEndsAfterItsPart() throws {
    let source = Silent(pictures: 3)
    let part = PartSource(source, options: Self.options(0.5))
    var pictures = 0
    while let item = try part.next(StageClock()) {
      if case .picture = consume item { pictures += 1 }
    }
    #expect(pictures == 3)
    #expect(source.isInterrupted)
  }

  /// A file may be slow.
  @Test func slowFileIsNotInterrupted() throws {
    let source = Silent(pictures: 1, isLive: false)
    let part = PartSource(source, options: Self.options(0.1))
    _ = try part.next(StageClock())
    Thread.sleep(forTimeInterval: 2.5)
    #expect(!source.isInterrupted)
  }

  /// A released source is not interrupted later.
  @Test func releasedSourceIsNotInterrupted() throws {
    let source = Silent(pictures: 1)
    do {
      let part = PartSource(source, options: Self.options(0.1))
      _ = try part.next(StageClock())
    }
    Thread.sleep(forTimeInterval: 2.5)
    #expect(!source.isInterrupted)
  }
}

/// Some frames at once, and then none until it is interrupted.
private final class Silent: FrameSource {
  let media = (try! TestPattern("test:16x16@30")).media
  let isLive: Bool
  private let pool = BufferPool()
  private let condition = NSCondition()
  private let state: Mutex<(left: Int, isInterrupted: Bool)>

  init(pictures: Int, isLive: Bool = true) {
    state = Mutex((pictures, false))
    self.isLive = isLive
  }

  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  func interrupt() {
    condition.lock()
    state.withLock { $0.isInterrupted = true }
    condition.broadcast()
    condition.unlock()
  }

  func next(_ clock: StageClock) throws -> Item? {
    let left = state.withLock { state in
      state.left -= 1
      return state.left
    }
    guard left < 0 else {
      let frame = pool.picture(width: 16, height: 16, format: media.picture.format)
      frame.timeBase = AVRational(num: 1, den: 30)
      frame.timestamp = Int64(10 - left)
      return .picture(frame)
    }
    condition.lock()
    defer { condition.unlock() }
    while !isInterrupted { condition.wait() }
    return nil
  }
}
