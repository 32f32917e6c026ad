package import CFFmpeg

/// Compressed data of a stream that is copied: audio, subtitles, data.
// The compiler cannot verify behind a C pointer that there is one owner and that shared data is
// only read.
public struct Packet: ~Copyable, @unchecked Sendable {
  package let av: UnsafeMutablePointer<AVPacket>

  /// Index of the packet's stream in `MediaDescription.copiedStreams`.
  package var stream: Int

  /// An empty packet, to be read into.
  package init() {
    guard let packet = av_packet_alloc() else { fatalError("out of memory") }
    (av, stream) = (packet, 0)
  }

  package init(moving source: UnsafeMutablePointer<AVPacket>, stream: Int) {
    self.init()
    av_packet_move_ref(av, source)
    self.stream = stream
  }

  /// Another packet that shares the same data.
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
  /// Shifts its time stamps, if any, in their own units.
  package func move(by shift: Int64) {
    if pointee.pts != ff_no_timestamp { pointee.pts += shift }
    if pointee.dts != ff_no_timestamp { pointee.dts += shift }
  }
}

/// A frame or packet on its way to the sinks, in the source's order.
public enum Item: ~Copyable, Sendable {
  case picture(Frame)
  case packet(Packet)
}
