internal import CFFmpeg

/// A stream of a container that is being written, with the time stamps of its packets.
struct MuxedStream {
  let stream: UnsafeMutablePointer<AVStream>
  /// Unit of the time stamps of incoming packets.
  let timeBase: AVRational
  private var last: Int64?

  init(stream: UnsafeMutablePointer<AVStream>, timeBase: AVRational) {
    self.stream = stream
    self.timeBase = timeBase
  }

  /// Whether more than half of a packet comes before a time in seconds.
  func isBefore(_ origin: Double, _ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    let end = ticks(origin, timeBase) - packet.pointee.duration / 2
    return packet.pointee.pts != ff_no_timestamp && packet.pointee.pts < end
  }

  /// Sets a packet's stream and time stamps that a container accepts: decoding times increase, and
  /// presentation does not come before decoding.
  ///
  /// - Parameters:
  ///   - origin: seconds that become the container's zero; nil to move nothing.
  ///   - repeats: whether the container takes equal decoding times in a row.
  mutating func take(
    _ packet: UnsafeMutablePointer<AVPacket>, origin: Double?, repeats: Bool
  ) {
    packet.pointee.stream_index = stream.pointee.index
    if let origin { packet.move(by: -ticks(origin, timeBase)) }
    av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
    if packet.pointee.dts == ff_no_timestamp { packet.pointee.dts = packet.pointee.pts }
    let least = last.map { $0 + (repeats ? 0 : 1) }
    if let least, packet.pointee.dts < least { packet.pointee.dts = least }
    if packet.pointee.dts == ff_no_timestamp { packet.pointee.dts = 0 }
    if packet.pointee.pts < packet.pointee.dts { packet.pointee.pts = packet.pointee.dts }
    last = packet.pointee.dts
  }
}

/// Adds chapters to a container, before its header is written.
func addChapters(
  _ chapters: [MediaDescription.Chapter], to context: UnsafeMutablePointer<AVFormatContext>
) {
  guard !chapters.isEmpty else { return }
  let size = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
  context.pointee.chapters = av_calloc(chapters.count, size)!.assumingMemoryBound(
    to: UnsafeMutablePointer<AVChapter>?.self)
  for (index, chapter) in chapters.enumerated() {
    let copy = av_mallocz(MemoryLayout<AVChapter>.stride)!.assumingMemoryBound(to: AVChapter.self)
    copy.pointee.id = chapter.id
    copy.pointee.time_base = chapter.timeBase
    copy.pointee.start = max(0, chapter.start)
    copy.pointee.end = chapter.end
    copy.pointee.metadata = dictionary(of: chapter.metadata)
    context.pointee.chapters[index] = copy
  }
  context.pointee.nb_chapters = UInt32(chapters.count)
}
