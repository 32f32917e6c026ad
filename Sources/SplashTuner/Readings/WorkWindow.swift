internal import SplashCore
internal import Synchronization

/// What the last pictures cost and how fast they came.
final class WorkWindow: Sendable {
  private static let length = 120
  private let state = Mutex(State())

  private struct State {
    var work: [UInt64] = []
    var times: [UInt64] = []
    var next = 0
  }

  /// Counts a picture whose work, before it is made into a JPEG, stands in its record.
  func add(_ record: FrameRecord) {
    let stages: [Stage] = [.read, .decode, .convert, .balance, .splash]
    let work = stages.reduce(0) { $0 + record[$1] }
    let now = monotonicNanoseconds()
    state.withLock { state in
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

  /// Milliseconds a picture; nil before the first.
  var work: (median: Double, p99: Double)? {
    let work = state.withLock { RunReport.Times(of: $0.work) }
    return work.count == 0 ? nil : (work.p50_ms, work.p99_ms)
  }

  /// Pictures a second over the last second; two that come at once, as a step makes them, are no
  /// rate of thousands.
  var rate: Double {
    // Pictures may be counted while this is read, and be later than now.
    let now = monotonicNanoseconds()
    let recent = state.withLock { $0.times.filter { $0 + 1_000_000_000 > now } }
    guard let first = recent.min(), let last = recent.max() else { return 0 }
    return Double(recent.count - 1) / max(Double(last - first) / 1e9, 0.5)
  }
}
