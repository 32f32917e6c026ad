package import CSplashKernels

/// What keeps masks steady: the last one, and the luma it belonged to.
struct SteadyMask {
  private let guide, smoothed: MaskPlane
  private var last, next: MaskPlane
  /// `last` is the mask of the last picture.
  private var hasLast = false

  init(width: Int, height: Int) {
    func plane() -> MaskPlane { MaskPlane(width: width, height: height) }
    (guide, smoothed, last, next) = (plane(), plane(), plane(), plane())
  }

  /// Where the steadied mask of a step goes.
  var result: MaskPlane { next }

  /// The step from the last mask to a new one.
  func step(to mask: MaskPlane) -> SplashSteadyStep {
    SplashSteadyStep(
      mask: mask.plane, last: last.plane, result: next.plane, guide: guide.plane,
      smoothed: smoothed.plane)
  }

  /// How far that step may go: anywhere where there is no last mask.
  ///
  /// - Parameters:
  ///   - stability: 0…1.
  ///   - gains: of the gate, which multiply the noise of the mask.
  func steadying(stability: Double, gains: Gains) -> SplashSteadying {
    var how = SplashSteadying(stability: stability, gain: gains.spread)
    if !hasLast { how.slew = 255 }
    return how
  }

  /// The step was taken: its result is the last mask now.
  mutating func advance() {
    swap(&last, &next)
    hasLast = true
  }

  mutating func forget() { hasLast = false }
}

extension SplashSteadying {
  /// What a stability of 0…1 means: at 0 a mask sample may move as it likes, at 0.5 by 23 of 255
  /// codes a picture without evidence, at 1 by 2; and the evidence has to stand further out of
  /// noise. A `gain` of the gate, 1 or more, multiplies the noise: up to 4, it raises the evidence
  /// that is needed and narrows the slew.
  package init(stability: Double, gain: Double = 1) {
    let scale = stability > 0 ? min(gain, 4) : 1
    var slew = 255 / scale
    for _ in 0..<Int((stability * 70).rounded()) { slew *= 0.9330330 }  // 2^(−1/10)
    self.init(
      slew: UInt8(slew.rounded()), guide_floor: UInt8((scale * (2 + 4 * stability)).rounded()),
      mask_floor: UInt8(min(scale * (16 + 32 * stability), 127).rounded()))
  }
}
