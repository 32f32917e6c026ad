internal import CSplashKernels

/// Draws a look beside the frame and mixes it in by a fixed amount.
final class MixedPass: LookPass {
  private var look: LookBeside
  private let hasLuma: Bool
  private let share: MaskPlane

  /// - Parameters:
  ///   - amount: share of the look, 0…1.
  ///   - width: of frames.
  ///   - hasLuma: whether the result has luma of its own.
  init(_ passes: LookPasses, amount: Double, width: Int, hasLuma: Bool) {
    (look, self.hasLuma) = (LookBeside(passes), hasLuma)
    share = MaskPlane(width: width, height: 1)
    share.plane.data.update(repeating: UInt8((amount * 255).rounded()), count: width)
  }

  var needsWholePicture: Bool { look.passes.needWholePicture }

  func begin(_ materials: LookMaterials) { look.passes.begin(materials) }

  func prepare(for picture: SplashPicture, slices: Int) {
    look.prepare(for: picture, slices: slices)
  }

  /// - Parameter picture: its source must be its result.
  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var over = look.draw(picture, rows: rows, kernels)
    (over.mask, over.mask_stride) = (share.plane.data, 0)
    var luma = share.plane
    (luma.stride, luma.height) = (0, picture.height)
    if hasLuma {
      kernels.mix(&luma, &over, rows.lowerBound, rows.upperBound)
    } else {
      kernels.mix(nil, &over, rows.lowerBound, rows.upperBound)
    }
  }
}
