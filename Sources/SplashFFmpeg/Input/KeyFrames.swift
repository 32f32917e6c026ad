internal import CFFmpeg

/// Single frames of a clip at its keyframes: a preview for any time without decoding all frames
/// before it. The clip stays open.
package final class KeyFrames {
  private let demuxer: Demuxer
  private let decoder: Decoder
  private let video: UnsafeMutablePointer<AVStream>
  private let current = Packet()
  /// Start of the requested part in seconds of the clip's own time.
  private let origin: Double

  /// - Throws: `SplashError` of kind badInput when it cannot be opened or has no video.
  package init(_ input: String, options: InputOptions) throws {
    demuxer = try Demuxer(input, options: options)
    video = try chooseVideoStream(of: demuxer)
    // Live mode uses one thread, which delays no frame.
    decoder = try Decoder(
      parameters: video.pointee.codecpar, timeBase: video.pointee.time_base,
      matrix: options.matrix, range: options.range, linearColors: options.linearColors,
      maxPixels: options.maxPixels, isLive: true, name: input)
    let start = demuxer.start
    origin = (start == ff_no_timestamp ? 0 : Double(start) / 1e6) + (options.start ?? 0)
    demuxer.keep { [video] in $0 == video }
  }

  /// The last keyframe at or before a time, with its own time as time stamp; nil where it cannot be
  /// decoded at once.
  ///
  /// - Parameter time: seconds from the beginning of the part.
  package func picture(at time: Double) throws -> Frame? {
    try demuxer.seek(to: ticks(origin + time, video.pointee.time_base), of: video)
    decoder.flush()
    let packet = current.av
    for _ in 0..<64 {
      guard case .packet = demuxer.read(into: packet) else { return nil }
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == video.pointee.index,
        packet.pointee.flags & AV_PKT_FLAG_KEY != 0
      else { continue }
      decoder.send(packet)
      decoder.send(nil)
      guard let frame = decoder.receive() else { return nil }
      frame.timestamp = frame.timestamp.map { $0 - ticks(origin, frame.timeBase) }
      return frame
    }
    return nil
  }
}
