internal import CSplashKernels
internal import SplashBase

/// Puts pictures together from a rest look, a kept look and a mask.
final class LookComposer {
  private let kernels: SplashDSP
  private var prepared: Prepared?
  private var keptRoom, balancedRoom: ScratchPicture?
  private var shares: MaskPlane?

  /// Looks made ready for pictures of one kind.
  private struct Prepared {
    var composition: Composition
    var kind: LookPasses.Kind
    var ground: LookPasses
    var figure: LookPasses?
  }

  /// Rows of chroma at a time: what passes from one kernel to the next is still in the cache.
  private static let bandRows: Int32 = 16

  init(_ kernels: SplashDSP) { self.kernels = kernels }

  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - source: the planes that the looks begin with.
  ///   - target: planes of the same size, in the same format or, for a packed picture, planar
  ///     4:2:2. Luma is written for packed pictures and where the composition changes it.
  ///   - gains: of the light, for pictures that are balanced.
  ///   - materials: the files that the looks name; the same as long as the composition is.
  func compose(
    _ source: borrowing PlaneView, into target: borrowing MutablePlaneView,
    _ composition: Composition, mask: MaskPlane, _ gains: Gains, _ materials: LookMaterials
  ) {
    var picture = SplashPicture(source, into: target)
    let looks = prepare(
      composition,
      LookPasses.Kind(
        coding: source.coding, depth: source.format.depth, width: source.width,
        height: source.height,
        writesLuma: composition.changesLuma || picture.unpack,
        isPacked: picture.unpack && !composition.isBalanced), materials)
    looks.ground.begin(at: materials.time)
    looks.figure?.begin(at: materials.time)
    if composition.isBalanced {
      var rule = SplashRule(of: source, gains: source.coding.stored(gains))
      var balanced = room(&balancedRoom, like: picture).target(of: picture)
      kernels.balance(&rule, &balanced, 0, picture.chromaRows)
      picture = balanced.over(picture)
    }
    picture.setMask(mask.plane)
    let figure = looks.figure.map { _ in room(&keptRoom, like: picture).target(of: picture) }
    var over = figure?.over(picture) ?? picture
    let shares = composition.changesLuma ? shares(for: picture) : nil
    var spread = SplashSpread(picture.format, source.chromaSite)
    let all = 0..<picture.chromaRows
    if looks.ground.needWholePicture { looks.ground.draw(picture, rows: all, kernels) }
    if let figure, let look = looks.figure, look.needWholePicture {
      look.draw(figure, rows: all, kernels)
    }
    for first in stride(from: 0, to: picture.chromaRows, by: Int(Self.bandRows)) {
      let rows = first..<min(first + Self.bandRows, picture.chromaRows)
      if !looks.ground.needWholePicture { looks.ground.draw(picture, rows: rows, kernels) }
      if let figure, let look = looks.figure, !look.needWholePicture {
        look.draw(figure, rows: rows, kernels)
      }
      if var luma = shares?.plane {
        var mask = mask.plane
        luma.data -= Int(first) << Int(picture.format.log2_height) * luma.stride
        luma.height = picture.height
        kernels.spread(&spread, &mask, &luma, rows.lowerBound, rows.upperBound)
        if composition.changesAlpha {
          target.drawAlpha(luma, rows: rows, picture, composition)
        } else {
          kernels.mix(&luma, &over, rows.lowerBound, rows.upperBound)
        }
      } else {
        kernels.mix(nil, &over, rows.lowerBound, rows.upperBound)
      }
    }
  }

  private func prepare(
    _ composition: Composition, _ kind: LookPasses.Kind, _ materials: LookMaterials
  ) -> Prepared {
    if let prepared, prepared.composition == composition, prepared.kind == kind { return prepared }
    let fresh = Prepared(
      composition: composition, kind: kind,
      ground: LookPasses(
        composition.ground, on: composition.isRestTransparent ? .kept : .rest, kind, materials),
      figure: composition.figure.map { LookPasses($0, on: .kept, kind, materials) })
    prepared = fresh
    return fresh
  }

  private func room(_ room: inout ScratchPicture?, like picture: SplashPicture) -> ScratchPicture {
    if let room, room.fits(picture) { return room }
    let fresh = ScratchPicture(like: picture)
    room = fresh
    return fresh
  }

  /// A band of the mask at luma resolution.
  private func shares(for picture: SplashPicture) -> MaskPlane {
    let rows = Int(Self.bandRows) << Int(picture.format.log2_height)
    if let shares, shares.fits(width: Int(picture.width), height: rows) { return shares }
    let fresh = MaskPlane(width: Int(picture.width), height: rows)
    shares = fresh
    return fresh
  }
}

extension SplashSpread {
  /// How the mask of pictures of a format spreads over their luma.
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
