internal import CFFmpeg
internal import CV4L2
internal import Glibc
internal import Synchronization

/// A few buffers that the driver and splash share: the driver fills those in its queue, splash
/// reads the others, and queues each again when the last reference to it is gone.
///
/// The memory lives as long as the ring or a frame in it, even when the camera is closed.
// The mutex guards the state; only the driver writes the memory, and only while it has the buffer.
final class CaptureRing: @unchecked Sendable {
  let device: DeviceHandle
  let format: CaptureFormat
  /// The mapped planes of each buffer.
  private let memory: [[UnsafeMutableRawBufferPointer]]
  private let state: Mutex<State>

  private struct State {
    var isStreaming = false
    /// Buffers that neither the driver nor a frame uses: to be queued.
    var idle: Set<Int>
    /// Number of planes of each buffer that frames still refer to.
    var references: [Int]
  }

  /// A buffer the driver has filled.
  struct Filled {
    var index: Int
    /// The data that the driver wrote, for each plane.
    var pieces: [UnsafeMutableRawBufferPointer]
    /// Whether the driver marked the frame as damaged.
    var isFlawed: Bool
    /// The driver's frame count, which jumps where it had no buffer to fill.
    var sequence: UInt32
    /// The driver's time stamp, in nanoseconds of the monotonic clock; nil if it uses another
    /// clock.
    var time: UInt64?
  }

  /// - Parameter count: how many buffers to ask for; the driver may give more or fewer.
  init(_ device: DeviceHandle, _ format: CaptureFormat, count: Int) throws(DeviceError) {
    self.device = device
    self.format = format
    var request = v4l2_requestbuffers()
    request.count = UInt32(count)
    request.type = format.kind.bufferType
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try device.command(.requestBuffers, &request, "get buffers")
    let indices = 0..<Int(request.count)
    state = Mutex(State(idle: Set(indices), references: indices.map { _ in 0 }))
    memory = try indices.map { index throws(DeviceError) in
      var buffer = Buffer(format.kind, index: index)
      try buffer.command(device, .queryBuffer, "query a buffer")
      return try buffer.places.map { place throws(DeviceError) in try device.map(place) }
    }
    try start()
  }

  deinit {
    close()
    for piece in memory.joined() { munmap(piece.baseAddress!, piece.count) }
  }

  /// Number of buffers without a frame that refers to them.
  var available: Int {
    state.withLock { state in state.references.count { $0 == 0 } }
  }

  /// Starts streaming. Tried again where the driver fails once.
  func start() throws(DeviceError) {
    state.withLock { $0.isStreaming = true }
    queueIdle()
    var type = format.kind.bufferType
    if device.control(.streamOn, &type) < 0 {
      try device.command(.streamOn, &type, "start streaming")
    }
  }

  /// Ends streaming; frames that were given stay valid.
  func stop() {
    var type = format.kind.bufferType
    state.withLock { state in
      state.isStreaming = false
      _ = device.control(.streamOff, &type)
      state.idle = Set(state.references.indices.filter { state.references[$0] == 0 })
    }
  }

  /// Ends streaming for good and releases the device, but not the memory that frames refer to, so
  /// that the device can be set up again meanwhile.
  func close() {
    stop()
    var request = v4l2_requestbuffers()
    request.type = format.kind.bufferType
    request.memory = V4L2_MEMORY_MMAP.rawValue
    _ = device.control(.requestBuffers, &request)
  }

  /// The next filled buffer; nil when there is none yet.
  func dequeue() throws(DeviceError) -> Filled? {
    queueIdle()
    var buffer = Buffer(format.kind, index: 0)
    let status = -buffer.control(device, .dequeueBuffer)
    if status == EAGAIN { return nil }
    guard status <= 0 else {
      throw DeviceError(device: device.path, status: status, action: "take a frame")
    }
    let raw = buffer.raw
    let index = Int(raw.index)
    let pieces = zip(memory[index], buffer.contents).map { piece, content in
      UnsafeMutableRawBufferPointer(rebasing: piece[content.clamped(to: 0..<piece.count)])
    }
    let isMonotonic =
      raw.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
      == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    let time = raw.timestamp.tv_sec * 1_000_000_000 + raw.timestamp.tv_usec * 1000
    return Filled(
      index: index, pieces: pieces, isFlawed: raw.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0,
      sequence: raw.sequence, time: isMonotonic && time > 0 ? UInt64(time) : nil)
  }

  /// Returns a buffer to the driver.
  func requeue(_ index: Int) {
    state.withLock { state in
      guard state.isStreaming else {
        state.idle.insert(index)
        return
      }
      queue(index, &state)
    }
  }

  private func queueIdle() {
    state.withLock { state in
      for index in state.idle { queue(index, &state) }
    }
  }

  /// Queues a buffer; one that the driver refuses is tried again in the next round.
  private func queue(_ index: Int, _ state: inout State) {
    var buffer = Buffer(format.kind, index: index)
    if buffer.control(device, .queueBuffer) == 0 {
      state.idle.remove(index)
    } else {
      state.idle.insert(index)
    }
  }

  /// libavutil references to the planes of a buffer; when the last one is freed, the buffer is
  /// queued again.
  func references(to buffer: Filled) -> [UnsafeMutablePointer<AVBufferRef>] {
    state.withLock { $0.references[buffer.index] = buffer.pieces.count }
    return memory[buffer.index].map { piece in
      let owner = Unmanaged.passRetained(Loan(self, buffer.index)).toOpaque()
      let reference = av_buffer_create(
        piece.assumingMemoryBound(to: UInt8.self).baseAddress, piece.count,
        { owner, _ in Unmanaged<Loan>.fromOpaque(owner!).takeRetainedValue().end() }, owner,
        AV_BUFFER_FLAG_READONLY)
      guard let reference else { fatalError("out of memory") }
      return reference
    }
  }

  private func release(_ index: Int) {
    let isFree = state.withLock { state in
      state.references[index] -= 1
      return state.references[index] == 0
    }
    if isFree { requeue(index) }
  }

  /// A frame's reference to one plane of a buffer, and so to the ring.
  private final class Loan: Sendable {
    let ring: CaptureRing
    let index: Int

    init(_ ring: CaptureRing, _ index: Int) {
      self.ring = ring
      self.index = index
    }

    func end() { ring.release(index) }
  }
}
