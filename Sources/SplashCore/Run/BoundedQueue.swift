internal import CFFmpeg
internal import Foundation

/// A queue of fixed capacity, the only connection between two threads.
///
/// The policy decides what happens to an item if the queue is full. From files it waits, so that
/// nothing is lost. Live, a frame replaces the oldest frame, and a packet of a copied stream, of
/// which many may wait, the oldest packet, so that the camera never waits.
// The condition guards all variables.
package final class BoundedQueue: @unchecked Sendable {
  package enum Policy: Sendable {
    case block
    case newestWins
  }

  private var policy: Policy
  private let pictureLimit: Int
  /// The most bytes of waiting packets, unless it is a single larger one, and their most number.
  private let byteLimit = 64 << 20
  private static let packetLimit = (waiting: 256, live: 8192)
  private let condition = NSCondition()
  private var ring: ItemRing
  private var isClosed = false

  /// - Parameters:
  ///   - pictures: how many frames may wait; at least 1.
  ///   - policy: what happens to a frame if the queue is full.
  package init(pictures: Int, policy: Policy) {
    precondition(pictures > 0)
    self.policy = policy
    pictureLimit = pictures
    let packets = policy == .block ? Self.packetLimit.waiting : Self.packetLimit.live
    ring = ItemRing(capacity: pictures + packets)
  }

  /// Appends an item; waits for room if that is the policy.
  ///
  /// - Returns: `.none` if all is well; `.dropped` with the frame that was replaced; `.closed` if
  ///   the queue is closed.
  package func put(_ item: consuming Item) -> Refusal {
    let isPicture = item.isPicture
    let bytes = item.packetBytes
    condition.lock()
    defer { condition.unlock() }
    while !isClosed && policy == .block && !hasRoom(isPicture: isPicture, bytes: bytes) {
      condition.wait()
    }
    if isClosed { return .closed }
    var loser: Item?
    while !hasRoom(isPicture: isPicture, bytes: bytes) {
      let losesPicture = isPicture && ring.pictures >= pictureLimit
      let oldest = ring.removeOldest(isPicture: losesPicture)
      if losesPicture { loser = consume oldest }
    }
    ring.append(item)
    condition.broadcast()
    if case .some(.picture(let frame)) = consume loser { return .dropped(frame) }
    return .none
  }

  private func hasRoom(isPicture: Bool, bytes: Int) -> Bool {
    if ring.isFull { return false }
    if isPicture { return ring.pictures < pictureLimit }
    return ring.bytes == 0 || ring.bytes + bytes <= byteLimit
  }

  package enum Refusal: ~Copyable {
    case none
    case closed
    case dropped(Frame)
  }

  /// Waits for an item and removes it; nil once the queue is closed and empty.
  package func take() -> Item? {
    condition.lock()
    defer { condition.unlock() }
    while ring.isEmpty && !isClosed { condition.wait() }
    let item = ring.removeFirst()
    condition.broadcast()
    return item
  }

  /// From now on items wait for room, and none is dropped.
  package func keepAll() {
    condition.lock()
    policy = .block
    condition.unlock()
  }

  /// Closes the queue: items in it can still be taken, but none can be added.
  package func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}

extension Item {
  var isPicture: Bool {
    switch self {
    case .picture: true
    case .packet: false
    }
  }

  /// The bytes of a packet; 0 for frames, which are counted instead.
  fileprivate var packetBytes: Int {
    switch self {
    case .picture: 0
    case .packet(let packet): Int(packet.av.pointee.size)
    }
  }
}

/// A ring of items, which cannot be copied and so cannot be stored in an array.
private struct ItemRing: ~Copyable {
  private let slots: UnsafeMutableBufferPointer<Item>
  private var head = 0
  private var count = 0
  private(set) var pictures = 0
  private(set) var bytes = 0

  init(capacity: Int) { slots = .allocate(capacity: capacity) }

  deinit {
    for offset in 0..<count {
      (slots.baseAddress! + (head + offset) % slots.count).deinitialize(count: 1)
    }
    slots.deallocate()
  }

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count == slots.count }

  private func slot(_ offset: Int) -> UnsafeMutablePointer<Item> {
    slots.baseAddress! + (head + offset) % slots.count
  }

  mutating func append(_ item: consuming Item) {
    precondition(!isFull)
    if item.isPicture { pictures += 1 }
    bytes += item.packetBytes
    slot(count).initialize(to: item)
    count += 1
  }

  mutating func removeFirst() -> Item? {
    guard count > 0 else { return nil }
    let item = slot(0).move()
    head = (head + 1) % slots.count
    count -= 1
    if item.isPicture { pictures -= 1 }
    bytes -= item.packetBytes
    return item
  }

  /// Removes the oldest frame, or the oldest packet.
  mutating func removeOldest(isPicture: Bool) -> Item? {
    guard
      let index = (0..<count).first(where: { slot($0).pointee.isPicture == isPicture })
    else { return nil }
    let item = slot(index).move()
    for offset in index..<(count - 1) {
      slot(offset).moveInitialize(from: slot(offset + 1), count: 1)
    }
    count -= 1
    if isPicture { pictures -= 1 }
    bytes -= item.packetBytes
    return item
  }
}
