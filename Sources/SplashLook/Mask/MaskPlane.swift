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

  /// A plane of what is displayed.
  ///
  /// - Parameters:
  ///   - width, height: in samples as stored, at least one each.
  ///   - turns: quarter turns counter-clockwise for display.
  ///   - row: lends a row as displayed; after an odd number of turns it has `height` samples, and
  ///     there are `width` of them.
  package convenience init(
    width: Int, height: Int, turns: Int, row: (Int) -> UnsafeBufferPointer<UInt8>
  ) {
    self.init(width: width, height: height)
    let (columns, rows) = turns % 2 == 0 ? (width, height) : (height, width)
    for y in 0..<rows {
      let samples = row(y)
      precondition(samples.count == columns)
      // Where the row begins, and the way to its next sample.
      let (start, step) =
        switch turns {
        case 1: (width - 1 - y, plane.stride)
        case 2: ((height - 1 - y) * plane.stride + width - 1, -1)
        case 3: ((height - 1) * plane.stride + y, -plane.stride)
        default: (y * plane.stride, 1)
        }
      for x in 0..<columns { plane.data[start + x * step] = samples[x] }
    }
  }

  deinit { UnsafeMutableRawPointer(plane.data).deallocate() }

  /// In rows.
  package var samples: [UInt8] {
    (0..<Int(plane.height)).flatMap {
      UnsafeBufferPointer(start: plane.data + $0 * plane.stride, count: Int(plane.width))
    }
  }

  func fill(_ value: UInt8) {
    plane.data.update(repeating: value, count: plane.stride * Int(plane.height))
  }

  package func fits(width: Int, height: Int) -> Bool {
    plane.width == width && plane.height == height
  }
}
