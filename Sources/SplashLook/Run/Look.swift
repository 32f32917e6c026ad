package import CSplashKernels

/// The look of a video, frame by frame: white balance, mask, and composition.
///
/// Works on planes of its callers, all in native formats. For one thread at a time.
package final class Look {
  let kernels: SplashDSP
  private var balance = WhiteBalance()
  private var hues = HueMask()
  private let masks: MaskChain
  private let composer: LookComposer
  private var regions = RegionMask()
  private var joined = JoinedMask()
  private var cuts = CutFinder()
  private var paint = PaintMask()
  private var objects = ObjectMask()
  private var things = HeldThings()
  private var windows = MovingWindows()
  private var measured = MeasuredMasks()
  private let turn: Turn
  private let slicing: Slicing
  /// The plan for the last settings and kind of frame.
  private var prepared: (settings: SplashSettings, hasAlpha: Bool, plan: LookPlan)?
  /// The mask of a frame whose plan keeps no state.
  private var plainMask: MaskPlane?
  private var meter = MaskMeter()
  private var colors = ColorHint()

  /// - Parameters:
  ///   - instructionSet: the instructions that kernels may use; the machine must have them.
  ///   - turn: for display; regions are placed as displayed.
  ///   - slicing: how slow looks are split over threads.
  package convenience init(
    instructionSet: InstructionSet = .best, turn: Turn = .upright, slicing: Slicing = .none
  ) {
    self.init(SplashDSP(instructionSet), turn: turn, slicing: slicing)
  }

  package init(_ kernels: SplashDSP, turn: Turn = .upright, slicing: Slicing = .none) {
    self.kernels = kernels
    self.turn = turn
    self.slicing = slicing
    masks = MaskChain(kernels)
    composer = LookComposer(kernels, slicing)
  }

  /// Whether the light could be measured since the last cut.
  package var knowsLight: Bool { balance.knowsLight }

  /// Mean selected share of the frames, 0…1; nil before the first frame.
  package var kept: Double? { meter.kept }

  /// The selected share of the last frame.
  package var keptLast: Double? { meter.last }

  /// Whether to find the center of the selection.
  var findsMiddle: Bool {
    get { meter.findsMiddle }
    set { meter.findsMiddle = newValue }
  }

  /// The center of the selection in the last frame, as shares of the stored width and height; nil
  /// if nothing was selected, or `findsMiddle` is false.
  var middle: (x: Double, y: Double)? { meter.middle }

  /// The regions of windows that move with a tracked selection, in the last frame, as displayed.
  var movedWindows: [Selection: Region] { windows.moved }

  /// If less than 1 % was selected, the nearest hue that is frequent in the frames; else nil.
  package func hint(_ settings: SplashSettings) -> HueRange? {
    guard let kept, kept < ColorHint.limit else { return nil }
    return colors.hue(near: settings)
  }

  /// Whether the frames sampled for a hint have color.
  package var seesColor: Bool { colors.hasColor }

  /// Mean share of mask samples that changed by more than a quarter from frame to frame; nil before
  /// the second frame. If mask and result are made in one pass, it is measured in some rows.
  package var flicker: Double? {
    let changed = masks.changes.changed + meter.changes.changed
    let samples = masks.changes.samples + meter.changes.samples
    return samples > 0 ? Double(changed) / Double(samples) : nil
  }

  /// How frames of a format are drawn.
  private func plan(for format: SampleFormat, _ settings: SplashSettings) -> LookPlan {
    if let prepared, prepared.hasAlpha == format.hasAlpha, prepared.settings == settings {
      return prepared.plan
    }
    let plan = LookPlan(settings, hasAlpha: format.hasAlpha)
    prepared = (settings, format.hasAlpha, plan)
    return plan
  }

  /// Whether results in a format have luma of their own; otherwise they share the source's.
  package func changesLuma(of format: SampleFormat, _ settings: SplashSettings) -> Bool {
    plan(for: format, settings).composition.changesLuma
  }

  /// Measures the light of a frame.
  ///
  /// - Parameter time: presentation time in seconds; nil if the stream has none.
  /// - Returns: the gains for selecting colors in this frame.
  package func gains(
    for picture: borrowing PlaneView, at time: Double?, _ settings: SplashSettings
  ) -> Gains {
    balance.gains(for: picture, at: time, settings, turn: turn)
  }

  /// The mask of a frame, without a result; valid until the next call.
  package func mask(
    of picture: borrowing PlaneView, _ settings: SplashSettings, _ gains: Gains,
    _ materials: LookMaterials
  ) -> MaskPlane {
    let key = hues.key(for: picture, settings, gains)
    var mask = mask(
      key, picture, into: nil, settings, gains, hasHues: plan(for: picture.format, settings).hasHues
    )
    if settings.hasRegions {
      mask = join(mask, picture, settings, gains, materials)
    }
    meter.add(mask.plane)
    colors.add(picture, kept: meter.kept ?? 0, settings, gains)
    return mask
  }

  /// The mask of the hues, applied to `target` if given; empty, at no cost, without hues.
  private func mask(
    _ key: SplashKey, _ picture: borrowing PlaneView, into target: SplashPicture?,
    _ settings: SplashSettings, _ gains: Gains, hasHues: Bool
  ) -> MaskPlane {
    let (width, height) = (picture.chromaWidth, picture.chromaHeight)
    if settings.stability > 0, cuts.isCut(picture) {
      masks.startShot()
      joined.startShot()
    }
    guard hasHues else { return masks.withoutHues(width: width, height: height) }
    return masks.next(
      key, SplashPicture(picture), into: target, width: width, height: height, settings, gains)
  }

  /// The mask with all selections besides hues, tidied, shaped and painted.
  private func join(
    _ mask: MaskPlane, _ picture: borrowing PlaneView, _ settings: SplashSettings, _ gains: Gains,
    _ materials: LookMaterials
  ) -> MaskPlane {
    var masks = objects.masks(
      in: mask, of: picture, turn: turn, settings, gains, materials, kernels)
    masks.merge(materials.masks) { $1 }
    masks.merge(measured.masks(for: settings, of: picture, kernels)) { $1 }
    let moved = windows.masks(for: settings, of: picture, turn: turn, after: masks, hues: mask) {
      materials.start(of: $0, width: Int(mask.plane.width), height: Int(mask.plane.height))
    }
    masks.merge(moved) { $1 }
    let person = Selection.subject(.person)
    if settings.without.contains(person), let people = masks[person] {
      masks[person] = things.spared(from: people, in: mask, of: picture, kernels)
    }
    let mask = regions.join(mask, of: picture, turn: turn, settings, masks, gains, kernels)
    let finished = joined.finish(mask, of: picture, settings, gains, kernels)
    return paint.paint(finished, of: picture, turn: turn, settings, windows.moved)
  }

  /// The parts of the hue mask, for a survey.
  package func parts(
    of picture: borrowing PlaneView, _ settings: SplashSettings, _ gains: Gains
  ) -> MaskParts {
    let key = hues.key(for: picture, settings, gains)
    let mask = masks.next(
      key, SplashPicture(picture), width: picture.chromaWidth, height: picture.chromaHeight,
      settings, gains)
    return objects.parts(in: mask, of: picture, kernels)
  }

  /// What happened to objects since the last call.
  package func takeObjectNews() -> [ObjectNews] { objects.takeNews() }

  /// A look that takes over light, objects and things of another one.
  package convenience init(after other: Look) {
    self.init(other.kernels, turn: other.turn, slicing: other.slicing)
    balance = other.balance
    objects = other.objects.continued
    things = other.things.continued
    windows = other.windows
  }

  /// Mixes a frame into another one, with the same share everywhere.
  ///
  /// - Parameters:
  ///   - target: of the same size and format, planar; if the frame is packed, planar 4:2:2.
  ///   - share: of the frame, 0…1.
  ///   - withLuma: whether the luma planes differ.
  package func lay(
    _ picture: borrowing PlaneView, over target: borrowing MutablePlaneView, share: Double,
    withLuma: Bool
  ) {
    var planes = SplashPicture(picture, into: target)
    let row = MaskPlane(width: picture.width, height: 1)
    row.plane.data.update(
      repeating: UInt8((min(max(share, 0), 1) * 255).rounded()), count: picture.width)
    (planes.mask, planes.mask_stride) = (row.plane.data, 0)
    var luma = row.plane
    (luma.stride, luma.height) = (0, Int32(picture.height))
    guard withLuma else { return kernels.mix(nil, &planes, 0, planes.chromaRows) }
    kernels.mix(&luma, &planes, 0, planes.chromaRows)
    if picture.format.hasAlpha, target.view.format.hasAlpha {
      target.layAlpha(of: picture, share: share)
    }
  }

  /// The mask without any processing.
  private func drawn(_ key: SplashKey, _ picture: borrowing PlaneView) -> MaskPlane {
    let (width, height) = (picture.chromaWidth, picture.chromaHeight)
    let mask =
      plainMask.flatMap { $0.fits(width: width, height: height) ? $0 : nil }
      ?? MaskPlane(width: width, height: height)
    plainMask = mask
    var planes = SplashPicture(picture)
    planes.setMask(mask.plane)
    withUnsafePointer(to: key) { kernels.mask($0, &planes, 0, Int32(height)) }
    return mask
  }

  /// Draws the result.
  ///
  /// - Parameter target: planes of the same size and format; planar 4:2:2 if the source is packed.
  ///   Luma is written if the source is packed or the composition changes luma.
  package func compose(
    _ picture: borrowing PlaneView, into target: borrowing MutablePlaneView,
    _ settings: SplashSettings, _ gains: Gains, _ materials: LookMaterials
  ) {
    let key = hues.key(for: picture, settings, gains)
    let plan = plan(for: picture.format, settings)
    let composition = plan.composition
    switch plan.way {
    case .onePass:
      masks.forget()
      var planes = SplashPicture(picture, into: target)
      withUnsafePointer(to: key) { kernels.splash($0, &planes, 0, Int32(picture.chromaHeight)) }
      meter.add(
        SplashPicture(picture), key, kernels, width: picture.chromaWidth,
        height: picture.chromaHeight)
    case .stateless:
      masks.forget()
      let mask = drawn(key, picture)
      composer.compose(picture, into: target, composition, mask: mask, gains, materials)
      meter.add(
        SplashPicture(picture), key, kernels, width: picture.chromaWidth,
        height: picture.chromaHeight)
    case .chained:
      var grey =
        composition.isGrey ? composition.balance(picture, into: target, gains, kernels) : nil
      var mask = mask(
        key, picture, into: settings.hasRegions ? nil : grey, settings, gains,
        hasHues: plan.hasHues)
      if settings.hasRegions {
        mask = join(mask, picture, settings, gains, materials)
        grey?.setMask(mask.plane)
        if var grey {
          withUnsafePointer(to: key) { kernels.apply($0, &grey, 0, Int32(picture.chromaHeight)) }
        }
      }
      if !composition.isGrey {
        composer.compose(picture, into: target, composition, mask: mask, gains, materials)
      }
      meter.add(mask.plane)
    }
    colors.add(picture, kept: meter.kept ?? 0, settings, gains)
  }
}
