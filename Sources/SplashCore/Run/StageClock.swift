internal import Glibc

/// A thread's stopwatch: nanoseconds per stage since it was last read.
public final class StageClock {
  private var nanoseconds = [UInt64](repeating: 0, count: Stage.allCases.count)

  /// What counts as the time of a piece of work.
  public enum Time: Sendable {
    /// All that passes, waiting included: for work that waits for nothing but this machine's own
    /// processors and disks.
    case elapsed
    /// What the thread itself computes: for work that may wait for another program, a device or the
    /// network, which is not work.
    case processor

    fileprivate var nanoseconds: UInt64 {
      switch self {
      case .elapsed: monotonicNanoseconds()
      case .processor: SplashCore.nanoseconds(of: CLOCK_THREAD_CPUTIME_ID)
      }
    }
  }

  public init() {}

  /// Adds the time that a piece of work takes to a stage.
  public func measure<Result: ~Copyable, Failure: Error>(
    _ stage: Stage, in time: Time = .elapsed, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = time.nanoseconds
    defer { nanoseconds[stage.index] &+= time.nanoseconds &- start }
    return try work()
  }

  /// Takes the times of another stopwatch, which starts again from zero.
  package func take(from other: StageClock) {
    for index in nanoseconds.indices {
      nanoseconds[index] &+= other.nanoseconds[index]
      other.nanoseconds[index] = 0
    }
  }

  /// Moves all times to a picture's record and starts again from zero.
  package func drain(into record: FrameRecord?) {
    for index in nanoseconds.indices {
      record?.add(nanoseconds[index], to: Stage.allCases[index])
      nanoseconds[index] = 0
    }
  }
}

/// The monotonic clock that V4L2 drivers stamp buffers with, in nanoseconds.
package func monotonicNanoseconds() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

private func nanoseconds(of clock: clockid_t) -> UInt64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
