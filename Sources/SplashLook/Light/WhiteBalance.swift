package import CSplashKernels
internal import Glibc

/// Tracks the light of a video: gains for the selection of colors, filtered in time.
///
/// The first frame, and the first after a cut, set the balance at once; later changes of the light
/// are followed within the time that the settings give. The result depends on the time stamps, not
/// on the number of frames. A frame whose light is unclear leaves the balance as it is, or at 1
/// after a cut.
package struct WhiteBalance: Sendable {
  /// The current gains; all 1 if the light is unknown.
  package private(set) var gains = Gains()
  /// Whether the last frame began a new shot.
  package private(set) var isCut = false
  /// Whether the light could be measured since the last cut.
  package var knowsLight: Bool { filter != nil }

  private var filter: LightFilter?
  private var mode: WhiteBalanceMode?
  private var time: Double?
  private var scene: SplashLight?

  /// A frame's light is unclear if the standard deviation of its estimate, in octaves of red and
  /// blue together, is at least this.
  private static let widest = 0.48
  /// Seconds between frames without time stamps.
  private static let assumedInterval = 1.0 / 30
  /// Share of samples that have to change their histogram bin for a cut.
  private static let cut = 0.5
  private static let limits = 0.5...2.0

  package init() {}

  /// Adds a frame's measurement.
  ///
  /// - Parameters:
  ///   - reading: of the whole frame or, for `card`, of the card.
  ///   - time: presentation time in seconds; nil if the stream has none.
  ///   - mode: a measuring mode; a change of mode starts anew.
  ///   - followingTime: seconds in which a change is followed; 0 follows at once.
  ///   - isLocked: whether to keep the first balance found.
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

  /// The light measured in a frame: log2 of R'/G' and B'/G'; nil if unclear.
  private static func light(
    of reading: SplashLight, _ mode: WhiteBalanceMode
  ) -> (SIMD2<Double>, LightDoubt)? {
    if mode.isLearned {
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

  /// The largest share of samples that differ between the histograms of luma, Cb or Cr of two
  /// frames, 0…1.
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
