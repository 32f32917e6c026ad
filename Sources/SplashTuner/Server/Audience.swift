internal import Foundation
internal import Synchronization

/// The browsers that look on.
final class Audience: Sendable {
  /// More would be a mistake or an attack.
  static let limit = 16

  private let outboxes = Mutex<[Outbox]>([])

  var count: Int { outboxes.withLock { $0.count } }

  /// - Returns: nil when there are too many.
  func join() -> Outbox? {
    outboxes.withLock { outboxes in
      guard outboxes.count < Self.limit else { return nil }
      let outbox = Outbox()
      outboxes.append(outbox)
      return outbox
    }
  }

  func leave(_ outbox: Outbox) {
    outboxes.withLock { $0.removeAll { $0 === outbox } }
    outbox.abandon()
  }

  /// True when somebody would get a picture at once.
  var wantsPicture: Bool { all.contains { $0.wantsPicture } }

  /// Sends a picture to everybody who is ready for one, and to the others when they are.
  func show(_ picture: Data) {
    for outbox in all { outbox.put(picture: picture) }
  }

  func tell(status: BrowserMessage.Status) {
    for outbox in all { outbox.put(status: status) }
  }

  func tell(measurements: String) {
    for outbox in all { outbox.put(measurements: measurements) }
  }

  func close() {
    for outbox in all { outbox.close() }
  }

  private var all: [Outbox] { outboxes.withLock { $0 } }
}
