internal import CSplashKernels
internal import SplashBase

/// The regions of a mask, drawn when they or the size of the picture change, and joined with what
/// the hues keep.
struct RegionMask {
  private var drawn: Drawn?
  private var colors = HueMask()

  private struct Drawn {
    let keep, within, without: [Region]
    let raster: RegionRaster
    /// Kept besides the hues; the most that is kept at all.
    let kept, window: MaskPlane?
    /// The most of `kept` that the excluded hues leave; the result.
    let allowed, joined: MaskPlane
  }

  /// The mask with the regions; valid until the next call.
  ///
  /// - Parameters:
  ///   - mask: of the hues alone, not inverted.
  ///   - turns: quarter turns counter-clockwise for display.
  mutating func join(
    _ mask: MaskPlane, of picture: borrowing PlaneView, turns: Int, _ settings: SplashSettings,
    _ gains: Gains, _ kernels: SplashDSP
  ) -> MaskPlane {
    let drawn = draw(for: picture, turns: turns, settings)
    self.drawn = drawn
    let allowed =
      drawn.kept == nil || settings.drops.isEmpty
      ? nil : allow(drawn.allowed, in: picture, settings, gains, kernels)
    withPointer(to: drawn.kept?.plane) { kept in
      withPointer(to: allowed?.plane) { allowed in
        withPointer(to: drawn.window?.plane) { window in
          var with = SplashJoin(
            kept: kept, allowed: allowed, window: window, invert: settings.invert)
          var (mask, joined) = (mask.plane, drawn.joined.plane)
          kernels.join(&mask, &with, &joined, 0, mask.height)
        }
      }
    }
    return drawn.joined
  }

  private func draw(
    for picture: borrowing PlaneView, turns: Int, _ settings: SplashSettings
  ) -> Drawn {
    let raster = RegionRaster(of: picture, turns: turns)
    if let drawn, drawn.raster == raster, drawn.keep == settings.keep,
      drawn.within == settings.within, drawn.without == settings.without
    {
      return drawn
    }
    let size = (width: raster.width, height: raster.height)
    let window =
      settings.within.isEmpty && settings.without.isEmpty
      ? nil : MaskPlane(width: size.width, height: size.height)
    if let window {
      settings.within.isEmpty ? window.fill(255) : raster.add(settings.within, to: window)
      raster.remove(settings.without, from: window)
    }
    let kept = settings.keep.isEmpty ? nil : MaskPlane(width: size.width, height: size.height)
    if let kept { raster.add(settings.keep, to: kept) }
    return Drawn(
      keep: settings.keep, within: settings.within, without: settings.without, raster: raster,
      kept: kept, window: window, allowed: MaskPlane(width: size.width, height: size.height),
      joined: MaskPlane(width: size.width, height: size.height))
  }

  /// Every color but those of the excluded hues.
  private mutating func allow(
    _ plane: MaskPlane, in picture: borrowing PlaneView, _ settings: SplashSettings,
    _ gains: Gains, _ kernels: SplashDSP
  ) -> MaskPlane {
    var all = settings
    all.hues = [HueRange(center: 0, width: 360, saturation: Interval(0, 1), value: Interval(0, 1))]
    (all.chromaFloor, all.invert) = (0, false)
    let key = colors.key(for: picture, all, gains)
    var planes = SplashPicture(picture)
    planes.setMask(plane.plane)
    withUnsafePointer(to: key) { kernels.mask($0, &planes, 0, Int32(picture.chromaHeight)) }
    return plane
  }
}
