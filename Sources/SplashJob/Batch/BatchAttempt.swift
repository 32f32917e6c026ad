internal import Dispatch
internal import SplashCore
internal import Synchronization

/// One file of several while a thread works on it, and another sees whether it gets on.
final class BatchAttempt: Sendable {
  private let patience: Double
  private let ended = DispatchSemaphore(value: 0)
  private let outcome = Mutex<BatchResult?>(nil)
  private let steps = Atomic(0)
  private let isAbandoned = Atomic(false)

  /// - Parameter patience: seconds that nothing may happen.
  init(patience: Double) { self.patience = patience }

  /// Notes that a step of reading is done.
  func proceed() { steps.wrappingAdd(1, ordering: .relaxed) }

  /// Nobody waits for the next step.
  var isGivenUp: Bool { isAbandoned.load(ordering: .relaxed) }

  /// Ends it.
  func end(_ result: BatchResult) {
    outcome.withLock { $0 = result }
    ended.signal()
  }

  /// What came of it; nil for nothing, and where it was given up.
  var result: BatchResult? { isGivenUp ? nil : outcome.withLock { $0 } }

  /// Waits for its end, or gives it up.
  ///
  /// - Parameters:
  ///   - isUnwanted: whether the run was stopped while the file is still being opened, where a stop
  ///     does not reach it.
  ///   - frames: how many pictures there were so far; nil before the first.
  /// - Returns: whether it has ended.
  func wait(until isUnwanted: () -> Bool, _ frames: () -> RunReport.Frames?) -> Bool {
    var seen = (steps: -1, out: -1)
    var since = monotonicNanoseconds()
    let step = min(0.25, patience / 4)
    while ended.wait(timeout: .now() + step) == .timedOut {
      if isUnwanted() {
        isAbandoned.store(true, ordering: .relaxed)
        return false
      }
      let now = (steps: steps.load(ordering: .relaxed), out: frames()?.out ?? 0)
      let time = monotonicNanoseconds()
      if now != seen { (seen, since) = (now, time) }
      if Double(time - since) / 1e9 >= patience {
        isAbandoned.store(true, ordering: .relaxed)
        return false
      }
    }
    return true
  }
}
