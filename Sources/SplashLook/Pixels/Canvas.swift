/// Planes for one frame, reused for the next of the same kind.
final class Canvas {
  private var memory: UnsafeMutableRawBufferPointer?

  deinit { memory?.deallocate() }

  /// Planes for a frame with undefined contents; valid until the next call.
  ///
  /// - Parameter luma: used as the first plane in place of a new one.
  func planes(
    width: Int, height: Int, format: SampleFormat, coding: ColorCoding, luma: PlaneView.Plane? = nil
  ) -> MutablePlaneView {
    let count = format.packing == .semiplanar ? 2 : 3
    let sizes = (0..<count).map { plane in
      let (bytes, rows) = format.size(ofPlane: plane, width: width, height: height)
      return (stride: (bytes + 63) & ~63, rows: rows)
    }
    let first = luma == nil ? 0 : 1
    let total = sizes[first...].reduce(0) { $0 + $1.stride * $1.rows }
    let memory = room(total)
    var planes = PlaneView.Planes()
    if let luma { planes[0] = luma }
    var place = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
    for plane in first..<count {
      planes[plane] = PlaneView.Plane(place, stride: sizes[plane].stride)
      place += sizes[plane].stride * sizes[plane].rows
    }
    return MutablePlaneView(
      PlaneView(planes: planes, width: width, height: height, format: format, coding: coding))
  }

  private func room(_ bytes: Int) -> UnsafeMutableRawBufferPointer {
    if let memory, memory.count >= bytes { return memory }
    memory?.deallocate()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
    self.memory = memory
    return memory
  }
}
