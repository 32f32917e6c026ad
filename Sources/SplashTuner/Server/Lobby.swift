internal import NIOCore
internal import Synchronization

/// The connections that are not live ones: few and short, so that whoever opens them by the
/// thousand, or sends a byte a minute, keeps nobody else out. When there are too many, the oldest
/// has to go.
final class Lobby: Sendable {
  /// Of the descriptors of a process, which are 1024 usually, this leaves most to pictures.
  private static let limit = 64
  /// From the first byte of a request to the last of its answer.
  private static let longestStay = TimeAmount.seconds(20)

  private struct Guest {
    let channel: any Channel
    let deadline: Scheduled<Void>
  }

  /// Downloads at a time, which take as long as they take.
  private static let downloadLimit = 8
  private let downloads = Mutex(0)

  /// The oldest first.
  private let guests = Mutex<[Guest]>([])

  func enter(_ channel: any Channel) {
    let deadline = channel.eventLoop.scheduleTask(in: Self.longestStay) {
      channel.close(promise: nil)
    }
    let oldest = guests.withLock { guests in
      guests.append(Guest(channel: channel, deadline: deadline))
      return guests.count > Self.limit ? guests.removeFirst() : nil
    }
    oldest?.channel.close(promise: nil)
    channel.closeFuture.whenComplete { _ in
      deadline.cancel()
      self.leave(channel)
    }
  }

  /// The connection has gone, or has become a live one.
  func leave(_ channel: any Channel) {
    let guest = guests.withLock { guests in
      guests.firstIndex { $0.channel === channel }.map { guests.remove(at: $0) }
    }
    guest?.deadline.cancel()
  }

  /// The connection becomes a download, if there are not too many.
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

  /// Files that are given at a time, which are in memory until they are whole.
  private static let giftLimit = 2
  private let gifts = Mutex(0)

  /// Whether the connection may bring a file.
  func takes(_ channel: any Channel) -> Bool {
    let isTaken = gifts.withLock { count in
      guard count < Self.giftLimit else { return false }
      count += 1
      return true
    }
    if isTaken { channel.closeFuture.whenComplete { _ in self.gifts.withLock { $0 -= 1 } } }
    return isTaken
  }

  /// Sends everybody away: there are no descriptors left.
  func clear() {
    for guest in guests.withLock({ $0 }) { guest.channel.close(promise: nil) }
  }
}
