internal import CSplashKernels
internal import Glibc

/// Despills soft edges: replaces the mixed colors there by those of the side that is shown.
final class Unmixer {
  private var room: Room?
  private var picture: ScratchPicture?
  private let edge = TrueEdge()
  private var shares, ownShares: MaskPlane?

  /// The despilled frame, and the mask at luma resolution.
  struct Result {
    let picture: SplashPicture
    let luma: SplashPlane
  }

  /// - Parameters:
  ///   - source: with its mask, of the result's size.
  ///   - side: whose colors are wanted: selection or background.
  ///   - isOfHues: whether the mask is of hues, and so does not give the object's share of edge
  ///     samples.
  ///   - kind: of the source, with luma written.
  func draw(
    _ source: SplashPicture, _ mask: SplashPlane, on side: LookSide, isOfHues: Bool,
    _ kind: LookPasses.Kind, _ spread: SplashSpread, _ kernels: SplashDSP
  ) -> Result {
    if picture?.fits(source) != true { picture = ScratchPicture(like: source) }
    let copy = picture!.target(of: source)
    LookPasses([], on: side, kind, LookMaterials())
      .draw(copy, rows: 0..<source.chromaRows, kernels)
    let own = copy.again
    let luma = lumaShares(mask, of: own, spread, into: &shares, kernels)
    let alpha = isOfHues ? edge.draw(mask, of: own, on: side, kernels) : mask
    let lumaAlpha =
      isOfHues ? lumaShares(alpha, of: own, spread, into: &ownShares, kernels) : luma
    if room?.fits(own) != true { room = Room(for: own) }
    for component in own.channels {
      room!.unmix(
        component.channel, component.isChroma ? alpha : lumaAlpha, flip: side == .rest, kernels)
    }
    return Result(picture: own, luma: luma)
  }

  private func lumaShares(
    _ mask: SplashPlane, of picture: SplashPicture, _ spread: SplashSpread,
    into shares: inout MaskPlane?, _ kernels: SplashDSP
  ) -> SplashPlane {
    let format = picture.format
    guard format.log2_width > 0 || format.log2_height > 0 else { return mask }
    let (width, height) = (Int(picture.width), Int(picture.height))
    if shares?.fits(width: width, height: height) != true {
      shares = MaskPlane(width: width, height: height)
    }
    var (spread, mask, luma) = (spread, mask, shares!.plane)
    kernels.spread(&spread, &mask, &luma, 0, picture.chromaRows)
    return luma
  }

  /// Working memory of the kernel, for components up to the size of luma. The system provides its
  /// pages only as they are written.
  private final class Room {
    private let width, height: Int32
    private let cells: UnsafeMutablePointer<UInt8>
    private let colors, rows: UnsafeMutablePointer<Float>
    private let columns: UnsafeMutablePointer<Int32>

    init(for picture: SplashPicture) {
      (width, height) = (picture.width, picture.height)
      let levels = Self.levels(width: width, height: height)
      cells = .allocate(
        capacity: levels.reduce(0) { $0 + (Int($1.width) + 15) / 16 * Int($1.height) })
      colors = .allocate(
        capacity: levels.dropLast().reduce(2) { $0 + 2 * Int($1.width) * Int($1.height) })
      rows = .allocate(capacity: max(36 * (Int(width) + 32) + 32, 18464))
      columns = .allocate(capacity: 2 * Int(width) + 128)
    }

    deinit {
      cells.deallocate()
      colors.deallocate()
      rows.deallocate()
      columns.deallocate()
    }

    func fits(_ picture: SplashPicture) -> Bool {
      picture.width == width && picture.height == height
    }

    func unmix(_ channel: SplashChannel, _ alpha: SplashPlane, flip: Bool, _ kernels: SplashDSP) {
      let levels = Self.levels(width: channel.width, height: channel.height)
      let sizes = levels.flatMap { [$0.width, $0.height] }
      var channel = channel
      sizes.withUnsafeBufferPointer { sizes in
        var how = SplashUnmixing(
          alpha: alpha, flip: flip ? 255 : 0, level_count: Int32(levels.count),
          sizes: sizes.baseAddress!, cells: cells, colors: colors, rows: rows, columns: columns)
        kernels.unmix(&how, &channel)
      }
    }

    /// Sizes of the levels, from 1 × 1 to the full size in equal ratios.
    private static func levels(width: Int32, height: Int32) -> [(width: Int32, height: Int32)] {
      let count = (max(width, height) - 1).bitWidth - (max(width, height) - 1).leadingZeroBitCount
      guard count > 0 else { return [(width, height)] }
      func side(_ side: Int32, _ level: Int) -> Int32 {
        Int32(pow(Double(side), Double(level) / Double(count)).rounded())
      }
      return (0...count).map { (side(width, $0), side(height, $0)) }
    }
  }
}
