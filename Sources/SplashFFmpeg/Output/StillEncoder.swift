internal import CFFmpeg

/// Encodes single pictures for formats whose packets are whole files: PNG.
package enum StillEncoder {
  /// What a file of that name cannot hold of a picture, for people; nil for nothing.
  package static func loss(
    of media: MediaDescription, options: OutputOptions, name: String
  ) -> String? {
    guard let format = try? OutputFormat(output: name, options: options) else { return nil }
    return PictureNotes(output: name, format: format, options: options, media: media).lost
  }

  /// A picture as a file, in its own pixel format where the encoder takes that.
  ///
  /// Metadata is added by the caller.
  ///
  /// - Parameter name: a path whose extension names the format.
  package static func encode(
    _ frame: consuming Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    var picture = PictureDescription(
      width: frame.width, height: frame.height, format: frame.format, timeBase: frame.timeBase,
      frameRate: AVRational(num: 25, den: 1))
    picture.refine(from: frame)
    ff_frame_remove_exif(frame.av)
    let packets = PacketList()
    try encode(frame, as: picture, options, name) { packets.take($0) }
    return packets.bytes
  }

  private static func encode(
    _ frame: consuming Frame, as picture: PictureDescription, _ options: OutputOptions,
    _ name: String, emit: (UnsafeMutablePointer<AVPacket>) -> Void
  ) throws {
    let encoder = try Encoder(
      output: name, format: OutputFormat(output: name, options: options), options: options,
      picture: picture)
    let clock = StageClock()
    var pending: Frame? = consume frame
    // libjxl complains about FFmpeg's calls on standard error.
    try StandardError.withoutLibraries {
      try encoder.encode(pending.take(), clock, emit: emit)
      try encoder.encode(nil, clock, emit: emit)
    }
  }
}

/// A class that keeps packets after their encoder is freed, so that they need not be copied.
private final class PacketList {
  private var packets: [UnsafeMutablePointer<AVPacket>?] = []

  deinit {
    for index in packets.indices { av_packet_free(&packets[index]) }
  }

  func take(_ packet: UnsafeMutablePointer<AVPacket>) {
    guard let own = av_packet_alloc() else { fatalError("out of memory") }
    av_packet_move_ref(own, packet)
    packets.append(own)
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(packets.reduce(0) { $0 + Int($1!.pointee.size) })
    for packet in packets {
      bytes += UnsafeBufferPointer(
        start: packet!.pointee.data, count: Int(packet!.pointee.size))
    }
    return bytes
  }
}

/// Presets of x264 and x265, checked here since both write to standard error for an unknown one.
private let presets = [
  "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
  "placebo",
]

/// Refuses a preset that x264 or x265 does not have.
///
/// - Throws: `SplashError` of kind usage that names the presets.
package func checkPreset(_ preset: String?, of encoder: String) throws(SplashError) {
  guard let preset, ["libx264", "libx265"].contains(encoder), !presets.contains(preset) else {
    return
  }
  throw SplashError(
    .usage, "\(option: "preset") \(preset): \(encoder) has no such preset",
    remedy: "use one of \(presets.joined(separator: ", "))")
}
