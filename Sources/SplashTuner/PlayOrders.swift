/// The orders that a player has been given, and its present position.
struct PlayOrders {
  var isInterrupted = false
  var isPlaying = true
  var rate = 1.0
  var isStill = false
  var isWatched = false
  var watchedSince: UInt64 = 0
  var target: Double?
  var steps = 0
  var isRefreshDue = false
  /// When to give a standing frame once more, in nanoseconds; nil for never.
  var settling: UInt64?
  var position = 0.0
}

/// A reference frame's times, from which the display times of other frames follow.
struct Pace {
  /// Seconds from the beginning.
  var position: Double
  /// Display time of that frame, in nanoseconds.
  var clock: UInt64
  /// Playback speed, 1 for normal; below 0 backwards.
  var rate: Double

  /// Display time of the frame at a position, in nanoseconds.
  func time(of position: Double) -> UInt64 {
    clock &+ UInt64(max(0, (position - self.position) / rate) * 1e9)
  }

  /// The position to be shown at a time.
  func position(at time: UInt64) -> Double { position + Double(time - clock) / 1e9 * rate }
}
