internal import CSplashKernels
internal import SplashBase

/// Finds the parts of masks, picture after picture, and where a new shot begins.
final class PartFinder {
  private let cells: HalvedPlanes
  private let size: (width: Int, height: Int)
  /// Luma of the last picture at some places, and by how much it usually changes there.
  private var luma: [UInt8] = []
  private var usualChange = 0.0

  /// Another shot differs by this many codes of 8 bits on average, and by as many times more than
  /// usual.
  private static let cut = (change: 24.0, factor: 4.0)

  /// - Parameters: of the masks.
  init(width: Int, height: Int) {
    size = (width, height)
    cells = HalvedPlanes(width: width, height: height)
  }

  func fits(_ mask: MaskPlane) -> Bool { mask.fits(width: size.width, height: size.height) }

  func find(
    in mask: MaskPlane, of picture: borrowing PlaneView, _ kernels: SplashDSP
  ) -> MaskParts {
    var plane = mask.plane
    for index in 0..<cells.count {
      kernels.halve(&plane, cells.planes + index, 0, cells.planes[index].height)
      plane = cells.planes[index]
    }
    let (data, stride) = (plane.data, plane.stride)
    let (shift, top) = (cells.count, (x: size.width - 1, y: size.height - 1))
    let depth = picture.format.depth
    func chroma(_ index: Int, _ x: Int, _ y: Int) -> Double {
      Double(picture.code(index, x, y) >> (depth - 8))
    }
    return MaskParts(
      width: cells.size.width, height: cells.size.height, halvings: cells.count,
      isCut: isCut(picture)
    ) { x, y in
      data[y * stride + x] >= 128
    } color: { x, y in
      let x = min(((2 * x + 1) << shift) / 2, top.x), y = min(((2 * y + 1) << shift) / 2, top.y)
      return SIMD2(chroma(1, x, y), chroma(2, x, y))
    }
  }

  private func isCut(_ picture: borrowing PlaneView) -> Bool {
    let (columns, rows) = (64, 36)
    var fresh: [UInt8] = []
    fresh.reserveCapacity(columns * rows)
    let depth = picture.format.depth
    for row in 0..<rows {
      let y = (2 * row + 1) * picture.height / (2 * rows)
      for column in 0..<columns {
        let x = (2 * column + 1) * picture.width / (2 * columns)
        fresh.append(UInt8(truncatingIfNeeded: picture.code(0, x, y) >> (depth - 8)))
      }
    }
    defer { luma = fresh }
    guard luma.count == fresh.count else { return false }
    let sum = zip(fresh, luma).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    let change = Double(sum) / Double(fresh.count)
    let isCut = change > Self.cut.change && change > Self.cut.factor * usualChange
    usualChange = isCut ? 0 : 0.8 * usualChange + 0.2 * change
    return isCut
  }
}
