internal import SplashCore

/// Live pictures in the order in which they came, with the packets between them, until they are due.
struct HeldPictures {
  /// Whether more lies here than memory has room for.
  var isFull: Bool { bytes > Self.limit }
  var isEmpty: Bool { items.isEmpty }
  private var items: [Held] = []
  private var bytes = 0
  /// When the last picture was captured, and given.
  private var last: (captured: UInt64, given: UInt64)?

  /// Bytes of pictures that may be held.
  static let limit = 512 << 20

  /// One that waits, and what it took to read it.
  final class Held {
    fileprivate var item: Item?
    fileprivate let bytes: Int
    let number: Int?
    /// In nanoseconds of the monotonic clock; nil for a packet.
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

  /// When the first is due, in nanoseconds of the monotonic clock; nil where there is none.
  ///
  /// Where pictures are held shorter than before, they come by a quarter faster until they are not
  /// behind any more.
  ///
  /// - Parameter delay: nanoseconds to hold a picture after its capture.
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

  /// - Returns: how many pictures there were.
  mutating func removeAll() -> Int {
    defer { (items, bytes, last) = ([], 0, nil) }
    return items.count { $0.captured != nil }
  }
}
