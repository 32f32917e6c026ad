internal import Glibc
internal import SplashCore

/// Tells that something has happened in folders, by inotify(7), and takes no time while nothing does.
///
/// Events are a bell: whoever hears it looks at the folders, so that one of them stands for any
/// number, and for those for which the system had no room.
final class FolderEvents: Sendable {
  enum Outcome { case event, silence, end }

  /// -1 where the system has none to give.
  private let descriptor: Int32
  /// Its second end ends the waiting.
  private let wake: (read: Int32, write: Int32)

  private static let kinds = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      | IN_EXCL_UNLINK)
  /// Bytes of events that are taken at once, and how often before somebody looks.
  private static let (room, takings) = (16384, 16)

  /// - Throws: `SplashError` of kind failure when no descriptors are left.
  init() throws(SplashError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw SplashError(.failure, "\(option: "watch")", cause: systemMessage(errno))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wake = (ends[0], ends[1])
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
  }

  deinit {
    for end in [descriptor, wake.read, wake.write] where end >= 0 { close(end) }
  }

  /// Hears what happens in a folder from now on; it may be heard already.
  ///
  /// - Returns: false where the system does not tell.
  func add(_ folder: String) -> Bool {
    folder.withPath { inotify_add_watch(descriptor, $0, Self.kinds) } >= 0
  }

  /// Waits for an event, for a time to pass, or for the end.
  ///
  /// - Parameters:
  ///   - seconds: 0 or more.
  ///   - isDeaf: lets events wait.
  func wait(seconds: Double, isDeaf: Bool) -> Outcome {
    var waiting = [pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
    if !isDeaf { waiting.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    // What is no descriptor is passed over.
    let count = poll(&waiting, nfds_t(waiting.count), Int32((seconds * 1000).rounded(.up)))
    if waiting[0].revents != 0 { return .end }
    guard count > 0 else { return .silence }
    take()
    return .event
  }

  private func take() {
    var events = [UInt8](repeating: 0, count: Self.room)
    for _ in 0..<Self.takings {
      let count = read(descriptor, &events, events.count)
      guard count > 0 else { return }
      events.withUnsafeBytes { leave($0[..<count]) }
    }
  }

  /// Folders that went elsewhere are heard no more; where they are found again they are added.
  private func leave(_ events: Slice<UnsafeRawBufferPointer>) {
    var place = 0
    while place + MemoryLayout<inotify_event>.size <= events.count {
      let event = events.base.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
      if event.mask & UInt32(IN_MOVE_SELF) != 0 { inotify_rm_watch(descriptor, event.wd) }
      place += MemoryLayout<inotify_event>.size + Int(event.len)
    }
  }

  /// Ends the waiting, now and later. Any thread.
  func end() { _ = write(wake.write, [0], 1) }
}
