package import CSplashKernels

/// The masks of a video one after another: drawn, steadied, cleaned of specks, and applied, in one
/// run over bands of rows.
package final class MaskChain {
  private let kernels: SplashDSP
  private var planes: Planes?
  /// Samples that changed by more than a quarter from one picture to the next, and all samples,
  /// over all pictures but the first.
  package private(set) var changes: (changed: Int64, samples: Int64) = (0, 0)

  private struct Planes {
    let drawn, clean: MaskPlane
    var steady: SteadyMask
    /// No picture has been seen yet.
    var isFresh = true

    init(width: Int, height: Int) {
      drawn = MaskPlane(width: width, height: height)
      clean = MaskPlane(width: width, height: height)
      steady = SteadyMask(width: width, height: height)
    }
  }

  package init(_ kernels: SplashDSP) { self.kernels = kernels }

  /// Forgets the last mask, not the changes counted.
  package func forget() {
    planes?.isFresh = true
    planes?.steady.forget()
  }

  /// Draws the mask of the next picture, steadies and cleans it, and applies it where asked.
  ///
  /// - Parameters:
  ///   - key: what to keep.
  ///   - source: the planes that the mask is drawn from.
  ///   - target: the planes whose chroma the mask is applied to; nil for the mask alone.
  ///   - width, height: of the chroma, in samples.
  ///   - gains: those in the key.
  /// - Returns: the mask, valid until the next call.
  package func next(
    _ key: SplashKey, _ source: SplashPicture, into target: SplashPicture? = nil, width: Int,
    height: Int, _ settings: SplashSettings, _ gains: Gains
  ) -> MaskPlane {
    var planes =
      planes.flatMap { $0.drawn.fits(width: width, height: height) ? $0 : nil }
      ?? Planes(width: width, height: height)
    let despeckles = settings.despeckle > 0
    let steadies = settings.stability > 0 || !despeckles
    let result = despeckles ? planes.clean : planes.steady.result
    var (source, applied) = (source, target ?? source)
    source.setMask(planes.drawn.plane)
    applied.setMask(result.plane)
    let changed = withUnsafePointer(to: key) { key in
      withUnsafePointer(to: source) { source in
        withUnsafePointer(to: applied) { applied in
          var kernels = kernels
          return SplashMaskWork(
            key: key, source: source, target: target == nil ? nil : applied, steadies: steadies,
            steadying: planes.steady.steadying(stability: settings.stability, gains: gains),
            step: planes.steady.step(to: planes.drawn), despeckle: Int32(settings.despeckle),
            clean: planes.clean.plane
          ).run(&kernels)
        }
      }
    }
    if steadies { planes.steady.advance() } else { planes.steady.forget() }
    if !planes.isFresh {
      changes.changed += changed
      changes.samples += Int64(width * height)
    }
    planes.isFresh = false
    self.planes = planes
    return result
  }
}
