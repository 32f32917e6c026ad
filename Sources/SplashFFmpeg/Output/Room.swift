/// How much space must be free before another packet is written.
struct Room {
  private var packets: Int64 = 0
  private var bytes: Int64 = 0

  mutating func add(_ size: Int32) {
    packets += 1
    bytes += Int64(size)
  }

  /// The file's size after all given packets and the tables at its end.
  ///
  /// A table takes up to 40 bytes a packet in MP4 and less elsewhere; the rest is a margin for the
  /// container's own bytes per packet.
  ///
  /// - Parameter position: of the next byte. It does not include packets that wait for those of
  ///   another stream.
  func end(at position: Int64) -> Int64 {
    max(position, bytes) + 96 * packets + (64 << 10)
  }
}
