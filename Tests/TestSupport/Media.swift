internal import Foundation

/// Results of FFmpeg's own programs on a file: a second opinion on everything splash writes.
public struct Media {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// Values of entries of the stream that `select` names, a line each ("v:0", "stream=codec_name").
  public func probe(_ select: String, _ entries: String) throws -> [String] {
    try Command.run(
      "ffprobe",
      ["-v", "error", "-select_streams", select, "-show_entries", entries, "-of", "csv=p=0", path]
    ).lines.map { String($0.reversed().drop { $0 == "," }.reversed()) }.filter { !$0.isEmpty }
  }

  /// Presentation times of the frames in seconds.
  public func times(_ select: String = "v:0") throws -> [Double] {
    try probe(select, "frame=pts_time").compactMap(Double.init)
  }

  /// A digest of all packets of the streams that `map` names, as they are stored.
  public func packetDigest(_ map: String) throws -> [String] {
    try Command.run(
      "ffmpeg",
      ["-v", "error", "-i", path, "-map", map, "-c", "copy", "-f", "streamhash", "-"]
    ).lines
  }

  /// The frames' samples one after another, converted to `format`, without scaling.
  ///
  /// - Parameter asDisplayed: rotates the frames upright, as players do.
  public func samples(
    _ format: String, select: String = "0:v:0", frames: Int? = nil, asDisplayed: Bool = false
  ) throws -> [UInt8] {
    let limit = frames.map { ["-frames:v", "\($0)"] } ?? []
    return [UInt8](
      try Command.run(
        "ffmpeg",
        ["-v", "error"] + (asDisplayed ? [] : ["-noautorotate"]) + ["-i", path, "-map", select]
          + limit + ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", format, "-"]
      ).output)
  }

  /// The alpha of the first frame, as FFmpeg reads it.
  ///
  /// - Parameter decoder: nil for FFmpeg's choice.
  public func alpha(_ decoder: String? = nil) throws -> [UInt8] {
    let output = try Command.run(
      "ffmpeg",
      ["-v", "error"] + (decoder.map { ["-c:v", $0] } ?? [])
        + ["-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
    ).output
    return output.enumerated().filter { $0.offset % 4 == 3 }.map(\.element)
  }

  /// Makes a copy with a rotation by a multiple of 90 degrees; false where FFmpeg cannot.
  public func copyTurned(by angle: Int, to copy: String) throws -> Bool {
    let plain = ["-i", path, "-c", "copy"]
    let made = try Command.run(
      "ffmpeg", ["-v", "error", "-y", "-display_rotation", "\(angle)"] + plain + [copy])
    if made.status != 0 {
      // FFmpeg before 6.0 makes the display matrix from a tag.
      _ = try Command.run(
        "ffmpeg", ["-v", "error", "-y"] + plain + ["-metadata:s:v", "rotate=\(angle)", copy])
    }
    return try Media(copy).probe("v:0", "stream_side_data=rotation") != []
  }
}
