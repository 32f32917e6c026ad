internal import CSplashKernels

/// Joins the hue mask with all other selections: regions, which are drawn when they or the frame
/// size change, and masks that come with each frame.
struct RegionMask {
  private var drawn: Drawn?
  private var colors = HueMask()

  fileprivate struct Drawn {
    let keep, within, without: [Selection]
    let raster: RegionRaster
    /// The regions of each list; nil if there are none.
    let still: (keep: MaskPlane?, within: MaskPlane?, without: MaskPlane?)
    /// Selected besides the hues, and the upper limit of the mask. Made of regions alone, both
    /// stay.
    let kept, window: MaskPlane?
    /// `kept` without excluded hues, and the result.
    let allowed, joined: MaskPlane
    /// Replaces the hue mask if hues select nothing by themselves; nil otherwise.
    let noHues: MaskPlane?
  }

  /// The joined mask; valid until the next call.
  ///
  /// - Parameters:
  ///   - mask: of the hues alone, not inverted.
  ///   - turn: for display.
  ///   - masks: of the selections that are not regions, for this frame.
  mutating func join(
    _ mask: MaskPlane, of picture: borrowing PlaneView, turn: Turn, _ settings: SplashSettings,
    _ masks: [Selection: MaskPlane], _ gains: Gains, _ kernels: SplashDSP
  ) -> MaskPlane {
    let drawn = draw(for: picture, turn: turn, settings)
    if self.drawn?.joined !== drawn.joined || !masks.isEmpty {
      drawn.compose(masks, hues: mask, ramp: settings.networkRamp ?? .none)
    }
    self.drawn = drawn
    let allowed =
      drawn.kept == nil || settings.drops.isEmpty
      ? nil : allow(drawn.allowed, in: picture, settings, gains, kernels)
    withPointer(to: drawn.kept?.plane) { kept in
      withPointer(to: allowed?.plane) { allowed in
        withPointer(to: drawn.window?.plane) { window in
          var with = SplashJoin(
            kept: kept, allowed: allowed, window: window, invert: settings.invert)
          var joined = drawn.joined.plane
          var mask = (drawn.noHues ?? mask).plane
          kernels.join(&mask, &with, &joined, 0, mask.height)
        }
      }
    }
    return drawn.joined
  }

  private func draw(
    for picture: borrowing PlaneView, turn: Turn, _ settings: SplashSettings
  ) -> Drawn {
    let raster = RegionRaster(of: picture, turn: turn)
    if let drawn, drawn.raster == raster, drawn.keep == settings.keep,
      drawn.within == settings.within, drawn.without == settings.without
    {
      return drawn
    }
    func plane() -> MaskPlane { MaskPlane(width: raster.width, height: raster.height) }
    func still(_ selections: [Selection]) -> MaskPlane? {
      let regions = selections.compactMap(\.region)
      guard !regions.isEmpty else { return nil }
      let plane = plane()
      raster.add(regions, to: plane)
      return plane
    }
    let isOpen = settings.within.isEmpty && settings.without.isEmpty
    return Drawn(
      keep: settings.keep, within: settings.within, without: settings.without, raster: raster,
      still: (still(settings.keep), still(settings.within), still(settings.without)),
      kept: settings.keep.isEmpty ? nil : plane(), window: isOpen ? nil : plane(),
      allowed: plane(), joined: plane(), noHues: settings.keepsObjects ? plane() : nil)
  }

  /// The mask of all colors except the excluded hues.
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

extension RegionMask.Drawn {
  /// Combines regions and masks into `kept` and `window`.
  ///
  /// - Parameters:
  ///   - hues: the hue mask, of which objects are parts.
  ///   - ramp: applied to masks of networks.
  fileprivate func compose(_ masks: [Selection: MaskPlane], hues: MaskPlane, ramp: MaskRamp) {
    func parts(_ still: MaskPlane?, _ selections: [Selection]) -> [(MaskPlane, MaskRamp)] {
      (still.map { [($0, .none)] } ?? [])
        + selections.compactMap { selection in
          masks[selection].map { ($0, selection.hasNetwork ? ramp : .none) }
        }
    }
    if let kept {
      kept.fill(0)
      for (part, ramp) in parts(nil, keep.filter(\.isObject)) { kept.raise(to: part, ramp) }
      if keep.contains(where: \.isObject) { kept.lower(to: hues) }
      for (part, ramp) in parts(still.keep, keep.filter { !$0.isObject }) {
        kept.raise(to: part, ramp)
      }
    }
    if let window {
      window.fill(within.isEmpty ? 255 : 0)
      for (part, ramp) in parts(still.within, within) { window.raise(to: part, ramp) }
      for (part, ramp) in parts(still.without, without) { window.lower(by: part, ramp) }
    }
  }
}

extension MaskPlane {
  /// Raises samples to those of a plane of the same size.
  fileprivate func raise(to other: MaskPlane, _ ramp: MaskRamp) {
    combine(other) { max($0, ramp($1)) }
  }

  /// Lowers samples to those of a plane of the same size.
  fileprivate func lower(to other: MaskPlane) { combine(other) { min($0, $1) } }

  /// A copy with the lesser of its samples and those of a plane of the same size.
  func lowered(to other: MaskPlane) -> MaskPlane {
    let lowered = MaskPlane(width: Int(plane.width), height: Int(plane.height))
    lowered.raise(to: self, .none)
    lowered.lower(to: other)
    return lowered
  }

  /// Lowers samples to 255 minus those of a plane of the same size.
  fileprivate func lower(by other: MaskPlane, _ ramp: MaskRamp) {
    combine(other) { min($0, 255 - ramp($1)) }
  }

  @inline(__always)
  private func combine(_ other: MaskPlane, _ operation: (UInt8, UInt8) -> UInt8) {
    precondition(fits(width: Int(other.plane.width), height: Int(other.plane.height)))
    for index in 0..<plane.stride * Int(plane.height) {
      plane.data[index] = operation(plane.data[index], other.plane.data[index])
    }
  }
}
