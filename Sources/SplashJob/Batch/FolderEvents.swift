internal import Glibc

/// Reports that something has changed in folders, by inotify(7), without polling.
///
/// Events only ring a bell: the caller then looks at the folders, so that one event stands for any
/// number, and for those for which the system had no room.
final class FolderEvents: Sendable {
  enum Outcome { case event, silence, end }

  /// The inotify descriptor; -1 where the system has none left.
  private let descriptor: Int32
  /// A pipe; a byte written to its second end ends the waiting.
  private let wake: (read: Int32, write: Int32)

  private static let kinds = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      | IN_EXCL_UNLINK)
  /// Size of the buffer for events in bytes, and maximum number of reads before the caller looks.
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

  /// Watches a folder from now on; does nothing where it is watched already.
  ///
  /// - Returns: false where the system cannot watch it.
  func add(_ folder: String) -> Bool {
    folder.withPath { inotify_add_watch(descriptor, $0, Self.kinds) } >= 0
  }

  /// Waits for an event, for a time to pass, or for the end.
  ///
  /// - Parameters:
  ///   - seconds: 0 or more.
  ///   - isDeaf: leaves events for a later call.
  func wait(seconds: Double, isDeaf: Bool) -> Outcome {
    var waiting = [pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
    if !isDeaf { waiting.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    // poll(2) ignores negative descriptors.
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

  /// Stops watching folders that were moved; they are added again where they are found again.
  private func leave(_ events: Slice<UnsafeRawBufferPointer>) {
    var place = 0
    while place + MemoryLayout<inotify_event>.size <= events.count {
      let event = events.base.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
      if event.mask & UInt32(IN_MOVE_SELF) != 0 { inotify_rm_watch(descriptor, event.wd) }
      place += MemoryLayout<inotify_event>.size + Int(event.len)
    }
  }

  /// Ends the present and all later waits. Any thread.
  func end() { _ = write(wake.write, [0], 1) }
}
