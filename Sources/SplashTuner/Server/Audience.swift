internal import Dispatch
internal import NIOCore
internal import Synchronization

/// The browsers that are connected.
final class Audience: Sendable {
  /// More connections would be a mistake or an attack.
  static let limit = 16

  private let outboxes = Mutex<[Outbox]>([])
  private let hasMissed = Atomic(false)
  private let farewells = DispatchGroup()

  var count: Int { outboxes.withLock { $0.count } }

  /// - Parameter onChange: called when there is something to send. Any thread.
  /// - Returns: nil when there are too many.
  func join(onChange: @escaping @Sendable () -> Void) -> Outbox? {
    outboxes.withLock { outboxes in
      guard outboxes.count < Self.limit else { return nil }
      let outbox = Outbox(onChange: onChange)
      outboxes = outboxes + [outbox]
      farewells.enter()
      return outbox
    }
  }

  /// Call it once for each browser that has joined.
  func leave(_ outbox: Outbox) {
    // A new array: readers use the old one without the lock.
    outboxes.withLock { $0 = $0.filter { $0 !== outbox } }
    farewells.leave()
  }

  /// Whether any browser shows the page.
  var isWatched: Bool { all.contains { $0.isWatching } }

  /// Whether any browser would get a frame at once.
  var wantsPicture: Bool { all.contains { $0.wantsPicture } }

  /// Notes that a frame came when no browser was ready for one.
  func miss() { hasMissed.store(true, ordering: .relaxed) }

  /// Whether a frame was missed since the last call: a standing frame comes only once.
  func takeMiss() -> Bool { hasMissed.exchange(false, ordering: .relaxed) }

  /// The smallest part of the frame that contains the parts in all browsers, as displayed.
  var region: Spot {
    let regions = all.filter(\.isWatching).map(\.region)
    let (left, top) = (regions.map(\.x).min() ?? 0, regions.map(\.y).min() ?? 0)
    let right = regions.map { $0.x + $0.width }.max() ?? 1
    let bottom = regions.map { $0.y + $0.height }.max() ?? 1
    return Spot(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The strip of the latest browser that has one: all browsers get the same frames.
  ///
  /// Each is read once: a lazy sequence would read the found one again, which may be nil by then.
  var strip: Spot? { all.compactMap(\.strip).last }

  /// Sends a frame to all browsers that are ready for one, and to the others when they are.
  func show(_ picture: ByteBuffer) {
    for outbox in all { outbox.put(picture: picture) }
  }

  func tell(greeting: String) {
    for outbox in all { outbox.put(answer: greeting) }
  }

  func tell(status: BrowserMessage.Status) {
    for outbox in all { outbox.put(status: status) }
  }

  func tell(measurements: String) {
    for outbox in all { outbox.put(measurements: measurements) }
  }

  func tell(export: String) {
    for outbox in all { outbox.put(export: export) }
  }

  func tell(run: String) {
    for outbox in all { outbox.put(run: run) }
  }

  /// Closes all connections with a reason, and waits a moment for slow browsers.
  func close(_ reason: String) {
    for outbox in all { outbox.close(.end(reason)) }
    _ = farewells.wait(timeout: .now() + 1)
  }

  private var all: [Outbox] { outboxes.withLock { $0 } }
}
