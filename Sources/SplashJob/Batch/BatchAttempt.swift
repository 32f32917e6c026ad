internal import Dispatch
internal import Synchronization

/// One file of a batch: one thread processes it while another checks that it makes progress.
final class BatchAttempt: Sendable {
  private let patience: Double
  private let ended = DispatchSemaphore(value: 0)
  private let outcome = Mutex<BatchResult?>(nil)
  private let steps = Atomic(0)
  private let isAbandoned = Atomic(false)

  /// - Parameter patience: seconds without progress after which the file is given up.
  init(patience: Double) { self.patience = patience }

  /// Counts a step of reading as progress. Called by the processing thread.
  func proceed() { steps.wrappingAdd(1, ordering: .relaxed) }

  /// True once the file was given up.
  var isGivenUp: Bool { isAbandoned.load(ordering: .relaxed) }

  /// Ends the attempt with a result.
  func end(_ result: BatchResult) {
    outcome.withLock { $0 = result }
    ended.signal()
  }

  /// The result; nil where there is none yet, and where the file was given up.
  var result: BatchResult? { isGivenUp ? nil : outcome.withLock { $0 } }

  /// Waits until the attempt has ended, or gives it up.
  ///
  /// - Parameters:
  ///   - isUnwanted: whether the run was stopped while the file is still being opened, where a stop
  ///     does not reach it.
  ///   - frames: the frames counted so far; nil while the file is being opened.
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
