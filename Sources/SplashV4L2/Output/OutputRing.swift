internal import CV4L2
internal import Glibc

/// The buffers of an output device: each is filled, queued, and filled again after the driver has
/// output it.
final class OutputRing {
  private let device: DeviceHandle
  private let kind: StreamKind
  private var memory: [UnsafeMutableRawBufferPointer] = []
  private var free: [Int] = []
  private var isStreaming = false

  /// - Parameter count: how many buffers to ask for; the driver may give more or fewer.
  init(_ device: DeviceHandle, _ kind: StreamKind, count: Int) throws(DeviceError) {
    self.device = device
    self.kind = kind
    var request = v4l2_requestbuffers()
    request.count = UInt32(count)
    request.type = kind.bufferType
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try device.command(.requestBuffers, &request, "get buffers")
    for index in 0..<Int(request.count) {
      var buffer = Buffer(kind, index: index)
      try buffer.command(device, .queryBuffer, "query a buffer")
      memory.append(try device.map(buffer.places[0]))
      free.append(index)
    }
  }

  deinit {
    var type = kind.bufferType
    _ = device.control(.streamOff, &type)
    for piece in memory { munmap(piece.baseAddress!, piece.count) }
  }

  /// Fills a buffer and queues it for output. Waits while the driver holds all buffers.
  ///
  /// - Parameters:
  ///   - time: the time stamp, in nanoseconds of the monotonic clock.
  ///   - fill: writes the frame and returns its bytes.
  /// - Returns: false when the wait was ended or no buffer became free for two seconds.
  func put(
    time: UInt64, unless wakeUp: WakeUp, _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(DeviceError) -> Bool {
    guard let index = try freeBuffer(unless: wakeUp) else { return false }
    var buffer = Buffer(kind, index: index)
    buffer.setContents(bytes: fill(memory[index]), time: time)
    try buffer.command(device, .queueBuffer, "put a frame out")
    free.removeAll { $0 == index }
    if !isStreaming {
      var type = kind.bufferType
      try device.command(.streamOn, &type, "start streaming")
      isStreaming = true
    }
    return true
  }

  private func freeBuffer(unless wakeUp: WakeUp) throws(DeviceError) -> Int? {
    while free.isEmpty {
      var buffer = Buffer(kind, index: 0)
      let status = -buffer.control(device, .dequeueBuffer)
      switch status {
      case ...0: free.append(Int(buffer.raw.index))
      case EAGAIN:
        guard
          case .ready = wakeUp.wait(for: device.descriptor, events: POLLOUT, seconds: 2)
        else { return nil }
      default: throw DeviceError(device: device.path, status: status, action: "take a buffer back")
      }
    }
    return free[0]
  }
}
