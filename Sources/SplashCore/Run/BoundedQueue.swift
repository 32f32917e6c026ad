internal import CFFmpeg
internal import Foundation

/// The only meeting place of two threads: a queue of fixed capacity.
///
/// What happens to an item that finds it full is a policy. Files wait, so nothing is lost; what is
/// live makes room, a picture in place of the oldest picture, and a packet of a copied stream, of
/// which many may wait, in place of the oldest packet, so that the camera never waits.
// What changes is guarded by the condition.
package final class BoundedQueue: @unchecked Sendable {
  package enum Policy: Sendable {
    case block
    case newestWins
  }

  private var policy: Policy
  private let pictureLimit: Int
  /// Bytes of packets that may wait, of which a single one may be larger, and how many of them.
  private let byteLimit = 64 << 20
  private static let packetLimit = (waiting: 256, live: 8192)
  private let condition = NSCondition()
  private var ring: ItemRing
  private var isClosed = false

  /// - Parameters:
  ///   - pictures: how many pictures may wait; at least 1.
  ///   - policy: what happens to a picture that finds the queue full.
  package init(pictures: Int, policy: Policy) {
    precondition(pictures > 0)
    self.policy = policy
    pictureLimit = pictures
    let packets = policy == .block ? Self.packetLimit.waiting : Self.packetLimit.live
    ring = ItemRing(capacity: pictures + packets)
  }

  /// Adds an item at the end, after waiting for room if that is the policy.
  ///
  /// - Returns: nothing when all is well; the picture that had to make room; or the item itself
  ///   when the queue is closed and nobody will take it.
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

  /// The first item; waits for one. Nil when the queue is closed and empty.
  package func take() -> Item? {
    condition.lock()
    defer { condition.unlock() }
    while ring.isEmpty && !isClosed { condition.wait() }
    let item = ring.removeFirst()
    condition.broadcast()
    return item
  }

  /// Drops nothing from now on.
  package func keepAll() {
    condition.lock()
    policy = .block
    condition.unlock()
  }

  /// Ends the queue: what is in it can still be taken, nothing more comes in.
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

  /// What a packet takes of the memory that may wait; pictures are counted instead.
  fileprivate var packetBytes: Int {
    switch self {
    case .picture: 0
    case .packet(let packet): Int(packet.av.pointee.size)
    }
  }
}

/// A ring of items, which cannot be copied and so cannot live in an array.
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

  /// The oldest picture, or the oldest packet.
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
