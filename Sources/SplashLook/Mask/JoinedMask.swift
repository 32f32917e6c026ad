internal import CSplashKernels

/// Tidies and shapes the union of regions, networks, files and hues, frame by frame, as `MaskChain`
/// does for hues alone.
struct JoinedMask {
  private var planes: Planes?

  private struct Planes {
    let guide: MaskPlane
    let shape: ShapeMask
    /// Made on first use.
    var tidy: TidyMask?

    init(width: Int, height: Int) {
      guide = MaskPlane(width: width, height: height)
      shape = ShapeMask(width: width, height: height)
    }
  }

  /// Keeps the last mask from steadying the next.
  mutating func startShot() { planes?.tidy?.forget() }

  /// The finished mask; valid until the next call.
  ///
  /// - Parameter mask: joined, and inverted if set; it is not changed.
  mutating func finish(
    _ mask: MaskPlane, of picture: borrowing PlaneView, _ settings: SplashSettings, _ gains: Gains,
    _ kernels: SplashDSP
  ) -> MaskPlane {
    let (fill, clean) = settings.joinedAreas
    let tidies = fill > 0 || clean > 0
    guard tidies || settings.shapes else {
      planes = nil
      return mask
    }
    let (width, height) = (Int(mask.plane.width), Int(mask.plane.height))
    var planes =
      planes.flatMap { $0.guide.fits(width: width, height: height) ? $0 : nil }
      ?? Planes(width: width, height: height)
    if !tidies {
      planes.tidy = nil
    } else if planes.tidy == nil {
      planes.tidy = TidyMask(width: width, height: height)
    }
    let shape = settings.shapes ? planes.shape : nil
    var (joined, guide, source) = (mask.plane, planes.guide.plane, SplashPicture(picture))
    let tidy = planes.tidy?.work(
      guide: guide, depth: Int(source.format.depth), stability: settings.stability, whole: 0,
      fill: fill, clean: clean, gains: gains)
    withPointer(to: tidy) { tidy in
      withPointer(to: shape?.work(settings)) { shape in
        kernels.finish(&joined, &source, guide: &guide, tidy: tidy, shape: shape)
      }
    }
    if settings.stability > 0 { planes.tidy?.advance() } else { planes.tidy?.forget() }
    self.planes = planes
    return shape?.mask(settings) ?? planes.tidy?.mask ?? mask
  }
}

extension SplashSettings {
  private static let standard = SplashSettings()

  /// Areas of holes to close and islands to remove in joined masks, in per cent of the frame: 0 for
  /// an area that has its default, since defaults are for hues alone.
  var joinedAreas: (fill: Double, clean: Double) {
    (fill == Self.standard.fill ? 0 : fill, clean == Self.standard.clean ? 0 : clean)
  }
}
