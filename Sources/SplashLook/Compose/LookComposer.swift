internal import CSplashKernels

/// Composes frames from a rest look, a kept look and a mask.
final class LookComposer {
  private let kernels: SplashDSP
  private var prepared: Prepared?
  private var keptRoom, balancedRoom: ScratchPicture?
  private var shares: [MaskPlane] = []
  private let slicing: Slicing
  /// Processor time of the last frame, in seconds.
  private var seconds = 0.0
  private let unmixer = Unmixer()

  /// Looks prepared for frames of one kind.
  private struct Prepared {
    var composition: Composition
    var kind: LookPasses.Kind
    var ground: LookPasses
    var figure: LookPasses?
  }

  /// Rows of chroma per band, so few that data stay in the cache from one kernel to the next.
  private static let bandRows: Int32 = 16

  init(_ kernels: SplashDSP, _ slicing: Slicing) {
    (self.kernels, self.slicing) = (kernels, slicing)
  }

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - source: the planes that both looks start from.
  ///   - target: planes of the same size and format; planar 4:2:2 if the source is packed. Luma is
  ///     written if the source is packed or the composition changes luma.
  ///   - gains: of the white balance, if the composition uses them.
  ///   - materials: the files that the looks name; tables must stay the same as long as the
  ///     composition does.
  func compose(
    _ source: borrowing PlaneView, into target: borrowing MutablePlaneView,
    _ composition: Composition, mask: MaskPlane, _ gains: Gains, _ materials: LookMaterials
  ) {
    var picture = SplashPicture(source, into: target)
    let kind = LookPasses.Kind(
      coding: source.coding, depth: source.format.depth, width: source.width,
      height: source.height,
      writesLuma: composition.changesLuma || picture.unpack,
      isPacked: picture.unpack && !composition.isBalanced)
    let looks = prepare(composition, kind, materials)
    looks.ground.begin(materials)
    looks.figure?.begin(materials)
    if composition.isBalanced {
      var rule = SplashRule(of: source, gains: source.coding.stored(gains))
      var balanced = room(&balancedRoom, like: picture).target(of: picture)
      kernels.balance(&rule, &balanced, 0, picture.chromaRows)
      picture = balanced.over(picture)
    }
    picture.setMask(mask.plane)
    let spread = SplashSpread(picture.format, source.chromaSite)
    let own = composition.unmixed.map {
      unmixer.draw(
        picture, mask.plane, on: $0, isOfHues: composition.isOfHues, kind, spread, kernels)
    }
    let unmixed = own?.picture.over(picture)
    let under = composition.unmixed == composition.groundSide ? unmixed ?? picture : picture
    let kept = composition.unmixed == .kept ? unmixed ?? picture : picture
    let figure = looks.figure.map { _ in room(&keptRoom, like: picture).target(of: kept) }
    let over = figure?.over(picture) ?? kept
    let slices = slicing.count(for: seconds)
    let start = Slicing.now()
    let shares = composition.changesLuma && own == nil ? shares(for: picture, slices) : []
    let all = 0..<picture.chromaRows
    looks.ground.prepare(for: under, slices: slices)
    if let figure { looks.figure?.prepare(for: figure, slices: slices) }
    if looks.ground.needWholePicture { looks.ground.draw(under, rows: all, kernels) }
    if let figure, let look = looks.figure, look.needWholePicture {
      look.draw(figure, rows: all, kernels)
    }
    /// Draws both looks of a band, and one over the other unless alpha does that.
    ///
    /// - Returns: the mask at luma resolution; nil if it was not needed.
    func draw(_ rows: Range<Int32>, _ slice: Int) -> SplashPlane? {
      var (over, spread) = (over, spread)
      if !looks.ground.needWholePicture { looks.ground.draw(under, rows: rows, kernels) }
      if let figure, let look = looks.figure, !look.needWholePicture {
        look.draw(figure, rows: rows, kernels)
      }
      guard var luma = own?.luma ?? (shares.isEmpty ? nil : shares[slice].plane) else {
        kernels.mix(nil, &over, rows.lowerBound, rows.upperBound)
        return nil
      }
      if own == nil {
        var mask = mask.plane
        luma.data -= Int(rows.lowerBound) << Int(picture.format.log2_height) * luma.stride
        luma.height = picture.height
        kernels.spread(&spread, &mask, &luma, rows.lowerBound, rows.upperBound)
      }
      if !composition.changesAlpha {
        kernels.mix(&luma, &over, rows.lowerBound, rows.upperBound)
      }
      return luma
    }
    Slicing.run(slices, rows: picture.chromaRows, band: Self.bandRows) { slice, rows in
      for first in stride(from: rows.lowerBound, to: rows.upperBound, by: Int(Self.bandRows)) {
        let band = first..<min(first + Self.bandRows, rows.upperBound)
        if let luma = draw(band, slice), composition.changesAlpha {
          target.drawAlpha(luma, rows: band, picture, composition)
        }
      }
    }
    seconds = (Slicing.now() - start) * Double(slices)
  }

  private func prepare(
    _ composition: Composition, _ kind: LookPasses.Kind, _ materials: LookMaterials
  ) -> Prepared {
    if let prepared, prepared.composition == composition, prepared.kind == kind { return prepared }
    /// Despilled sources are planar.
    func passes(_ steps: [LookStep], on side: LookSide) -> LookPasses {
      var kind = kind
      if composition.unmixed == side { kind.isPacked = false }
      return LookPasses(steps, on: side, kind, materials)
    }
    let fresh = Prepared(
      composition: composition, kind: kind,
      ground: passes(composition.ground, on: composition.groundSide),
      figure: composition.figure.map { passes($0, on: .kept) })
    prepared = fresh
    return fresh
  }

  private func room(_ room: inout ScratchPicture?, like picture: SplashPicture) -> ScratchPicture {
    if let room, room.fits(picture) { return room }
    let fresh = ScratchPicture(like: picture)
    room = fresh
    return fresh
  }

  /// Memory for a band of the mask at luma resolution, per slice.
  private func shares(for picture: SplashPicture, _ slices: Int) -> [MaskPlane] {
    let (width, rows) = (
      Int(picture.width), Int(Self.bandRows) << Int(picture.format.log2_height)
    )
    if shares.first?.fits(width: width, height: rows) != true { shares = [] }
    while shares.count < slices { shares.append(MaskPlane(width: width, height: rows)) }
    return shares
  }
}

extension SplashSpread {
  /// How the mask is interpolated from chroma to luma resolution for a format.
  init(_ format: SplashFormat, _ site: ChromaSite) {
    func place(_ place: ChromaSite.Place) -> SplashSite {
      switch place {
      case .first: .first
      case .between: .between
      case .second: .second
      }
    }
    self.init(
      log2_width: format.log2_width, log2_height: format.log2_height, column: place(site.column),
      row: place(site.row))
  }
}

/// A look drawn into memory of its own, to be combined with the frame.
struct LookBeside {
  let passes: LookPasses
  private var room: ScratchPicture?

  init(_ passes: LookPasses) { self.passes = passes }

  mutating func prepare(for picture: SplashPicture, slices: Int) {
    if room?.fits(picture) != true { room = ScratchPicture(like: picture) }
    passes.prepare(for: picture, slices: slices)
  }

  /// Draws rows of the look.
  ///
  /// - Returns: the drawn look as source, with the frame's result and mask.
  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) -> SplashPicture {
    let drawn = room!.target(of: picture)
    passes.draw(drawn, rows: rows, kernels)
    return drawn.over(picture)
  }
}
