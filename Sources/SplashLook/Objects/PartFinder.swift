internal import CSplashKernels

/// Finds the parts of masks, frame by frame.
final class PartFinder {
  private let cells: HalvedPlanes
  private let size: (width: Int, height: Int)
  private var cuts = CutFinder()

  /// - Parameters: size of the masks.
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
      isCut: cuts.isCut(picture)
    ) { x, y in
      data[y * stride + x] >= 128 ? 1 : 0
    } color: { x, y in
      let x = min(((2 * x + 1) << shift) / 2, top.x), y = min(((2 * y + 1) << shift) / 2, top.y)
      return SIMD2(chroma(1, x, y), chroma(2, x, y))
    }
  }
}
