import SplashJob
import Synchronization
import TestSupport

/// A camera that rests while no output is read, in a job with a delay.
struct HeldRestTests {
  /// In numbers: the first frame by a color's name takes longer than the camera waits.
  private static let hue = HueRange(center: 0, width: 15)

  @Test func cameraRestsAndWakesDespiteADelay() throws {
    let (source, screen) = (try Camera(), Screen())
    var request = Job.Request(input: "camera", outputs: [])
    request.delay = 2
    let job = try Job(request, source: source, sinks: [screen])
    let run = Thread { try? job.run() }
    run.start()
    #expect(waits { source.rests == 1 && job.meter.isResting })
    let count = source.pictures
    Thread.sleep(forTimeInterval: 0.2)
    #expect(source.pictures == count)
    screen.isSeen = true
    let written = screen.pictures
    #expect(waits { source.pictures > count + 10 && screen.pictures > written + 5 })
    screen.isSeen = false
    #expect(waits { source.rests == 2 })
    job.stop()
    #expect(waits { run.isFinished })
    #expect(source.closes == 1)
  }

  @Test(arguments: [-1, 1e300, .infinity, .nan]) func invalidDelaysDoNotTrap(seconds: Double) throws
  {
    let (source, screen) = (try Camera(failsAfter: 5), Screen())
    screen.isSeen = true
    var request = Job.Request(input: "camera", outputs: [])
    request.delay = seconds
    request.settings.hues = [Self.hue]
    let job = try Job(request, source: source, sinks: [screen])
    #expect(throws: SplashError.self) { try job.run() }
    #expect(screen.pictures == 5)
  }

  @Test func failureIsReportedAfterTheDelayedFrames() throws {
    let (source, screen) = (try Camera(failsAfter: 20), Screen())
    screen.isSeen = true
    var request = Job.Request(input: "camera", outputs: [])
    request.delay = 0.5
    request.settings.hues = [Self.hue]
    let job = try Job(request, source: source, sinks: [screen])
    let error = #expect(throws: SplashError.self) { try job.run() }
    #expect(error?.kind == .failure)
    #expect(screen.pictures == 20)
  }
}

private final class Camera: FrameSource {
  let media: MediaDescription
  let isLive = true
  let canRest = true
  private let last: Int?
  private let isInterrupted = Atomic(false)
  private let state = Mutex((pictures: 0, rests: 0, closes: 0))

  init(failsAfter last: Int? = nil) throws {
    self.last = last
    media = try MediaDescription(
      name: "camera", width: 16, height: 16, pixelFormat: "yuv420p", frameRate: 100)
  }

  var pictures: Int { state.withLock { $0.pictures } }
  var rests: Int { state.withLock { $0.rests } }
  var closes: Int { state.withLock { $0.closes } }

  func interrupt() { isInterrupted.store(true, ordering: .relaxed) }
  func rest() { state.withLock { $0.rests += 1 } }
  func close() { state.withLock { $0.closes += 1 } }

  func next(_ clock: StageClock) throws -> Item? {
    Thread.sleep(forTimeInterval: 0.01)
    guard !isInterrupted.load(ordering: .relaxed) else { return nil }
    if let last, pictures == last { throw SplashError(.failure, "camera: it burns") }
    let number = state.withLock { state in
      state.pictures += 1
      return state.pictures
    }
    return .picture(
      try Frame(width: 16, height: 16, pixelFormat: "yuv420p", time: Double(number) / 100) { _ in })
  }
}
