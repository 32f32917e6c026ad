package import CSplashKernels

/// The masks of a video one after another: steadied in time, cleaned of specks, and how much they
/// flicker.
package final class SteadyMask {
  private let kernels: SplashDSP
  private var planes: Planes?
  /// Samples that changed by more than a quarter from one picture to the next, and all samples, over
  /// all pictures but the first.
  package private(set) var changes: (changed: Int64, samples: Int64) = (0, 0)

  private final class Planes {
    let raw, guide, smoothed, clean: MaskPlane
    var last, next: MaskPlane
    /// No picture has been seen yet.
    var isFresh = true
    /// `last` is the mask of the last picture.
    var hasLast = false

    init(width: Int, height: Int) {
      func plane() -> MaskPlane { MaskPlane(width: width, height: height) }
      (raw, guide, smoothed, clean) = (plane(), plane(), plane(), plane())
      (last, next) = (plane(), plane())
    }

    func fit(width: Int, height: Int) -> Bool {
      raw.plane.width == width && raw.plane.height == height
    }
  }

  package init(instructionSet: InstructionSet = .best) {
    kernels = SplashDSP(instructionSet)
  }

  /// Forgets the last mask, not the changes counted.
  package func reset() {
    planes?.isFresh = true
    planes?.hasLast = false
  }

  /// Draws the mask of the next picture, steadies and cleans it, and applies it where asked.
  ///
  /// - Parameters:
  ///   - key: what to keep.
  ///   - source: the planes that the mask is drawn from.
  ///   - target: the planes whose chroma the mask is applied to; nil for the mask alone.
  ///   - width, height: of the chroma, in samples.
  ///   - stability: 0…1.
  ///   - despeckle: 0…3.
  /// - Returns: the mask, valid until the next call.
  @discardableResult
  package func next(
    _ key: SplashKey, _ source: SplashPicture, into target: SplashPicture? = nil, width: Int,
    height: Int, stability: Double, despeckle: Int
  ) -> SplashPlane {
    let planes =
      planes.flatMap { $0.fit(width: width, height: height) ? $0 : nil }
      ?? Planes(width: width, height: height)
    self.planes = planes
    let steadies = stability > 0 || despeckle == 0
    var how = SplashSteadying(stability: stability)
    if !planes.hasLast { how.slew = 255 }
    let step = SplashSteadyStep(
      mask: planes.raw.plane, last: planes.last.plane, result: planes.next.plane,
      guide: planes.guide.plane, smoothed: planes.smoothed.plane)
    let result = despeckle > 0 ? planes.clean.plane : step.result
    var (source, applied) = (source, target ?? source)
    (source.mask, source.mask_stride) = (step.mask.data, step.mask.stride)
    (applied.mask, applied.mask_stride) = (result.data, result.stride)
    let changed = withUnsafePointer(to: key) { key in
      withUnsafePointer(to: source) { source in
        withUnsafePointer(to: applied) { applied in
          var kernels = kernels
          return SplashMaskWork(
            key: key, source: source, target: target == nil ? nil : applied, steadies: steadies,
            steadying: how, step: step, despeckle: Int32(despeckle), clean: planes.clean.plane
          ).run(&kernels)
        }
      }
    }
    if steadies { swap(&planes.last, &planes.next) }
    if !planes.isFresh {
      changes.changed += changed
      changes.samples += Int64(width * height)
    }
    planes.isFresh = false
    planes.hasLast = steadies
    return result
  }
}

extension SplashSteadying {
  /// What a stability of 0…1 means: at 0 a mask sample may move as it likes, at 0.5 by 23 of 255
  /// codes a picture without evidence, at 1 by 2; and the evidence has to stand further out of noise.
  package init(stability: Double) {
    var slew = 255.0
    for _ in 0..<Int((stability * 70).rounded()) { slew *= 0.9330330 }  // 2^(−1/10)
    self.init(
      slew: UInt8(slew.rounded()), guide_floor: UInt8((2 + 4 * stability).rounded()),
      mask_floor: UInt8((16 + 32 * stability).rounded()))
  }
}
