/// What a player was told to do.
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
  /// When a picture that stands is to be given once more.
  var settling: UInt64?
  var position = 0.0
}

/// A picture's time, by which those around it are shown in theirs.
struct Pace {
  /// Seconds from the beginning.
  var position: Double
  /// When that picture was shown, in nanoseconds.
  var clock: UInt64
  /// As many times as fast as it was filmed; below 0 backwards.
  var rate: Double

  /// When the picture of a place is to be shown.
  func time(of position: Double) -> UInt64 {
    clock &+ UInt64(max(0, (position - self.position) / rate) * 1e9)
  }

  /// The place to be shown at a time.
  func position(at time: UInt64) -> Double { position + Double(time - clock) / 1e9 * rate }
}
