/// Where in a video a picture stands.
package struct LookClock {
  private var first: Double?
  private var last: Double?
  private let interval: Double

  /// - Parameters:
  ///   - origin: the time to count from; nil for that of the first picture.
  ///   - interval: seconds that pass from one picture to the next where that one has no time.
  package init(origin: Double? = nil, interval: Double = 0) {
    (first, self.interval) = (origin, interval)
  }

  /// Seconds from the origin to the next picture, 0 at least.
  ///
  /// - Parameter time: presentation time in seconds; nil where nobody knows.
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
  /// How much of the effect is to be seen, 0…1.
  ///
  /// - Parameters:
  ///   - place: seconds from the beginning.
  ///   - length: seconds from the beginning to the end; nil where nobody knows, and nothing fades
  ///     out.
  func strength(at place: Double, length: Double?) -> Double {
    var strength = 1.0
    if fadeIn > 0 { strength = min(strength, place / fadeIn) }
    if fadeOut > 0, let length { strength = min(strength, max(0, (length - place) / fadeOut)) }
    return strength
  }
}
