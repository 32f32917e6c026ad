import CSplashKernels

/// Memory for a plane halved repeatedly until it has at most 32 768 samples, which are the cells of
/// a mask: 4 × 4 of its samples at 1080p in 4:2:0.
final class HalvedPlanes {
  private let memory: [MaskPlane]
  let planes: UnsafeMutablePointer<SplashPlane>
  /// The most halvings.
  static let most = 5
  /// The most cells of a mask.
  private static let cellLimit = 32_768
  /// Size of the smallest plane; the size given to `init` if it was not halved.
  let size: (width: Int, height: Int)

  /// - Parameters:
  ///   - width, height: of the plane.
  ///   - limit: the most samples of the smallest plane, as far as `most` halvings suffice.
  init(width: Int, height: Int, limit: Int = HalvedPlanes.cellLimit) {
    let sizes = Self.sizes(width: width, height: height, limit: limit)
    memory = sizes.map { MaskPlane(width: $0.width, height: $0.height) }
    size = sizes.last ?? (width, height)
    planes = .allocate(capacity: memory.count)
    for (index, plane) in memory.enumerated() {
      (planes + index).initialize(to: plane.plane)
    }
  }

  /// How often a plane is halved for the default limit.
  static func count(width: Int, height: Int) -> Int {
    sizes(width: width, height: height, limit: cellLimit).count
  }

  private static func sizes(
    width: Int, height: Int, limit: Int
  ) -> [(width: Int, height: Int)] {
    var size = (width: width, height: height)
    var sizes: [(width: Int, height: Int)] = []
    while size.width * size.height > limit, sizes.count < most {
      size = ((size.width + 1) / 2, (size.height + 1) / 2)
      sizes.append(size)
    }
    return sizes
  }

  deinit { planes.deallocate() }

  var count: Int { memory.count }
  var last: SplashPlane? { memory.last?.plane }

  /// Halves the plane into all of these.
  ///
  /// - Returns: the smallest plane; the plane itself if there is none.
  func halved(_ plane: SplashPlane, _ kernels: SplashDSP) -> SplashPlane {
    var plane = plane
    for memory in memory {
      var half = memory.plane
      kernels.halve(&plane, &half, 0, half.height)
      plane = half
    }
    return plane
  }
}
