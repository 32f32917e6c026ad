package import CSplashKernels
package import SplashBase

/// The look of a video, picture after picture: its light, its mask, and what they make of it.
///
/// Works on planes that others own, all in native formats. For one thread at a time.
package final class Look {
  let kernels: SplashDSP
  private var balance = WhiteBalance()
  private var hues = HueMask()
  private let masks: MaskChain
  private let composer: LookComposer
  private var regions = RegionMask()
  private var joined = JoinedMask()
  private var objects = ObjectMask()
  private var things = HeldThings()
  private var windows = MovingWindows()
  private var measured = MeasuredMasks()
  private let turn: Turn
  private let slicing: Slicing
  /// For the settings and the kind of picture that came last.
  private var prepared: (settings: SplashSettings, hasAlpha: Bool, plan: LookPlan)?
  /// The mask of a picture of which nothing is remembered.
  private var plainMask: MaskPlane?
  private var meter = MaskMeter()
  private var colors = ColorHint()

  /// - Parameters:
  ///   - instructionSet: what the kernels may use; the machine must have it.
  ///   - turn: for display., where regions are.
  ///   - slicing: how looks that take long are drawn.
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

  /// Whether pictures since the last cut have told their light.
  package var knowsLight: Bool { balance.knowsLight }

  /// Mean share of the picture that was kept, 0…1; nil before the first one.
  package var kept: Double? { meter.kept }

  /// The same of the last picture alone.
  package var keptLast: Double? { meter.last }

  /// Whether the middle of what is kept is wanted.
  var findsMiddle: Bool {
    get { meter.findsMiddle }
    set { meter.findsMiddle = newValue }
  }

  /// The middle of what was kept in the last picture, as shares of its stored width and height; nil
  /// where nothing was, or nobody wants to know.
  var middle: (x: Double, y: Double)? { meter.middle }

  /// Where windows that go with what is followed were in the last picture, as displayed.
  var movedWindows: [Selection: Region] { windows.moved }

  /// Where less than 0.1 % was kept, the nearest hue that the pictures have much of.
  package func hint(_ settings: SplashSettings) -> HueRange? {
    guard let kept, kept < ColorHint.limit else { return nil }
    return colors.hue(near: settings)
  }

  /// Whether there was color in what was looked at for a hint.
  package var seesColor: Bool { colors.hasColor }

  /// Mean share of mask samples that changed by more than a quarter between neighboring pictures;
  /// nil before the second one. Where mask and result are made in one pass it is that of some rows.
  package var flicker: Double? {
    let changed = masks.changes.changed + meter.changes.changed
    let samples = masks.changes.samples + meter.changes.samples
    return samples > 0 ? Double(changed) / Double(samples) : nil
  }

  /// How a picture is drawn.
  private func plan(for format: SampleFormat, _ settings: SplashSettings) -> LookPlan {
    if let prepared, prepared.hasAlpha == format.hasAlpha, prepared.settings == settings {
      return prepared.plan
    }
    let plan = LookPlan(settings, hasAlpha: format.hasAlpha)
    prepared = (settings, format.hasAlpha, plan)
    return plan
  }

  /// Whether pictures of a format get luma of their own; otherwise it is the source's.
  package func changesLuma(of format: SampleFormat, _ settings: SplashSettings) -> Bool {
    plan(for: format, settings).composition.changesLuma
  }

  /// Follows the light.
  ///
  /// - Parameter time: presentation time in seconds; nil where the stream gave none.
  /// - Returns: the gains for the picture's gate.
  package func gains(
    for picture: borrowing PlaneView, at time: Double?, _ settings: SplashSettings
  ) -> Gains {
    balance.gains(for: picture, at: time, settings, turn: turn)
  }

  /// The mask alone, valid until the next call.
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

  /// The mask of the hues, applied where asked: of none it costs nothing.
  private func mask(
    _ key: SplashKey, _ picture: borrowing PlaneView, into target: SplashPicture?,
    _ settings: SplashSettings, _ gains: Gains, hasHues: Bool
  ) -> MaskPlane {
    let (width, height) = (picture.chromaWidth, picture.chromaHeight)
    guard hasHues else { return masks.withoutHues(width: width, height: height) }
    return masks.next(
      key, SplashPicture(picture), into: target, width: width, height: height, settings, gains)
  }

  /// The mask with what settings select besides hues, made whole and shaped.
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
    return joined.finish(mask, of: picture, settings, gains, kernels)
  }

  /// The parts of the mask that the hues draw, for a survey.
  package func parts(
    of picture: borrowing PlaneView, _ settings: SplashSettings, _ gains: Gains
  ) -> MaskParts {
    let key = hues.key(for: picture, settings, gains)
    let mask = masks.next(
      key, SplashPicture(picture), width: picture.chromaWidth, height: picture.chromaHeight,
      settings, gains)
    return objects.parts(in: mask, of: picture, kernels)
  }

  /// What became of objects since somebody asked.
  package func takeObjectNews() -> [ObjectNews] { objects.takeNews() }

  /// A look that goes on with the light, the objects and the things of another one.
  package convenience init(after other: Look) {
    self.init(other.kernels, turn: other.turn, slicing: other.slicing)
    balance = other.balance
    objects = other.objects.continued
    things = other.things.continued
    windows = other.windows
  }

  /// Lays a picture over another, everywhere alike.
  ///
  /// - Parameters:
  ///   - target: of the same size and, unless the picture is packed, the same format; planar.
  ///   - share: of the picture, 0…1.
  ///   - withLuma: luma is not the same in both.
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

  /// The mask as it comes.
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

  /// Puts the picture together.
  ///
  /// - Parameter target: planes of the same size, in the same format or, for a packed picture,
  ///   planar 4:2:2. Luma is written for packed pictures and where the composition changes it.
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
