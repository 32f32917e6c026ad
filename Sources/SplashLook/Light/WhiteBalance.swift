package import CSplashKernels
internal import Glibc

/// Follows the light of a video: gains for the gate, smoothed in time.
///
/// A small difference between the light and the balance shrinks with the time constant, a larger
/// one proportionally faster, so that the balance neither trembles nor lags behind a sunset. The
/// way depends on the time stamps alone, not on the number of pictures. The first picture and a cut
/// adopt the light at once; pictures that show too little grey to tell, or a light that none can
/// be, leave the balance where it is. A light that is half believed counts half.
///
/// A photo has no other picture to be held against: it is balanced half-way at most, and as far as
/// the steps between its samples agree with its grey.
package struct WhiteBalance: Sendable {
  /// The balance now; 1, 1, 1 before the first picture.
  package private(set) var gains = Gains()
  /// The last picture did not continue the one before.
  package private(set) var isCut = false

  /// Red and blue over green of the light, log2 of gamma-coded R'G'B'.
  private var light: SIMD2<Double>?
  private var mode: WhiteBalanceMode?
  private var time: Double?
  private var scene: SplashLight?

  /// Difference in octaves at which the balance follows twice as fast: 0.6 %.
  private static let calm = 0.0087
  /// Support and evidence from which a picture begins to count, and from which it counts in full.
  private static let support = 0.08...0.14
  private static let evidence = 0.02...0.04
  /// Share of a photo's light that is taken at most.
  private static let half = 0.5
  /// Time between pictures without time stamps, in seconds.
  private static let assumedInterval = 1.0 / 30
  /// Share of samples that have to move to another cell of a histogram for a cut.
  private static let cut = 0.5
  private static let limits = 0.5...2.0

  package init() {}

  /// Takes a picture's light into account.
  ///
  /// - Parameters:
  ///   - reading: of the whole picture for `grayWorld`, of the card for `card`.
  ///   - time: presentation time in seconds; nil where the stream gave none.
  ///   - mode: `grayWorld` or `card`; another one than before starts anew.
  ///   - timeConstant: seconds; 0 follows at once.
  ///   - isLocked: keeps the balance once one was found.
  ///   - isPhoto: the picture is a photo, not one of a film.
  package mutating func follow(
    _ reading: SplashLight, at time: Double?, mode: WhiteBalanceMode, timeConstant: Double,
    isLocked: Bool, isPhoto: Bool = false
  ) {
    if mode != self.mode { self = WhiteBalance() }
    self.mode = mode
    var (estimate, belief, certainty) = Self.estimate(reading, mode)
    if case .grayWorld = mode, isPhoto {
      estimate *= Self.half * Self.agreement(of: estimate, reading)
    }
    let (believed, confidence) = (estimate * belief, certainty * belief)
    let interval = max(
      0, self.time.flatMap { last in time.map { $0 - last } } ?? Self.assumedInterval)
    self.time = time
    isCut = scene.map { Self.distance($0, reading) > Self.cut } ?? false
    scene = reading
    if isLocked, light != nil { return }
    if let light, !isCut {
      self.light = Self.approach(
        believed, from: light, after: confidence * interval, timeConstant: timeConstant)
    } else if confidence > 0 || isCut {
      light = believed * certainty
    }
    if let light { gains = Self.gains(of: light) }
  }

  private static func estimate(
    _ reading: SplashLight, _ mode: WhiteBalanceMode
  ) -> (light: SIMD2<Double>, belief: Double, certainty: Double) {
    if case .card = mode {
      let (red, green, blue) = (reading.mean_red, reading.mean_green, reading.mean_blue)
      guard min(red, green, blue) > 0 else { return (.zero, 0, 0) }
      return (SIMD2(log2(Double(red / green)), log2(Double(blue / green))), 1, 1)
    }
    let certainty = min(
      place(of: reading.support, in: support), place(of: reading.evidence, in: evidence))
    return (SIMD2(Double(reading.red), Double(reading.blue)), Double(reading.belief), certainty)
  }

  /// How far the steps between samples go the way of an estimate: 1 from half of it on, 0 where they
  /// go the other way.
  private static func agreement(of estimate: SIMD2<Double>, _ reading: SplashLight) -> Double {
    let length = (estimate * estimate).sum()
    guard length > 0 else { return 0 }
    let way = SIMD2(Double(reading.step_red), Double(reading.step_blue))
    return min(max((way * estimate).sum() / length / half, 0), 1)
  }

  /// 0 up to the lower bound of a range, 1 from the upper one on, and even in between.
  private static func place(of number: Float, in range: ClosedRange<Double>) -> Double {
    let place = (Double(number) - range.lowerBound) / (range.upperBound - range.lowerBound)
    return min(max(place, 0), 1)
  }

  /// Solves d' = −d·(1 + |d|/calm)/timeConstant, with d the difference to `target`, over
  /// `interval`.
  private static func approach(
    _ target: SIMD2<Double>, from light: SIMD2<Double>, after interval: Double, timeConstant: Double
  ) -> SIMD2<Double> {
    let difference = light - target
    let length = (difference * difference).sum().squareRoot() / calm
    guard length > 0, timeConstant > 0 else { return target }
    let share = length / (1 + length) * exp(-interval / timeConstant)
    return target + difference * (share / (1 - share) / length)
  }

  private static func gains(of light: SIMD2<Double>) -> Gains {
    func gain(_ octaves: Double) -> Double {
      let gain = min(max(exp2(-octaves), limits.lowerBound), limits.upperBound)
      return (gain * 4096).rounded() / 4096
    }
    return Gains(red: gain(light.x), green: 1, blue: gain(light.y))
  }

  /// The largest share of samples that two pictures' histograms of luma, Cb and Cr differ by, 0…1.
  private static func distance(_ a: SplashLight, _ b: SplashLight) -> Double {
    func distance<Cells>(_ a: Cells, _ b: Cells) -> Double {
      withUnsafeBytes(of: a) { a in
        withUnsafeBytes(of: b) { b in
          let (a, b) = (a.bindMemory(to: UInt16.self), b.bindMemory(to: UInt16.self))
          return zip(a, b).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) }
        }
      }
    }
    let count = Double(max(1, a.count + b.count))
    return max(distance(a.luma, b.luma), distance(a.cb, b.cb), distance(a.cr, b.cr)) / count
  }
}
