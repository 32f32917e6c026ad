package import CFFmpeg

/// Compressed data of a stream that passes through untouched: audio, subtitles, data.
// The compiler cannot see behind a C pointer that it has one owner and that shared data is only
// read.
public struct Packet: ~Copyable, @unchecked Sendable {
  package let av: UnsafeMutablePointer<AVPacket>

  /// Position of the packet's stream in `MediaDescription.copiedStreams`.
  package var stream: Int

  package init(moving source: UnsafeMutablePointer<AVPacket>, stream: Int) {
    guard let packet = av_packet_alloc() else { fatalError("out of memory") }
    av_packet_move_ref(packet, source)
    av = packet
    self.stream = stream
  }

  /// A second owner of the same data.
  package init(sharing other: borrowing Packet) {
    guard let packet = av_packet_clone(other.av) else { fatalError("out of memory") }
    av = packet
    stream = other.stream
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = av
    av_packet_free(&packet)
  }
}

extension UnsafeMutablePointer<AVPacket> {
  /// Moves its time stamps, as far as it has some, in their own units.
  package func move(by shift: Int64) {
    if pointee.pts != ff_no_timestamp { pointee.pts += shift }
    if pointee.dts != ff_no_timestamp { pointee.dts += shift }
  }
}

/// What travels from a source to the sinks, in the source's order.
public enum Item: ~Copyable, Sendable {
  case picture(Frame)
  case packet(Packet)
}
