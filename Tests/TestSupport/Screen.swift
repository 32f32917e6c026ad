public import SplashCore
internal import Synchronization

/// A sink that is watched or not, as a test sets it.
public final class Screen: FrameSink {
  public let name = "screen"
  private let state = Mutex((isSeen: false, pictures: 0, finishes: 0))

  public init() {}

  public var isSeen: Bool {
    get { state.withLock { $0.isSeen } }
    set { state.withLock { $0.isSeen = newValue } }
  }
  public var pictures: Int { state.withLock { $0.pictures } }
  public var finishes: Int { state.withLock { $0.finishes } }

  public func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    state.withLock { $0.pictures += 1 }
  }
  public func finish(_ clock: StageClock) throws { state.withLock { $0.finishes += 1 } }
}
