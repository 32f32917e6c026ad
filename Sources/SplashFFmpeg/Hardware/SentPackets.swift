internal import CFFmpeg

/// The packets sent to a device since the last frame at which decoding can begin, and the frames
/// that the device decoded from them, so that the processor can go on where the device fails.
struct SentPackets {
  /// A packet that was sent; nil marks the end of the stream.
  final class Packet {
    let packet: UnsafeMutablePointer<AVPacket>?

    init(_ packet: UnsafePointer<AVPacket>?) { self.packet = packet.map { av_packet_clone($0) } }

    deinit {
      var packet = packet
      av_packet_free(&packet)
    }

    /// Time stamp of a keyframe; nil for other packets, and where the file gives no time.
    fileprivate var entry: Int64? {
      guard let packet, packet.pointee.flags & AV_PKT_FLAG_KEY != 0 else { return nil }
      return packet.pointee.pts == ff_no_timestamp ? nil : packet.pointee.pts
    }
  }

  /// In the order of sending; the first is the clip's first packet or a keyframe.
  private(set) var packets: [Packet] = []
  private var bytes = 0
  /// Time stamps of the frames decoded from them.
  private var made: Set<Int64> = []
  /// Time stamp of the first packet, once earlier ones have been dropped.
  private var first = Int64.min

  /// Maximum bytes kept.
  private static let room = 64 << 20

  /// - Parameter isBounded: drops all packets when they exceed `room`.
  mutating func append(_ packet: UnsafePointer<AVPacket>?, isBounded: Bool) {
    // After packets were dropped, recording starts again at a keyframe.
    if packets.isEmpty, first == .max {
      guard let packet, let entry = Packet(packet).entry else { return }
      first = entry
    }
    packets.append(Packet(packet))
    bytes += packet.map { Int($0.pointee.size) } ?? 0
    if isBounded, bytes > Self.room { forget() }
  }

  /// Notes a decoded frame, and drops the packets before the last keyframe shown by then.
  mutating func give(_ time: Int64?) {
    guard let time else { return forget() }
    made.insert(time)
    guard
      let start = packets.lastIndex(where: { packet in packet.entry.map { $0 <= time } ?? false }),
      start > 0, let entry = packets[start].entry
    else { return }
    for packet in packets[..<start] { bytes -= packet.packet.map { Int($0.pointee.size) } ?? 0 }
    packets.removeFirst(start)
    first = entry
    made = made.filter { $0 >= entry }
  }

  /// Whether a frame with this time stamp was decoded before.
  func hasMade(_ time: Int64?) -> Bool {
    time.map { $0 < first || made.contains($0) } ?? false
  }

  /// Returns the packets and drops them.
  mutating func take() -> [Packet] {
    defer { packets = [] }
    return packets
  }

  private mutating func forget() { (packets, bytes, made, first) = ([], 0, [], .max) }
}
