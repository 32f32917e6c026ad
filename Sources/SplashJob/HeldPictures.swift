/// Live frames and the packets between them, in the order of their arrival, held until they are
/// due.
struct HeldPictures {
  /// Whether the held frames exceed the memory limit.
  var isFull: Bool { bytes > Self.limit }
  private var items: [Held] = []
  private var bytes = 0
  /// Capture time of the last given frame, and the time at which it was given.
  private var last: (captured: UInt64, given: UInt64)?

  /// Maximum bytes of held frames.
  static let limit = 512 << 20

  /// A held frame or packet, and the time that reading it took.
  final class Held {
    fileprivate var item: Item?
    fileprivate let bytes: Int
    let number: Int?
    /// Capture time in nanoseconds of the monotonic clock; nil for a packet.
    let captured: UInt64?
    let clock: StageClock

    init(_ frame: consuming Frame, captured: UInt64, _ clock: StageClock) {
      (number, bytes) = (frame.lookNumber, frame.bytes)
      (self.captured, self.clock) = (captured, clock)
      item = .picture(frame)
    }

    init(_ packet: consuming Packet, _ clock: StageClock) {
      (number, bytes, captured, self.clock) = (nil, 0, nil, clock)
      item = .packet(packet)
    }

    func take() -> Item { item.take()! }
  }

  mutating func append(_ held: Held) {
    items.append(held)
    bytes += held.bytes
  }

  /// When the first item is due, in nanoseconds of the monotonic clock; nil where there is no item.
  ///
  /// When the delay gets shorter, frames come a quarter faster until they have caught up.
  ///
  /// - Parameter delay: nanoseconds between the capture of a frame and the time it is due.
  func due(after delay: UInt64) -> UInt64? {
    guard let first = items.first else { return nil }
    guard let captured = first.captured else { return 0 }
    guard let last, captured > last.captured else { return captured + delay }
    return max(captured + delay, last.given + (captured - last.captured) / 5 * 4)
  }

  mutating func removeFirst(at now: UInt64) -> Held {
    let held = items.removeFirst()
    bytes -= held.bytes
    if let captured = held.captured { last = (captured, now) }
    return held
  }

  /// - Returns: how many frames were removed.
  mutating func removeAll() -> Int {
    defer { (items, bytes, last) = ([], 0, nil) }
    return items.count { $0.captured != nil }
  }
}
