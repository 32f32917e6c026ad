internal import Glibc

/// A thread's stopwatch: nanoseconds per stage since it was last read.
public final class StageClock {
  private var nanoseconds = [UInt64](repeating: 0, count: Stage.allCases.count)

  /// How the time of a piece of work is measured.
  public enum Time: Sendable {
    /// Elapsed time, including waiting: for work that only waits for this machine's own processors
    /// and disks.
    case elapsed
    /// Processor time of the thread, without waiting: for work that may wait for another program, a
    /// device or a connection.
    case processor

    fileprivate var nanoseconds: UInt64 {
      switch self {
      case .elapsed: monotonicNanoseconds()
      case .processor: SplashCore.nanoseconds(of: CLOCK_THREAD_CPUTIME_ID)
      }
    }
  }

  public init() {}

  /// Runs a piece of work and adds its time to a stage.
  public func measure<Result: ~Copyable, Failure: Error>(
    _ stage: Stage, in time: Time = .elapsed, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = time.nanoseconds
    defer { nanoseconds[stage.index] &+= time.nanoseconds &- start }
    return try work()
  }

  /// Adds the times of another stopwatch, and resets that.
  package func take(from other: StageClock) {
    for index in nanoseconds.indices {
      nanoseconds[index] &+= other.nanoseconds[index]
      other.nanoseconds[index] = 0
    }
  }

  /// Adds all times to a frame's record, and resets them.
  package func drain(into record: FrameRecord?) {
    for index in nanoseconds.indices {
      record?.add(nanoseconds[index], to: Stage.allCases[index])
      nanoseconds[index] = 0
    }
  }
}

/// The monotonic clock of V4L2 time stamps, in nanoseconds.
package func monotonicNanoseconds() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

private func nanoseconds(of clock: clockid_t) -> UInt64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
