internal import CFFmpeg
internal import SplashCore

/// What a device was sent from the last picture on at which decoding can begin, so that the processor
/// can go on where the device fails, and the pictures it has made of that.
struct SentPackets {
  /// What was sent; the end has no packet.
  final class Packet {
    let packet: UnsafeMutablePointer<AVPacket>?

    init(_ packet: UnsafePointer<AVPacket>?) { self.packet = packet.map { av_packet_clone($0) } }

    deinit {
      var packet = packet
      av_packet_free(&packet)
    }

    /// When its picture is shown; nil where decoding cannot begin with it, and where the file gives
    /// it no time.
    fileprivate var entry: Int64? {
      guard let packet, packet.pointee.flags & AV_PKT_FLAG_KEY != 0 else { return nil }
      return packet.pointee.pts == ff_no_timestamp ? nil : packet.pointee.pts
    }
  }

  /// In their order; the first of them is the film's first, or one with which decoding can begin.
  private(set) var packets: [Packet] = []
  private var bytes = 0
  /// Times of the pictures that were made of them.
  private var made: Set<Int64> = []
  /// When the first of them is shown, once an earlier one was left out.
  private var first = Int64.min

  /// Bytes that are kept at most.
  private static let room = 64 << 20

  /// - Parameter isBounded: forgets what takes more room than there is.
  mutating func append(_ packet: UnsafePointer<AVPacket>?, isBounded: Bool) {
    // Where the beginning is forgotten only a packet with which decoding can begin counts.
    if packets.isEmpty, first == .max {
      guard let packet, let entry = Packet(packet).entry else { return }
      first = entry
    }
    packets.append(Packet(packet))
    bytes += packet.map { Int($0.pointee.size) } ?? 0
    if isBounded, bytes > Self.room { forget() }
  }

  /// A picture was made: what comes before the last beginning that was shown is needed no more.
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

  /// Whether a picture that is made of them once more was there before.
  func hasMade(_ time: Int64?) -> Bool {
    time.map { $0 < first || made.contains($0) } ?? false
  }

  /// The packets, which are kept no more.
  mutating func take() -> [Packet] {
    defer { packets = [] }
    return packets
  }

  private mutating func forget() { (packets, bytes, made, first) = ([], 0, [], .max) }
}
