internal import SplashCore

/// Where in a video a picture stands.
struct PictureClock {
  private var first: Double?
  private var last = 0.0
  /// Seconds from the first picture to the end; nil where that is not known.
  private let length: Double?

  /// - Parameter first: when the first picture stands; nil for when the first one comes that the
  ///   clock sees.
  init(first: Double? = nil, length: Double?) {
    self.first = first
    self.length = length
  }

  /// Seconds since the first picture; those of the last one where the stream gives no time.
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
