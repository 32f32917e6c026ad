internal import CV4L2
internal import Synchronization

/// Tells whether a program reads a virtual camera, where its driver reports that: v4l2loopback from
/// 0.13 on, by an event of its own, `V4L2_EVENT_PRI_CLIENT_USAGE`.
final class ReaderWatch: Sendable {
  /// `V4L2_EVENT_PRIVATE_START + 0x08E00000 + 1` of v4l2loopback.c; the first four bytes of the
  /// event say whether a program streams.
  private static let usage = UInt32(V4L2_EVENT_PRIVATE_START) + 0x08E0_0001

  private let device: DeviceHandle
  private let isRead = Mutex(true)

  /// Nil for a driver without such events.
  init?(_ device: DeviceHandle) {
    self.device = device
    var wish = v4l2_event_subscription()
    wish.type = Self.usage
    wish.flags = UInt32(V4L2_EVENT_SUB_FL_SEND_INITIAL)
    guard device.control(.subscribeEvent, &wish) >= 0 else { return nil }
  }

  /// Whether a program reads; true until the driver reports. Any thread.
  var hasReaders: Bool {
    isRead.withLock { isRead in
      var event = v4l2_event()
      while device.control(.dequeueEvent, &event) >= 0 {
        guard event.type == Self.usage else { continue }
        isRead = withUnsafeBytes(of: event.u) { $0.load(as: UInt32.self) } > 0
      }
      return isRead
    }
  }
}
