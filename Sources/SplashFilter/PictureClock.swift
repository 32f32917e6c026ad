internal import SplashCore

/// Where in a video a picture stands.
struct PictureClock {
  private var first: Double?
  private var last = 0.0
  /// Seconds from the first picture to the end; nil where that is not known.
  private let length: Double?

  /// - Parameter origin: the time stamp to count from; nil for that of the first picture.
  init(length: Double? = nil, origin: Double? = nil) {
    self.length = length
    first = origin
  }

  /// Seconds since the first picture or the origin; those of the last one where the stream gives no
  /// time.
  mutating func time(of frame: borrowing Frame) -> Double {
    guard let time = frame.presentationTime else { return last }
    let first = first ?? time
    self.first = first
    last = max(0, time - first)
    return last
  }

  /// How much of the effect is to be seen, 0…1.
  func strength(at time: Double, _ settings: SplashSettings) -> Double {
    var strength = 1.0
    if settings.fadeIn > 0 { strength = min(strength, time / settings.fadeIn) }
    if settings.fadeOut > 0, let length {
      strength = min(strength, max(0, (length - time) / settings.fadeOut))
    }
    return strength
  }
}
