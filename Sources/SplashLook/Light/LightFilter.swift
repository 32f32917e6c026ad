/// Uncertainty of a light: the covariance of log2 R'/G' and log2 B'/G'.
struct LightDoubt: Equatable {
  var red: Double
  var both: Double
  var blue: Double

  static func even(_ variance: Double) -> LightDoubt {
    LightDoubt(red: variance, both: 0, blue: variance)
  }

  /// The variance of red and blue together.
  var total: Double { red + blue }

  static func + (a: LightDoubt, b: LightDoubt) -> LightDoubt {
    LightDoubt(red: a.red + b.red, both: a.both + b.both, blue: a.blue + b.blue)
  }

  static func * (a: LightDoubt, share: Double) -> LightDoubt {
    LightDoubt(red: a.red * share, both: a.both * share, blue: a.blue * share)
  }
}

/// Tracks a changing light from uncertain readings: a Kalman filter for a random walk.
///
/// Readings are samples of a noisy signal in time, not independent measurements: with R the
/// covariance of a reading, the light's own covariance P obeys P' = Q − P R⁻¹ P / τ, and the light
/// follows at the rate P R⁻¹ / τ, where τ is the time in which a change is followed. So the light
/// depends on the time stamps, not on the number of frames.
struct LightFilter {
  /// Red and blue over green, log2 of gamma-coded R'G'B'.
  private(set) var light: SIMD2<Double>
  private var doubt: LightDoubt

  /// The standard deviation of a reading that is followed by 95 % within τ. More certain readings
  /// are followed faster, up to the second deviation.
  private static let usual = LightDoubt.even(0.12 * 0.12)
  private static let least = LightDoubt.even(0.05 * 0.05)
  /// Steps per second, and the most steps, in which the equation is solved.
  private static let (rate, mostSteps) = (120.0, 120)

  /// Starts with a first reading.
  init(_ reading: SIMD2<Double>, _ doubt: LightDoubt) {
    (light, self.doubt) = (reading, doubt)
  }

  /// - Parameters:
  ///   - interval: seconds since the last reading.
  ///   - time: seconds in which a change is followed; 0 takes over the reading.
  mutating func follow(
    _ reading: SIMD2<Double>, _ readingDoubt: LightDoubt, after interval: Double,
    within time: Double
  ) {
    guard time > 0 else { return self = LightFilter(reading, readingDoubt) }
    guard interval > 0 else { return }
    let steps = max(1, min(Int((interval * Self.rate).rounded()), Self.mostSteps))
    let step = interval / Double(steps)
    let change = Self.usual * (9 * step / time)
    let noise = (readingDoubt + Self.least) * (time / step)
    for _ in 0..<steps {
      doubt = doubt + change
      update(reading, noise)
    }
  }

  private mutating func update(_ reading: SIMD2<Double>, _ noise: LightDoubt) {
    let sum = doubt + noise
    let size = sum.red * sum.blue - sum.both * sum.both
    // The gain is P (P + R)⁻¹.
    let (p, s) = (doubt, sum)
    let (a, b) = (
      (p.red * s.blue - p.both * s.both) / size, (p.both * s.red - p.red * s.both) / size
    )
    let (c, d) = (
      (p.both * s.blue - p.blue * s.both) / size, (p.blue * s.red - p.both * s.both) / size
    )
    let difference = reading - light
    light += SIMD2(a * difference.x + b * difference.y, c * difference.x + d * difference.y)
    doubt = LightDoubt(
      red: p.red - a * p.red - b * p.both, both: p.both - a * p.both - b * p.blue,
      blue: p.blue - c * p.both - d * p.blue)
  }
}
