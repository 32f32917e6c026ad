/// How much of a file must be free before another packet goes into it.
struct Room {
  private var packets: Int64 = 0
  private var bytes: Int64 = 0

  mutating func add(_ size: Int32) {
    packets += 1
    bytes += Int64(size)
  }

  /// The file's size after everything that was given and the tables at its end.
  ///
  /// A table takes up to 40 bytes a packet in MP4 and less elsewhere; the rest is margin for what
  /// containers put around packets.
  ///
  /// - Parameter position: where the next byte goes. Packets that wait for those of another stream
  ///   have not been counted in it.
  func end(at position: Int64) -> Int64 {
    max(position, bytes) + 96 * packets + (64 << 10)
  }
}
