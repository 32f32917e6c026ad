import CSplashKernels

/// Room for a plane halved once, twice and so on, until it has few samples: 32 768 for the cells of
/// a mask, 4 × 4 of its samples at 1080p in 4:2:0.
final class HalvedPlanes {
  private let memory: [MaskPlane]
  let planes: UnsafeMutablePointer<SplashPlane>
  /// How often a plane is halved at most.
  static let most = 5
  /// Samples that cells of a mask are at most.
  private static let cellLimit = 32_768
  /// Of the last of them; the plane's own where there are none.
  let size: (width: Int, height: Int)

  /// - Parameters:
  ///   - width, height: of the plane.
  ///   - limit: the most samples that the last of them has, unless the plane is halved as often as
  ///     it can be.
  init(width: Int, height: Int, limit: Int = HalvedPlanes.cellLimit) {
    let sizes = Self.sizes(width: width, height: height, limit: limit)
    memory = sizes.map { MaskPlane(width: $0.width, height: $0.height) }
    size = sizes.last ?? (width, height)
    planes = .allocate(capacity: memory.count)
    for (index, plane) in memory.enumerated() {
      (planes + index).initialize(to: plane.plane)
    }
  }

  /// How often a plane is halved, at the same limit.
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

  /// Halves the plane as often as there is room for.
  ///
  /// - Returns: the last of them; the plane itself where there are none.
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
