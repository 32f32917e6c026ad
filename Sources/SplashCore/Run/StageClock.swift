internal import Glibc

/// A thread's stopwatch: nanoseconds per stage since it was last read.
public final class StageClock {
  private var nanoseconds: [7 of UInt64] = .init(repeating: 0)

  public init() {}

  /// Adds the time that a piece of work takes to a stage.
  public func measure<Result: ~Copyable, Failure: Error>(
    _ stage: Stage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = monotonicNanoseconds()
    defer { nanoseconds[stage.index] &+= monotonicNanoseconds() &- start }
    return try work()
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
package func monotonicNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
