package import CSplashKernels
internal import Glibc

/// Follows the light of a video: gains for the gate, filtered in time.
///
/// The first picture, and the first after a cut, are taken as they are; then a change of the light is
/// followed within the time that the settings give. The way depends on the time stamps alone, not
/// on the number of pictures. A picture that does not tell its light leaves the balance where it
/// is, or at 1 after a cut.
package struct WhiteBalance: Sendable {
  /// The balance now; 1, 1, 1 where the light is not known.
  package private(set) var gains = Gains()
  /// The last picture did not continue the one before.
  package private(set) var isCut = false
  /// Whether a picture since the last cut has told its light.
  package var knowsLight: Bool { filter != nil }

  private var filter: LightFilter?
  private var mode: WhiteBalanceMode?
  private var time: Double?
  private var scene: SplashLight?

  /// The standard deviation of a guess, in octaves of red and blue together, from which a picture
  /// does not tell its light.
  private static let widest = 0.48
  /// Time between pictures without time stamps, in seconds.
  private static let assumedInterval = 1.0 / 30
  /// Share of samples that have to move to another cell of a histogram for a cut.
  private static let cut = 0.5
  private static let limits = 0.5...2.0

  package init() {}

  /// Takes a picture's light into account.
  ///
  /// - Parameters:
  ///   - reading: of the whole picture or, for `card`, of the card.
  ///   - time: presentation time in seconds; nil where the stream gave none.
  ///   - mode: one that measures; another one than before starts anew.
  ///   - followingTime: seconds in which a change is followed; 0 follows at once.
  ///   - isLocked: keeps the balance once one was found.
  package mutating func follow(
    _ reading: SplashLight, at time: Double?, mode: WhiteBalanceMode, within followingTime: Double,
    isLocked: Bool
  ) {
    if mode != self.mode { self = WhiteBalance() }
    self.mode = mode
    let interval = max(
      0, self.time.flatMap { last in time.map { $0 - last } } ?? Self.assumedInterval)
    self.time = time
    isCut = scene.map { Self.distance($0, reading) > Self.cut } ?? false
    scene = reading
    if isLocked, filter != nil { return }
    if isCut { filter = nil }
    if let (light, doubt) = Self.light(of: reading, mode) {
      filter?.follow(light, doubt, after: interval, within: followingTime)
      filter = filter ?? LightFilter(light, doubt)
    }
    gains = filter.map { Self.gains(of: $0.light) } ?? Gains()
  }

  /// What a picture tells of its light: log2 of R'/G' and B'/G'.
  private static func light(
    of reading: SplashLight, _ mode: WhiteBalanceMode
  ) -> (SIMD2<Double>, LightDoubt)? {
    if mode == .auto {
      let guess = reading.guess
      let doubt = LightDoubt(
        red: Double(guess.red_red), both: Double(guess.red_blue), blue: Double(guess.blue_blue))
      guard doubt.total < widest * widest else { return nil }
      return (SIMD2(Double(guess.red), Double(guess.blue)), doubt)
    }
    let (red, green, blue) = (reading.mean_red, reading.mean_green, reading.mean_blue)
    guard min(red, green, blue) > 0 else { return nil }
    return (SIMD2(log2(Double(red / green)), log2(Double(blue / green))), .even(0))
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
