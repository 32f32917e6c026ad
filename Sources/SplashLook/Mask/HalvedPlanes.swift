import CSplashKernels

/// Room for a plane halved once, twice and so on, until it has no more than 32 768 samples: the
/// cells of a mask, 4 × 4 of its samples at 1080p in 4:2:0.
final class HalvedPlanes {
  private let memory: [MaskPlane]
  let planes: UnsafeMutablePointer<SplashPlane>
  /// Of the last of them; the plane's own where there are none.
  let size: (width: Int, height: Int)

  /// - Parameters: of the plane.
  init(width: Int, height: Int) {
    var (width, height) = (width, height)
    var memory: [MaskPlane] = []
    while width * height > 32_768, memory.count < 5 {
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
}
