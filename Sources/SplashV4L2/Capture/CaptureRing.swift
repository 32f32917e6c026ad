internal import CFFmpeg
internal import CV4L2
internal import Glibc
internal import SplashCore
internal import Synchronization

/// A few buffers in memory that the driver and splash share: the driver fills those in its queue,
/// splash reads the others and queues each one again when nobody looks at it any more.
///
/// The memory lives as long as the ring or a picture in it, also when the camera was closed
/// meanwhile.
// What changes is in the mutex; the memory is written by the driver alone, and only while it has a
// buffer.
final class CaptureRing: @unchecked Sendable {
  let device: DeviceHandle
  let format: CaptureFormat
  /// For each buffer the pieces of memory it consists of.
  private let memory: [[UnsafeMutableRawBufferPointer]]
  private let state: Mutex<State>

  private struct State {
    var isStreaming = false
    /// Neither with the driver nor with anybody else: to be queued.
    var idle: Set<Int>
    /// Pieces of memory of each buffer that pictures still refer to.
    var references: [Int]
  }

  /// A buffer the driver has filled.
  struct Filled {
    var index: Int
    /// What the driver wrote into each piece of memory.
    var pieces: [UnsafeMutableRawBufferPointer]
    /// The driver knows that the picture is damaged.
    var isFlawed: Bool
    /// The driver's count of pictures, which leaps where it had no buffer to fill.
    var sequence: UInt32
    /// The driver's time stamp, in nanoseconds of the monotonic clock; nil if it has another one.
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

  /// Buffers that are not with pictures.
  var available: Int {
    state.withLock { state in state.references.count { $0 == 0 } }
  }

  /// Starts streaming. A driver that refuses once is asked again.
  func start() throws(DeviceError) {
    state.withLock { $0.isStreaming = true }
    queueIdle()
    var type = format.kind.bufferType
    if device.control(.streamOn, &type) < 0 {
      try device.command(.streamOn, &type, "start streaming")
    }
  }

  /// Ends streaming; pictures that were given away stay valid.
  func stop() {
    var type = format.kind.bufferType
    state.withLock { state in
      state.isStreaming = false
      _ = device.control(.streamOff, &type)
      state.idle = Set(state.references.indices.filter { state.references[$0] == 0 })
    }
  }

  /// Ends streaming for good and lets go of the device, though not of memory that pictures refer
  /// to, so that it can be set up again while they are looked at.
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

  /// Gives a buffer back to the driver.
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

  /// A buffer the driver does not take now waits for the next round.
  private func queue(_ index: Int, _ state: inout State) {
    var buffer = Buffer(format.kind, index: index)
    if buffer.control(device, .queueBuffer) == 0 {
      state.idle.remove(index)
    } else {
      state.idle.insert(index)
    }
  }

  /// Libavutil's references to the pieces of a buffer; when the last is gone, the buffer is
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

  /// A picture's hold on one piece of a buffer, and so on the ring.
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
