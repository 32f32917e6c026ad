internal import CV4L2

/// A `v4l2_buffer` and, for the multi-planar interface, the `v4l2_plane`s it points to.
struct Buffer {
  private(set) var raw = v4l2_buffer()
  private var planes: [v4l2_plane]
  private let isMultiplanar: Bool

  init(_ kind: StreamKind, index: Int) {
    isMultiplanar = kind.isMultiplanar
    planes = Array(
      repeating: v4l2_plane(), count: isMultiplanar ? Int(VIDEO_MAX_PLANES) : 0)
    raw.type = kind.bufferType
    raw.memory = V4L2_MEMORY_MMAP.rawValue
    raw.index = UInt32(index)
  }

  /// Makes a call on the buffer. Returns zero, or minus the error number.
  mutating func control(_ device: DeviceHandle, _ request: V4L2Request) -> Int32 {
    guard isMultiplanar else { return device.control(request, &raw) }
    return planes.withUnsafeMutableBufferPointer { planes in
      raw.m.planes = planes.baseAddress
      raw.length = UInt32(planes.count)
      return device.control(request, &raw)
    }
  }

  mutating func command(
    _ device: DeviceHandle, _ request: V4L2Request, _ action: String
  ) throws(DeviceError) {
    let status = -control(device, request)
    guard status <= 0 else {
      throw DeviceError(device: device.path, status: status, action: action)
    }
  }

  private var usedPlanes: ArraySlice<v4l2_plane> { planes.prefix(Int(raw.length)) }

  /// Length and offset for mapping each plane; valid after `queryBuffer`.
  var places: [(length: Int, offset: UInt32)] {
    isMultiplanar
      ? usedPlanes.map { (Int($0.length), $0.m.mem_offset) }
      : [(Int(raw.length), raw.m.offset)]
  }

  /// Range of the data in each plane; valid after `dequeueBuffer`.
  var contents: [Range<Int>] {
    isMultiplanar
      ? usedPlanes.map { Int($0.data_offset)..<max(Int($0.bytesused), Int($0.data_offset)) }
      : [0..<Int(raw.bytesused)]
  }

  /// Sets size and time of the data in an output's single-planar buffer; before `queueBuffer`.
  ///
  /// - Parameter time: nanoseconds of the monotonic clock.
  mutating func setContents(bytes: Int, time: UInt64) {
    raw.bytesused = UInt32(bytes)
    if isMultiplanar { planes[0].bytesused = UInt32(bytes) }
    raw.field = V4L2_FIELD_NONE.rawValue
    raw.timestamp.tv_sec = Int(time / 1_000_000_000)
    raw.timestamp.tv_usec = Int(time % 1_000_000_000 / 1000)
  }
}
