internal import CSplashKernels

/// Black and white by the luminance of sRGB-coded R'G'B' (IEC 61966-2-1), for 8 bits: within one
/// code of the formula, and several times as fast as `CurvesPass`, which other depths need.
final class LuminancePass: LookPass {
  private let coding: ColorCoding

  init(_ coding: ColorCoding) { self.coding = coding }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var picture = picture
    var rule = SplashRule(coding, depth: 8, gains: Gains())
    kernels.luminance(&rule, &picture, rows.lowerBound, rows.upperBound)
  }
}
