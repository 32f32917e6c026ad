internal import CFFmpeg
package import SplashCore

/// Encodes single pictures for formats whose packets are whole files: PNG.
package enum StillEncoder {
  /// What of a picture a file of a name has no place for, for people; nil for nothing.
  package static func loss(
    of media: MediaDescription, options: OutputOptions, name: String
  ) -> String? {
    guard let format = try? OutputFormat(output: name, options: options) else { return nil }
    return PictureNotes(output: name, format: format, options: options, media: media).lost
  }

  /// A picture as a file, in its own pixel format where the encoder takes that.
  ///
  /// What the file says beside its picture is left to the caller.
  ///
  /// - Parameter name: a path whose extension names the format.
  package static func encode(
    _ frame: consuming Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    var picture = PictureDescription(
      width: frame.width, height: frame.height, format: frame.format, timeBase: frame.timeBase,
      frameRate: AVRational(num: 25, den: 1))
    picture.refine(from: frame)
    let encoder = try Encoder(
      output: name, format: OutputFormat(output: name, options: options), options: options,
      picture: picture)
    ff_frame_remove_exif(frame.av)
    var bytes: [UInt8] = []
    let clock = StageClock()
    func keep(_ packet: UnsafeMutablePointer<AVPacket>) {
      bytes += UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
    }
    try encoder.encode(frame, clock, emit: keep)
    try encoder.encode(nil, clock, emit: keep)
    return bytes
  }
}
