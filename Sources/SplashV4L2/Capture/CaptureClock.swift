/// Turns a driver's time stamps into presentation times, and its frame count into losses.
package struct CaptureClock {
  private var origin: UInt64?
  private var last: Int64 = -1
  private var sequence: UInt32?
  private var steps = 0

  package init() {}

  /// - Parameters:
  ///   - stamp: the driver's, in nanoseconds of the monotonic clock; nil if it has none. A time
  ///     stamp that is more than ten seconds off is ignored.
  ///   - now: the monotonic clock, in nanoseconds.
  /// - Returns: the capture time, and the presentation time in microseconds, which begins with 0
  ///   and always increases.
  package mutating func time(
    of stamp: UInt64?, now: UInt64 = monotonicNanoseconds()
  ) -> (capture: UInt64, presentation: Int64) {
    var capture = now
    if let stamp, stamp <= now, now - stamp < 10_000_000_000 { capture = stamp }
    let start = origin ?? capture
    origin = start
    let elapsed = capture > start ? Int64((capture - start) / 1000) : 0
    last = max(elapsed, last + 1)
    return (capture, last)
  }

  /// How many frames the driver lost before this one. Counts that stand still or go backwards are
  /// ignored, since the driver does not count or was restarted; so is the first step, since some
  /// drivers jump after 0.
  package mutating func lost(before next: UInt32) -> Int {
    defer {
      steps += 1
      sequence = next
    }
    guard let sequence, steps > 1 else { return 0 }
    let step = next &- sequence
    return (1...1000).contains(step) ? Int(step) - 1 : 0
  }

  package mutating func forgetSequence() {
    sequence = nil
    steps = 0
  }
}

/// Decides when a driver that delivers no frames is restarted.
///
/// It waits for five frame periods, at the slower of the set and the measured rate, since a camera
/// may slow down in the dark. The first frame may take two seconds. Each restart without frames
/// doubles the wait.
package struct DeliveryWatch {
  private let period: Double
  private var seen = 0.0
  private var last: UInt64?
  private var restarts = 0
  private var pictures = 0

  package init(interval: FrameInterval?) {
    period = interval.map { $0.rate > 0 ? 1 / $0.rate : 1 } ?? 1 / CameraRequest.usualRate
  }

  /// Maximum wait for the next frame in seconds.
  package var patience: Double {
    guard last != nil else { return max(2, 5 * period) }
    return 5 * max(period, seen) * Double(1 << min(restarts, 6))
  }

  /// Pause before a restart, in seconds.
  package var pause: Double { 0.005 * Double(1 << min(restarts, 6)) }

  package mutating func delivered(at time: UInt64) {
    if let last, time > last { seen = Double(time - last) / 1e9 }
    last = time
    pictures += 1
    if pictures >= 5 { restarts = 0 }
  }

  package mutating func restarted() {
    restarts += 1
    pictures = 0
    last = nil
  }
}
