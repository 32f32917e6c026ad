internal import Histogram
internal import Synchronization

/// Counts frames and collects their times during a run. Constant memory; any thread.
public final class RunMeter: Sendable {
  /// Frames per second that the work has to keep up with.
  public let budget: Double
  private let state: Mutex<State>

  fileprivate struct State {
    var stages = [Histogram<UInt32>](repeating: .forTimes(), count: Stage.allCases.count)
    var work = Histogram<UInt32>.forTimes()
    var latency = Histogram<UInt32>.forTimes()
    var frames = RunReport.Frames()
    var written: [Written] = []
    var start: UInt64?
    var end: UInt64?
    var idle: [FrameRecord] = []
    /// When the source began to rest; nil while it does not.
    var restingSince: UInt64?
    /// Nanoseconds that it has rested in all, and before the last frame.
    var (rested, restedBefore): (UInt64, UInt64) = (0, 0)
  }

  /// - Parameter budget: frames per second; positive. 60 gives each frame 16.667 ms of work.
  public init(budget: Double = 60) {
    precondition(budget > 0)
    self.budget = budget
    state = Mutex(State())
  }

  /// What one sink has written.
  package struct Written: Sendable {
    package var pictures = 0
    /// Times of the first and the last frame, in seconds; nil if frames have no times.
    fileprivate var span: ClosedRange<Double>?

    /// Duration of the frames, in seconds; nil if unknown.
    package var seconds: Double? {
      guard let span, pictures > 1 else { return nil }
      return (span.upperBound - span.lowerBound) * Double(pictures) / Double(pictures - 1)
    }

    fileprivate mutating func add(_ time: Double?) {
      pictures += 1
      guard let time else { return }
      span = min(time, span?.lowerBound ?? time)...max(time, span?.upperBound ?? time)
    }
  }

  /// Starts a frame's record, for a number of sinks.
  package func begin(sinks: Int) -> FrameRecord {
    let record = state.withLock { state in
      while state.written.count < sinks { state.written.append(Written()) }
      state.frames.in += 1
      if state.start == nil { state.start = monotonicNanoseconds() }
      return state.idle.popLast() ?? FrameRecord()
    }
    record.reset(sinks: sinks)
    return record
  }

  /// What happened to a frame at one sink.
  package enum Outcome {
    case written
    case dropped
    /// The sink was already closed.
    case refused
    /// The sink is a watcher.
    case watched
  }

  /// Called when a sink is done with a frame.
  ///
  /// - Parameters:
  ///   - sink: its index; frames of the first sink count as frames out.
  ///   - time: presentation time of the frame, in seconds.
  ///   - captureTime: the driver's time stamp, if the frame came from a camera.
  package func end(
    _ record: FrameRecord, _ outcome: Outcome, sink: Int, time: Double? = nil,
    captureTime: UInt64? = nil
  ) {
    let now = monotonicNanoseconds()
    let isComplete = record.arrive()
    state.withLock { state in
      state.end = now
      state.restedBefore = state.rested
      switch outcome {
      case .written:
        if sink == 0 { state.frames.out += 1 }
        state.written[sink].add(time)
        if let captureTime {
          state.latency.record(min(now - min(captureTime, now), longestTime))
        }
      case .dropped: state.frames.dropped += 1
      case .refused, .watched: break
      }
      if isComplete {
        state.gather(record, budget: budget)
        state.idle.append(record)
      }
    }
  }

  /// Called for a frame that was dropped before it reached any sink.
  package func drop(_ record: FrameRecord) {
    state.withLock { state in
      state.frames.dropped += 1
      state.idle.append(record)
    }
  }

  /// Called when the source begins to rest.
  package func beginRest() { state.withLock { $0.restingSince = monotonicNanoseconds() } }

  /// Called when the source no longer rests.
  package func endRest() {
    state.withLock { state in
      guard let since = state.restingSince else { return }
      state.rested += monotonicNanoseconds() - since
      state.restingSince = nil
    }
  }

  /// Whether the source rests, since nobody is watching.
  public var isResting: Bool { state.withLock { $0.restingSince != nil } }

  /// The numbers of frames so far.
  public var frames: RunReport.Frames { state.withLock { $0.frames } }

  /// What each sink has written so far, in the order of the sinks; a copy, so that it can be read
  /// without the lock.
  package var written: [Written] { state.withLock { $0.written.map(\.self) } }

  /// The 99th percentile of the work per frame so far, in milliseconds.
  public var workP99: Double {
    state.withLock { Double($0.work.valueAtPercentile(99)) / 1e6 }
  }

  /// The median latency so far, in milliseconds; nil before the first live frame.
  public var latencyMedian: Double? {
    state.withLock { $0.latency.totalCount == 0 ? nil : Double($0.latency.median) / 1e6 }
  }

  /// A report with the counts and times so far; its other fields have their defaults.
  public func report() -> RunReport {
    state.withLock { state in
      var report = RunReport()
      report.frames = state.frames
      for stage in Stage.allCases where state.stages[stage.index].totalCount > 0 {
        report.stages[stage.rawValue] = state.stages[stage.index].times
      }
      report.work = state.work.times
      report.latency = state.latency.totalCount > 0 ? state.latency.times : nil
      report.wall_s = Double((state.end ?? 0) &- (state.start ?? state.end ?? 0)) / 1e9
      let awake = report.wall_s - Double(state.restedBefore) / 1e9
      report.speed_fps = awake > 0 ? Double(state.frames.out) / awake : 0
      let rest = state.restingSince.map { monotonicNanoseconds() - $0 } ?? 0
      report.idle_s = Double(state.rested + rest) / 1e9
      let within = Double(state.frames.late) <= 0.01 * Double(state.work.totalCount)
      report.budget = .init(fps: budget, ms: 1000 / budget, within: within, applies: false)
      return report
    }
  }
}

/// Longer times count as a minute.
private let longestTime: UInt64 = 60_000_000_000

extension RunMeter.State {
  fileprivate mutating func gather(_ record: FrameRecord, budget: Double) {
    var sum: UInt64 = 0
    for stage in Stage.allCases where record[stage] > 0 {
      stages[stage.index].record(min(record[stage], longestTime))
      sum += record[stage]
    }
    work.record(min(sum, longestTime))
    if Double(sum) > 1e9 / budget { frames.late += 1 }
  }
}

extension RunReport.Times {
  /// The distribution of some times, in nanoseconds.
  package init(of times: [UInt64]) {
    var histogram = Histogram<UInt32>.forTimes()
    for time in times { histogram.record(min(time, longestTime)) }
    self = histogram.times
  }
}

extension Histogram<UInt32> {
  /// A histogram of nanoseconds up to a minute, with three significant digits.
  fileprivate static func forTimes() -> Self {
    Histogram(
      lowestDiscernibleValue: 100, highestTrackableValue: longestTime,
      numberOfSignificantValueDigits: .three)
  }

  fileprivate var times: RunReport.Times {
    func milliseconds(_ nanoseconds: Double) -> Double {
      (nanoseconds / 1000).rounded() / 1000
    }
    return RunReport.Times(
      count: Int(totalCount), mean_ms: milliseconds(mean),
      p50_ms: milliseconds(Double(valueAtPercentile(50))),
      p95_ms: milliseconds(Double(valueAtPercentile(95))),
      p99_ms: milliseconds(Double(valueAtPercentile(99))),
      max_ms: milliseconds(Double(maxRecorded)))
  }
}
