import CSplashKernels

/// Room for a plane halved once, twice and so on, until it has few samples: 32 768 for the cells of
/// a mask, 4 × 4 of its samples at 1080p in 4:2:0.
final class HalvedPlanes {
  private let memory: [MaskPlane]
  let planes: UnsafeMutablePointer<SplashPlane>
  /// How often a plane is halved at most.
  static let most = 5
  /// Of the last of them; the plane's own where there are none.
  let size: (width: Int, height: Int)

  /// - Parameters:
  ///   - width, height: of the plane.
  ///   - limit: the most samples that the last of them has, unless the plane is halved as often as
  ///     it can be.
  init(width: Int, height: Int, limit: Int = 32_768) {
    var (width, height) = (width, height)
    var memory: [MaskPlane] = []
    while width * height > limit, memory.count < Self.most {
      (width, height) = ((width + 1) / 2, (height + 1) / 2)
      memory.append(MaskPlane(width: width, height: height))
    }
    self.memory = memory
    size = (width, height)
    planes = .allocate(capacity: memory.count)
    for (index, plane) in memory.enumerated() {
      (planes + index).initialize(to: plane.plane)
    }
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
