internal import Synchronization

/// Processing times and rate of the last frames.
final class WorkWindow: Sendable {
  private static let length = 120
  /// Nanoseconds; frames that take less were not looked at, or have the matte of another one.
  private static let leastModels: UInt64 = 5_000_000
  private static let modelLength = 9
  private let state = Mutex(State())

  private struct State {
    var work: [UInt64] = []
    var times: [UInt64] = []
    var next = 0
    var models: [UInt64] = []
  }

  /// Adds a frame's record, without the time for JPEG encoding.
  func add(_ record: FrameRecord) {
    let stages: [Stage] = [.read, .decode, .convert, .balance, .splash]
    let work = stages.reduce(0) { $0 + record[$1] }
    let now = monotonicNanoseconds()
    let models = record[.subject]
    state.withLock { state in
      if models > Self.leastModels {
        state.models = state.models.suffix(Self.modelLength - 1) + [models]
      }
      if state.work.count < Self.length {
        state.work.append(work)
        state.times.append(now)
      } else {
        state.work[state.next] = work
        state.times[state.next] = now
      }
      state.next = (state.next + 1) % Self.length
    }
  }

  /// Milliseconds per frame; nil before the first.
  var work: (median: Double, p99: Double)? {
    let work = state.withLock { RunReport.Times(of: $0.work) }
    return work.count == 0 ? nil : (work.p50_ms, work.p99_ms)
  }

  /// Milliseconds that AI models take of a frame that waits for them; nil before they have looked.
  var models: Double? {
    let models = state.withLock { RunReport.Times(of: $0.models) }
    return models.count == 0 ? nil : models.p50_ms
  }

  /// Frames per second over the last second; two frames at once, as after a step, do not count as a
  /// rate of thousands.
  var rate: Double {
    // Frames may be added meanwhile, with later times.
    let now = monotonicNanoseconds()
    let recent = state.withLock { $0.times.filter { $0 + 1_000_000_000 > now } }
    guard let first = recent.min(), let last = recent.max() else { return 0 }
    return Double(recent.count - 1) / max(Double(last - first) / 1e9, 0.5)
  }
}

/// Flicker over the last frames, from the filter's mean over all frames.
struct FlickerWindow {
  private static let length = 60
  /// Sums of the share of changed samples, one per frame, the newest last.
  private var sums: [Double] = []
  private var count = 0

  /// - Parameter mean: over all frames since the filter began; nil before there is one.
  mutating func add(_ mean: Double?) {
    guard let mean else {
      self = FlickerWindow()
      return
    }
    count += 1
    sums.append(mean * Double(count))
    if sums.count > Self.length { sums.removeFirst() }
  }

  /// Mean share of mask samples that change by more than a quarter between frames; nil before there
  /// are two frames.
  var flicker: Double? {
    guard let first = sums.first, let last = sums.last, sums.count > 1 else { return nil }
    return max(0, last - first) / Double(sums.count - 1)
  }
}
