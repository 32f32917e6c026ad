import SplashCore
import Synchronization
import TestSupport

/// A live source that rests while no output is read.
struct RestTests {
  private func pipeline(
    _ source: Camera, _ sinks: [Screen], _ meter: RunMeter,
    isAwaited: @escaping @Sendable () -> Bool = { false }
  ) -> Pipeline {
    Pipeline(
      source: source,
      branches: [Pipeline.Branch(filters: [], sinks: Array(sinks.indices))], sinks: sinks,
      meter: meter, rest: RestKeeper.Rule(isAwaited: isAwaited, onFirstRest: {}))
  }

  @Test func liveSourceRestsWhileNoOutputIsRead() throws {
    let (source, screens, meter) = (Camera(), [Screen(), Screen()], RunMeter())
    let pipeline = pipeline(source, screens, meter)
    let run = Thread { try? pipeline.run() }
    run.start()
    #expect(waits { source.rests == 1 && meter.isResting })
    let count = source.pictures
    Thread.sleep(forTimeInterval: 0.2)
    #expect(source.pictures == count)
    // One reader of one output is enough.
    screens[1].isSeen = true
    #expect(waits { source.pictures > count + 10 } && !meter.isResting)
    screens[1].isSeen = false
    #expect(waits { source.rests == 2 })
    pipeline.stop()
    #expect(waits { run.isFinished })
    #expect(meter.report().idle_s > 0.2)
    #expect(screens.map(\.finishes) == [1, 1])
  }

  @Test func awaitedFrameWakesARestingSource() throws {
    let (source, meter) = (Camera(), RunMeter())
    let isAwaited = Mutex(false)
    let pipeline = pipeline(source, [Screen()], meter) { isAwaited.withLock(\.self) }
    let run = Thread { try? pipeline.run() }
    run.start()
    #expect(waits { source.rests == 1 })
    let count = source.pictures
    isAwaited.withLock { $0 = true }
    #expect(waits { source.pictures > count })
    pipeline.stop()
    #expect(waits { run.isFinished })
  }

  @Test func restingSourceCanEnd() throws {
    let (source, meter) = (Camera(), RunMeter())
    let pipeline = pipeline(source, [Screen()], meter)
    let run = Thread { try? pipeline.run() }
    run.start()
    #expect(waits { source.rests == 1 })
    source.isOver = true
    #expect(waits { run.isFinished })
  }

  @Test func sourceThatCannotRestKeepsRunning() throws {
    let (source, meter) = (Camera(canRest: false), RunMeter())
    let pipeline = pipeline(source, [Screen()], meter)
    let run = Thread { try? pipeline.run() }
    run.start()
    Thread.sleep(forTimeInterval: 2.5)
    #expect(source.rests == 0 && !meter.isResting)
    pipeline.stop()
    #expect(waits { run.isFinished })
  }
}

/// A hundred small frames a second.
private final class Camera: FrameSource {
  let media = (try! TestPattern("test:16x16@30")).media
  let isLive = true
  let canRest: Bool
  private let pool = BufferPool()
  private let isInterrupted = Atomic(false)
  private let state = Mutex((pictures: 0, rests: 0, isOver: false))

  init(canRest: Bool = true) { self.canRest = canRest }

  var pictures: Int { state.withLock { $0.pictures } }
  var rests: Int { state.withLock { $0.rests } }
  var isOver: Bool {
    get { state.withLock { $0.isOver } }
    set { state.withLock { $0.isOver = newValue } }
  }

  func interrupt() { isInterrupted.store(true, ordering: .relaxed) }
  func rest() { state.withLock { $0.rests += 1 } }

  func next(_ clock: StageClock) throws -> Item? {
    Thread.sleep(forTimeInterval: 0.01)
    guard !isInterrupted.load(ordering: .relaxed) else { return nil }
    let frame = pool.picture(width: 16, height: 16, format: media.picture.format)
    frame.timestamp = Int64(
      state.withLock { state in
        state.pictures += 1
        return state.pictures
      })
    return .picture(frame)
  }
}
