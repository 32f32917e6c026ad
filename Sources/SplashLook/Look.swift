internal import CSplashKernels
package import SplashBase

/// The look of a video, picture after picture: its light, its mask, and what they make of it.
///
/// Works on planes that others own, all in native formats. For one thread at a time.
package final class Look {
  package let instructionSet: InstructionSet
  private let kernels: SplashDSP
  private var balance = WhiteBalance()
  private var hues = HueMask()
  private let masks: MaskChain
  private var regions = RegionMask()
  private let turns: Int
  private var meter = MaskMeter()
  private var colors = ColorHint()

  /// - Parameters:
  ///   - instructionSet: what the kernels may use; the machine must have it.
  ///   - turns: quarter turns counter-clockwise for display, where regions are.
  package init(instructionSet: InstructionSet = .best, turns: Int = 0) {
    self.instructionSet = instructionSet
    self.turns = turns
    kernels = SplashDSP(instructionSet)
    masks = MaskChain(kernels)
  }

  /// Mean share of the picture that was kept, 0…1; nil before the first one.
  package var kept: Double? { meter.kept }

  /// Where less than 0.1 % was kept, the nearest hue that the pictures have much of.
  package func hint(_ settings: SplashSettings) -> HueRange? {
    guard let kept, kept < ColorHint.limit else { return nil }
    return colors.hue(near: settings)
  }

  /// Mean share of mask samples that changed by more than a quarter between neighboring pictures;
  /// nil before the second one. Where mask and result are made in one pass it is that of some rows.
  package var flicker: Double? {
    let changed = masks.changes.changed + meter.changes.changed
    let samples = masks.changes.samples + meter.changes.samples
    return samples > 0 ? Double(changed) / Double(samples) : nil
  }

  /// Follows the light.
  ///
  /// - Parameter time: presentation time in seconds; nil where the stream gave none.
  /// - Returns: the gains for the picture's gate.
  package func gains(
    for picture: borrowing PlaneView, at time: Double?, _ settings: SplashSettings
  ) -> Gains {
    balance.gains(for: picture, at: time, settings)
  }

  /// The mask alone, valid until the next call.
  package func mask(
    of picture: borrowing PlaneView, _ settings: SplashSettings, _ gains: Gains
  ) -> MaskPlane {
    let key = hues.key(for: picture, settings, gains)
    var mask = masks.next(
      key, SplashPicture(picture), width: picture.chromaWidth, height: picture.chromaHeight,
      settings, gains)
    if settings.hasRegions {
      mask = regions.join(mask, of: picture, turns: turns, settings, gains, kernels)
    }
    meter.add(mask.plane)
    colors.add(picture, kept: meter.kept ?? 0, settings, gains)
    return mask
  }

  /// Puts the picture together.
  ///
  /// - Parameter target: planes of the same size, in the same format or, for a packed picture,
  ///   planar 4:2:2. Luma is written for packed pictures and where the composition changes it.
  package func compose(
    _ picture: borrowing PlaneView, into target: borrowing MutablePlaneView,
    _ settings: SplashSettings, _ gains: Gains
  ) {
    let key = hues.key(for: picture, settings, gains)
    let composition = Composition(settings)
    if composition.isOnePass {
      masks.forget()
      var planes = SplashPicture(picture, into: target)
      withUnsafePointer(to: key) { kernels.splash($0, &planes, 0, Int32(picture.chromaHeight)) }
      meter.add(
        SplashPicture(picture), key, kernels, width: picture.chromaWidth,
        height: picture.chromaHeight)
    } else {
      var kept = composition.keep(picture, into: target, gains, kernels)
      var mask = masks.next(
        key, SplashPicture(picture), into: settings.hasRegions ? nil : kept,
        width: picture.chromaWidth, height: picture.chromaHeight, settings, gains)
      if settings.hasRegions {
        mask = regions.join(mask, of: picture, turns: turns, settings, gains, kernels)
        kept.setMask(mask.plane)
        withUnsafePointer(to: key) { kernels.apply($0, &kept, 0, Int32(picture.chromaHeight)) }
      }
      meter.add(mask.plane)
    }
    colors.add(picture, kept: meter.kept ?? 0, settings, gains)
  }
}
