/// Converts time stamps to seconds from the beginning of a video.
package struct LookClock {
  private var first: Double?
  private var last: Double?
  private let interval: Double

  /// - Parameters:
  ///   - origin: the time to count from; nil for that of the first frame.
  ///   - interval: seconds from the frame before to a frame without a time.
  package init(origin: Double? = nil, interval: Double = 0) {
    (first, self.interval) = (origin, interval)
  }

  /// Seconds from the origin to the next frame, at least 0.
  ///
  /// - Parameter time: presentation time in seconds; nil if unknown.
  package mutating func place(of time: Double?) -> Double {
    let place: Double
    if let time {
      let first = first ?? time
      self.first = first
      place = max(0, time - first)
    } else {
      place = last.map { $0 + interval } ?? 0
    }
    last = place
    return place
  }
}

extension SplashSettings {
  /// The strength of the effect, 0…1, as set by the fades at both ends.
  ///
  /// - Parameters:
  ///   - place: seconds from the beginning.
  ///   - length: seconds from the beginning to the end; nil if unknown, without a fade at the end.
  func strength(at place: Double, length: Double?) -> Double {
    var strength = 1.0
    if fadeIn > 0 { strength = min(strength, place / fadeIn) }
    if fadeOut > 0, let length { strength = min(strength, max(0, (length - place) / fadeOut)) }
    return strength
  }
}
