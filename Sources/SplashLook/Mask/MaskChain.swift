package import CSplashKernels

/// The masks of a video one after another: drawn, steadied, cleaned of specks, tidied, shaped, and
/// applied, in one run over bands of rows, or in more where they are tidied or shaped. Those that
/// are to be joined with regions are not shaped yet.
package final class MaskChain {
  private let kernels: SplashDSP
  private var planes: Planes?
  /// The mask of no hues, which nobody writes to; nil where the last one had some.
  private var black: MaskPlane?
  /// Samples that changed by more than a quarter from one picture to the next, and all samples,
  /// over all pictures but the first.
  package private(set) var changes: (changed: Int64, samples: Int64) = (0, 0)

  private struct Planes {
    let drawn, clean: MaskPlane
    var steady: SteadyMask
    /// Made when they are needed first.
    var tidy: TidyMask?
    var shape: ShapeMask?
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
    black = nil
    planes?.isFresh = true
    planes?.steady.forget()
    planes?.tidy?.forget()
  }

  /// The mask of the next picture where no hue is wanted: black, whatever was before.
  ///
  /// - Parameters: of the chroma, in samples.
  /// - Returns: the mask, valid as long as nobody asks for one of hues.
  func withoutHues(width: Int, height: Int) -> MaskPlane {
    if let black, black.fits(width: width, height: height) {
      changes.samples += Int64(width * height)
      return black
    }
    forget()
    let plane = MaskPlane(width: width, height: height)
    black = plane
    return plane
  }

  /// Draws the mask of the next picture, steadies, cleans, tidies and shapes it, and applies it
  /// where asked.
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
    black = nil
    var planes =
      planes.flatMap { $0.drawn.fits(width: width, height: height) ? $0 : nil }
      ?? Planes(width: width, height: height)
    if !settings.tidies {
      planes.tidy = nil
    } else if planes.tidy == nil {
      planes.tidy = TidyMask(width: width, height: height)
    }
    if settings.shapesHues, planes.shape == nil {
      planes.shape = ShapeMask(width: width, height: height)
    }
    let shape = settings.shapesHues ? planes.shape : nil
    let despeckles = settings.despeckle > 0
    let steadies =
      settings.stability > 0 || !despeckles && !settings.tidies && !settings.shapesHues
    let steady = steadies ? planes.steady.result : planes.drawn
    let result =
      shape?.mask(settings) ?? planes.tidy?.mask ?? (despeckles ? planes.clean : steady)
    var (source, applied) = (source, target ?? source)
    source.setMask(planes.drawn.plane)
    applied.setMask(result.plane)
    let step = planes.steady.step(to: planes.drawn)
    let tidy = planes.tidy?.work(
      guide: step.guide, depth: Int(source.format.depth), stability: settings.stability,
      whole: settings.whole, fill: settings.fill, clean: settings.clean, gains: gains,
      leavesNoResidue: settings.clean > 0 && (settings.rest.cover || settings.kept.cover))
    let changed = withUnsafePointer(to: key) { key in
      withUnsafePointer(to: source) { source in
        withPointer(to: target == nil ? nil : applied) { applied in
          withPointer(to: tidy) { tidy in
            withPointer(to: shape?.work(settings)) { shape in
              var kernels = kernels
              return SplashMaskWork(
                key: key, source: source, target: applied, steadies: steadies,
                steadying: planes.steady.steadying(stability: settings.stability, gains: gains),
                step: step, despeckle: Int32(settings.despeckle), clean: planes.clean.plane,
                tidy: tidy, shape: shape
              ).run(&kernels)
            }
          }
        }
      }
    }
    if steadies { planes.steady.advance() } else { planes.steady.forget() }
    if settings.stability > 0 { planes.tidy?.advance() } else { planes.tidy?.forget() }
    if !planes.isFresh {
      changes.changed += changed
      changes.samples += Int64(width * height)
    }
    planes.isFresh = false
    self.planes = planes
    return result
  }
}

extension SplashSettings {
  /// The mask is made whole, for which all of it has to be seen.
  var tidies: Bool { whole > 0 || fill > 0 || clean > 0 }

  /// The mask of the hues is all that is kept: with regions the joined one is shaped.
  fileprivate var shapesHues: Bool { shapes && !hasRegions }
}

func withPointer<Value, Result>(
  to value: Value?, _ body: (UnsafePointer<Value>?) -> Result
) -> Result {
  guard let value else { return body(nil) }
  return withUnsafePointer(to: value) { body($0) }
}
