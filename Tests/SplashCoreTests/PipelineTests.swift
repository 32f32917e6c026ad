import Foundation
import SplashCore
import Synchronization
import Testing

/// The loop, with sources and sinks driven by hand.
struct PipelineTests {
  @Test func everyFrameOfAFileReachesEverySink() throws {
    let meter = RunMeter()
    let sinks = [Recorder(), Recorder(delay: 0.002), Recorder()]
    try Pipeline(source: Numbers(50), filters: [], sinks: sinks, meter: meter).run()
    for sink in sinks {
      #expect(sink.times == (0..<50).map { $0 })
      #expect(sink.finishes == 1)
    }
    #expect(meter.frames.in == 50)
    #expect(meter.frames.out == 50)
    #expect(meter.frames.dropped == 0)
    #expect(meter.report().work.count == 50)
  }

  @Test func slowSinkOfALiveSourceDropsOnlyItsOwnFrames() throws {
    let meter = RunMeter()
    let (quick, slow) = (Recorder(), Recorder(delay: 0.05))
    let source = Numbers(60, isLive: true, interval: 0.005)
    try Pipeline(source: source, filters: [], sinks: [quick, slow], meter: meter).run()
    #expect(quick.times.count == 60)
    #expect(slow.times.count < 20)
    // The newest frame wins, so the last one is never dropped.
    #expect(slow.times.last == 59)
    #expect(slow.times == slow.times.sorted())
    #expect(meter.frames.dropped == 60 - slow.times.count)
    #expect(meter.report().latency?.count == quick.times.count + slow.times.count)
  }

  @Test func closedPipeEndsOnlyItsOwnSink() throws {
    let (short, long) = (Recorder(failure: .closedPipe, after: 3), Recorder())
    try Pipeline(source: Numbers(40), filters: [], sinks: [short, long], meter: RunMeter()).run()
    #expect(short.times.count == 3)
    #expect(short.finishes == 1)
    #expect(long.times.count == 40)
  }

  @Test func lastClosedPipeEndsTheRun() throws {
    let sink = Recorder(failure: .closedPipe, after: 3)
    try Pipeline(source: Numbers(.max), filters: [], sinks: [sink], meter: RunMeter()).run()
    #expect(sink.times.count == 3)
  }

  @Test func failingSinkEndsTheRunAndCompletesOtherSinks() throws {
    let (bad, good) = (Recorder(failure: .failure, after: 5), Recorder())
    let error = #expect(throws: SplashError.self) {
      try Pipeline(source: Numbers(.max), filters: [], sinks: [bad, good], meter: RunMeter()).run()
    }
    #expect(error?.kind == .failure)
    #expect(bad.finishes == 1 && good.finishes == 1)
    #expect(good.times.count >= 5)
  }

  @Test func failingSinkOfALiveRunEndsAlone() throws {
    let (bad, good) = (Recorder(failure: .failure, after: 5), Recorder())
    let told = Mutex<[String]>([])
    let source = Numbers(60, isLive: true, interval: 0.002)
    let error = #expect(throws: SplashError.self) {
      try Pipeline(
        source: source, filters: [], sinks: [bad, good], meter: RunMeter(),
        onSinkFailure: { failure in told.withLock { $0.append("\(failure)") } }
      ).run()
    }
    #expect(error?.description == "on purpose")
    #expect(told.withLock { $0 } == ["on purpose"])
    #expect(good.times.last == 59)
    #expect(bad.finishes == 1 && good.finishes == 1)
    #expect(bad.publications == 0 && good.publications == 1)
  }

  @Test func lastFailingSinkEndsALiveRun() throws {
    let sinks = [Recorder(failure: .failure, after: 5), Recorder(failure: .failure, after: 9)]
    let source = Numbers(.max, isLive: true, interval: 0.002)
    #expect(throws: SplashError.self) {
      try Pipeline(source: source, filters: [], sinks: sinks, meter: RunMeter()).run()
    }
    #expect(sinks.map(\.finishes) == [1, 1])
  }

  @Test func failureNamesPartialFilesAndPublishesNothing() throws {
    let (bad, good) = (Recorder(failure: .failure, after: 5), Recorder())
    good.partialPath = "good.partial.mp4"
    let error = #expect(throws: SplashError.self) {
      try Pipeline(source: Numbers(40), filters: [], sinks: [good, bad], meter: RunMeter()).run()
    }
    #expect(bad.publications == 0 && good.publications == 0)
    #expect(error?.description.contains("is unchanged, the new one is in good.partial.mp4") == true)
  }

  @Test func everySinkIsPublishedOnceAfterSuccess() throws {
    let sinks = [Recorder(), Recorder()]
    try Pipeline(source: Numbers(4), filters: [], sinks: sinks, meter: RunMeter()).run()
    #expect(sinks.map(\.publications) == [1, 1])
  }

  @Test func failingFilterEndsTheRun() throws {
    let sink = Recorder()
    let error = #expect(throws: SplashError.self) {
      try Pipeline(source: Numbers(.max), filters: [Broken()], sinks: [sink], meter: RunMeter())
        .run()
    }
    #expect(error?.description == "broken on purpose")
    #expect(sink.finishes == 1)
  }

  @Test func stoppingWritesEveryFrameThatWasRead() throws {
    let (source, sink, meter) = (Numbers(.max, interval: 0.001), Recorder(), RunMeter())
    let pipeline = Pipeline(source: source, filters: [], sinks: [sink], meter: meter)
    let stopper = Thread {
      Thread.sleep(forTimeInterval: 0.1)
      pipeline.stop()
    }
    stopper.start()
    try pipeline.run()
    #expect(sink.times.count == meter.frames.in)
    #expect(sink.times.count > 0)
  }

  /// The source is faster than the sink, so that frames wait in both queues.
  @Test func abandonedRunDropsEveryFrameThatWaits() throws {
    let (source, sink, meter) = (Numbers(.max), Recorder(delay: 0.02), RunMeter())
    let pipeline = Pipeline(source: source, filters: [], sinks: [sink], meter: meter)
    let ender = Thread {
      Thread.sleep(forTimeInterval: 0.2)
      pipeline.abandon()
    }
    ender.start()
    let error = #expect(throws: SplashError.self) { try pipeline.run() }
    #expect(error?.description.contains("given up") == true)
    #expect(sink.times.count < meter.frames.in - 4, "\(sink.times.count) of \(meter.frames.in)")
    #expect(sink.finishes == 1 && sink.publications == 0)
  }

  @Test func frameLimitEndsTheRun() throws {
    let sink = Recorder()
    try Pipeline(
      source: Numbers(.max), filters: [], sinks: [sink], meter: RunMeter(), frameLimit: 7
    ).run()
    #expect(sink.times == Array(0..<7))
  }

  @Test func workTimeIsTheSumOfItsStages() throws {
    let meter = RunMeter(budget: 100)
    let sink = Recorder(delay: 0.02)
    try Pipeline(source: Numbers(5), filters: [], sinks: [sink], meter: meter).run()
    let report = meter.report()
    #expect(report.stages["write"]?.count == 5)
    #expect(report.work.p50_ms >= 20)
    #expect(report.frames.late == 5)
    #expect(!report.budget.within)
  }

  /// Budgets of a second, so that a busy machine is not late by itself.
  @Test(arguments: [(late: 1, isWithin: true), (late: 2, isWithin: false)])
  func oneLateFrameInAHundredIsWithinBudget(late: Int, isWithin: Bool) throws {
    let meter = RunMeter(budget: 1)
    let sink = Recorder(delay: 1.05, every: 100 / late)
    try Pipeline(source: Numbers(100), filters: [], sinks: [sink], meter: meter).run()
    let report = meter.report()
    #expect(report.frames.late == late)
    #expect(report.budget.within == isWithin)
  }

  @Test func percentilesOfStageTimesAreExact() throws {
    let meter = RunMeter()
    let sink = Recorder(delay: 0.2, every: 20)
    try Pipeline(source: Numbers(50), filters: [], sinks: [sink], meter: meter).run()
    let write = try #require(meter.report().stages["write"])
    // Two of fifty are slow: a share of four per cent.
    #expect(write.count == 50)
    #expect(write.p95_ms < 200 && write.p99_ms > 199.5)
    #expect(write.p50_ms <= write.p95_ms && write.p99_ms <= write.max_ms)
    #expect(write.mean_ms > 8 && write.mean_ms < write.max_ms)
  }
}

/// Small frames numbered by their time stamps.
private final class Numbers: FrameSource {
  let media = TestMedia.description
  let isLive: Bool
  private let count: Int
  private let interval: Double
  private let pool = BufferPool()
  private var next: Int64 = 0
  private let isInterrupted = Atomic(false)

  init(_ count: Int, isLive: Bool = false, interval: Double = 0) {
    self.count = count
    self.isLive = isLive
    self.interval = interval
  }

  func interrupt() { isInterrupted.store(true, ordering: .relaxed) }

  func next(_ clock: StageClock) throws -> Item? {
    guard next < count, !isInterrupted.load(ordering: .relaxed) else { return nil }
    if interval > 0 { Thread.sleep(forTimeInterval: interval) }
    var frame = pool.picture(width: 16, height: 16, format: media.picture.format)
    frame.timestamp = next
    if isLive { frame.captureTime = monotonicNanoseconds() }
    next += 1
    return .picture(frame)
  }
}

private enum TestMedia {
  static let description = (try! TestPattern("test:16x16@30")).media
}

/// Records the time stamps it gets; slow or failing on demand.
private final class Recorder: FrameSink {
  let name = "recorder"
  private let delay: Double
  private let period: Int
  private let failure: SplashError.Kind?
  private let limit: Int
  private(set) var times: [Int] = []
  private(set) var finishes = 0
  private(set) var publications = 0
  var partialPath: String?

  /// - Parameters:
  ///   - delay: seconds that a frame takes, and of each `period` frames only the last one.
  ///   - failure: how it fails, once it has written `limit` frames.
  init(
    delay: Double = 0, every period: Int = 1, failure: SplashError.Kind? = nil,
    after limit: Int = .max
  ) {
    self.delay = delay
    self.period = period
    self.failure = failure
    self.limit = limit
  }

  func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    if let failure, times.count == limit { throw SplashError(failure, "on purpose") }
    times.append(Int(frame.timestamp!))
    let isSlow = delay > 0 && times.count % period == 0
    clock.measure(.write) { if isSlow { Thread.sleep(forTimeInterval: delay) } }
  }

  func finish(_ clock: StageClock) throws { finishes += 1 }

  func publish() throws { publications += 1 }
}

private final class Broken: FrameFilter {
  func apply(to frame: inout Frame, _ clock: StageClock) throws {
    throw SplashError(.failure, "broken on purpose")
  }
}
