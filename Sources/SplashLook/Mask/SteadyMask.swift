package import CSplashKernels

/// The state that keeps masks steady: the last mask, and the luma of its frame.
struct SteadyMask {
  private let guide, smoothed: MaskPlane
  private var last, next: MaskPlane
  /// Whether `last` holds the mask of the last frame.
  private var hasLast = false

  init(width: Int, height: Int) {
    func plane() -> MaskPlane { MaskPlane(width: width, height: height) }
    (guide, smoothed, last, next) = (plane(), plane(), plane(), plane())
  }

  /// The plane for the steadied mask of a step.
  var result: MaskPlane { next }

  /// The planes for a step from the last mask to a new one.
  func step(to mask: MaskPlane) -> SplashSteadyStep {
    SplashSteadyStep(
      mask: mask.plane, last: last.plane, result: next.plane, guide: guide.plane,
      smoothed: smoothed.plane)
  }

  /// The limits of that step; none if there is no last mask.
  ///
  /// - Parameters:
  ///   - stability: temporal smoothing, 0…1.
  ///   - gains: of the white balance, which also amplify noise of the mask.
  func steadying(stability: Double, gains: Gains) -> SplashSteadying {
    var how = SplashSteadying(stability: stability, gain: gains.spread)
    if !hasLast { how.slew = 255 }
    return how
  }

  /// Makes the result of the step the last mask.
  mutating func advance() {
    swap(&last, &next)
    hasLast = true
  }

  mutating func forget() { hasLast = false }
}

extension SplashSteadying {
  /// The limits for a stability of 0…1: at 0 a mask sample may change freely, at 0.5 by 23 of 255
  /// codes per frame without evidence, at 1 by 2; and the evidence has to exceed noise by more. A
  /// `gain` of 1 or more multiplies the noise: up to 4, it raises the evidence that is needed and
  /// lowers the limit.
  package init(stability: Double, gain: Double = 1) {
    let scale = stability > 0 ? min(gain, 4) : 1
    var slew = 255 / scale
    for _ in 0..<Int((stability * 70).rounded()) { slew *= 0.9330330 }  // 2^(−1/10)
    self.init(
      slew: UInt8(slew.rounded()), guide_floor: UInt8((scale * (2 + 4 * stability)).rounded()),
      mask_floor: UInt8(min(scale * (16 + 32 * stability), 127).rounded()))
  }
}
