internal import CFFmpeg

/// The next packet of a sequence of packets.
final class PacketQueue {
  private let current = Packet()
  var packet: UnsafeMutablePointer<AVPacket> { current.av }
  /// The stream of the packet.
  private(set) var stream = 0
  private let read: (UnsafeMutablePointer<AVPacket>) throws -> (stream: Int, timeBase: AVRational)?
  private var next: Double?
  private var isOver = false

  /// - Parameter read: reads a packet and returns its stream and the unit of its times; nil at the
  ///   end.
  init(
    read:
      @escaping (UnsafeMutablePointer<AVPacket>) throws -> (
        stream: Int, timeBase: AVRational
      )?
  ) {
    self.read = read
  }

  /// Decoding time of the next packet in seconds, or of the last one where it has none; nil at the
  /// end.
  func time() throws -> Double? {
    if let next { return next }
    guard !isOver else { return nil }
    guard let (stream, timeBase) = try read(packet) else {
      isOver = true
      return nil
    }
    self.stream = stream
    let stamp = packet.pointee.dts == ff_no_timestamp ? packet.pointee.pts : packet.pointee.dts
    if stamp != ff_no_timestamp { last = Double(stamp) * av_q2d(timeBase) }
    next = last
    return last
  }

  private var last = -Double.infinity

  /// Goes on to the next packet.
  func drop() {
    av_packet_unref(packet)
    next = nil
  }
}
