internal import CSplashKernels
internal import SplashBase

/// How a picture is put together: its kept look where the mask is, its rest look elsewhere.
///
/// The rest is grey: chroma scaled towards neutral by the mask, luma the source's own.
package struct Composition: Equatable, Sendable {
  /// What becomes of a picture where it is kept.
  package enum Kept: Sendable {
    case asShot
    /// Under the light that the gate sees.
    case balanced
  }

  package var kept: Kept
  /// Nothing is remembered of the mask and nobody else wants it: it is drawn and applied in one
  /// pass.
  package var isOnePass: Bool

  package init(_ settings: SplashSettings) {
    kept = settings.balanceOutput ? .balanced : .asShot
    isOnePass =
      kept == .asShot && settings.stability == 0 && settings.despeckle == 0 && !settings.tidies
      && !settings.shapes && !settings.hasRegions
  }

  /// Luma is the result's own; otherwise it is the source's, by reference.
  package var changesLuma: Bool { kept == .balanced }

  /// Draws the kept look into the result where it is another than the source.
  ///
  /// - Returns: the picture whose chroma the mask is to be applied to.
  func keep(
    _ source: borrowing PlaneView, into target: borrowing MutablePlaneView, _ gains: Gains,
    _ kernels: SplashDSP
  ) -> SplashPicture {
    var picture = SplashPicture(source, into: target)
    guard kept == .balanced else { return picture }
    var rule = SplashRule(of: source, gains: source.coding.stored(gains))
    kernels.balance(&rule, &picture, 0, Int32(source.chromaHeight))
    return SplashPicture(target.view, into: target)
  }
}
