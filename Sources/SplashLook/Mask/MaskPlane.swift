package import CSplashKernels

/// A plane of bytes at chroma resolution with memory of its own, zero at first.
package final class MaskPlane {
  package let plane: SplashPlane

  /// - Parameters: samples, at least one each.
  package init(width: Int, height: Int) {
    let alignment = Int(splash_plane_alignment)
    let stride = (width + alignment - 1) / alignment * alignment
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: stride * height, alignment: alignment)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    plane = SplashPlane(
      data: bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), stride: stride,
      width: Int32(width), height: Int32(height))
  }

  deinit { UnsafeMutableRawPointer(plane.data).deallocate() }

  func fill(_ value: UInt8) {
    plane.data.update(repeating: value, count: plane.stride * Int(plane.height))
  }

  func fits(width: Int, height: Int) -> Bool { plane.width == width && plane.height == height }
}
