internal import NIOCore
internal import Synchronization

/// The connections that are not live ones: few and short, so that a client that opens thousands, or
/// sends a byte a minute, does not block others. When there are too many, the oldest is closed.
final class Lobby: Sendable {
  /// A process usually has 1024 descriptors; this leaves most of them to frames.
  private static let limit = 64
  /// Maximum time from the first byte of a request to the last of its answer.
  private static let longestStay = TimeAmount.seconds(20)

  private struct Guest {
    let channel: any Channel
    let deadline: Scheduled<Void>
  }

  /// Maximum number of downloads at a time, whose duration is not limited.
  private static let downloadLimit = 8
  private let downloads = Mutex(0)

  /// Oldest first.
  private let guests = Mutex<[Guest]>([])

  func enter(_ channel: any Channel) {
    admit(channel)
    channel.closeFuture.whenComplete { _ in self.leave(channel) }
  }

  /// Gives a connection whose request has been answered time for the next one.
  func renew(_ channel: any Channel) {
    leave(channel)
    admit(channel)
  }

  private func admit(_ channel: any Channel) {
    let deadline = channel.eventLoop.scheduleTask(in: Self.longestStay) {
      channel.close(promise: nil)
    }
    let oldest = guests.withLock { guests in
      guests.append(Guest(channel: channel, deadline: deadline))
      return guests.count > Self.limit ? guests.removeFirst() : nil
    }
    oldest?.deadline.cancel()
    oldest?.channel.close(promise: nil)
  }

  /// Removes a connection that has closed or has become a live one.
  func leave(_ channel: any Channel) {
    let guest = guests.withLock { guests in
      guests.firstIndex { $0.channel === channel }.map { guests.remove(at: $0) }
    }
    guest?.deadline.cancel()
  }

  /// Makes the connection a download. Returns false if there are too many.
  func load(_ channel: any Channel) -> Bool {
    let isOne = downloads.withLock { count in
      guard count < Self.downloadLimit else { return false }
      count += 1
      return true
    }
    guard isOne else { return false }
    leave(channel)
    channel.closeFuture.whenComplete { _ in self.downloads.withLock { $0 -= 1 } }
    return true
  }

  /// Maximum number of uploads at a time, which are in memory until they are complete.
  private static let giftLimit = 2
  private let gifts = Mutex(0)

  /// Whether the connection may upload a file.
  func takes(_ channel: any Channel) -> Bool {
    let isTaken = gifts.withLock { count in
      guard count < Self.giftLimit else { return false }
      count += 1
      return true
    }
    if isTaken { channel.closeFuture.whenComplete { _ in self.gifts.withLock { $0 -= 1 } } }
    return isTaken
  }

  /// Closes all connections, since no descriptors are left.
  func clear() {
    for guest in guests.withLock({ $0 }) { guest.channel.close(promise: nil) }
  }
}
