package import CSplashKernels

/// The masks of a video frame by frame: drawn, steadied, despeckled, tidied, shaped and applied, in
/// one run over bands of rows, or in more if they are tidied or shaped. Masks that will be joined
/// with regions are shaped later.
package final class MaskChain {
  private let kernels: SplashDSP
  private var planes: Planes?
  /// The empty mask for settings without hues; nil if the last frame had some.
  private var black: MaskPlane?
  /// Samples that changed by more than a quarter from one frame to the next, and all samples
  /// compared, over all frames but the first.
  package private(set) var changes: (changed: Int64, samples: Int64) = (0, 0)

  private struct Planes {
    let drawn, clean: MaskPlane
    var steady: SteadyMask
    /// Made on first use.
    var tidy: TidyMask?
    var shape: ShapeMask?
    /// Whether no frame has been drawn yet.
    var isFresh = true

    init(width: Int, height: Int) {
      drawn = MaskPlane(width: width, height: height)
      clean = MaskPlane(width: width, height: height)
      steady = SteadyMask(width: width, height: height)
    }
  }

  package init(_ kernels: SplashDSP) { self.kernels = kernels }

  /// Forgets the last mask, but not the counted changes.
  package func forget() {
    black = nil
    planes?.isFresh = true
    startShot()
  }

  /// Keeps the last mask from steadying the next; the change between them is counted.
  func startShot() {
    planes?.steady.forget()
    planes?.tidy?.forget()
  }

  /// The mask of the next frame for settings without hues: black.
  ///
  /// - Parameters: size of the chroma, in samples.
  /// - Returns: the mask, valid until `next` is called.
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

  /// Draws the mask of the next frame, steadies, despeckles, tidies and shapes it, and applies it
  /// to `target`.
  ///
  /// - Parameters:
  ///   - key: the hues to select.
  ///   - source: the planes that the mask is drawn from.
  ///   - target: planes to whose chroma the mask is applied; nil to only make the mask.
  ///   - width, height: of the chroma, in samples.
  ///   - gains: the same as in the key.
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
      whole: settings.wholeStrength, fill: settings.fill, clean: settings.clean,
      inverts: settings.invertsHues, gains: gains,
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
  /// Whether holes, islands or whole regions are changed, which needs the complete mask.
  var tidies: Bool { wholeStrength > 0 || fill > 0 || clean > 0 }

  /// Whether the hue mask is shaped here; with regions the joined mask is shaped instead.
  fileprivate var shapesHues: Bool { shapes && !hasRegions }
}

func withPointer<Value, Result>(
  to value: Value?, _ body: (UnsafePointer<Value>?) -> Result
) -> Result {
  guard let value else { return body(nil) }
  return withUnsafePointer(to: value) { body($0) }
}
