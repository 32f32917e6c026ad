public import Foundation

/// A JPEG made by libjpeg's own programs, and what they report of one.
public enum MadePhoto {
  public static let needs = ["cjpeg", "djpeg", "exiftool"]
  public static var canBeMade: Bool { needs.allSatisfy(Command.isInstalled) }

  /// Writes the scene with its cups as a photo.
  ///
  /// - Parameters:
  ///   - options: arguments of cjpeg: `-sample 2x1 -progressive`.
  ///   - size: of the part of the scene.
  public static func make(
    _ path: String, _ options: String = "", size: (width: Int, height: Int) = (317, 211)
  ) throws {
    let picture = try Command.run(
      "ffmpeg",
      [
        "-v", "error", "-i", Clips.path("scene.mkv"), "-frames:v", "1", "-vf",
        "crop=\(size.width):\(size.height):200:110", "-f", "image2pipe", "-c:v", "ppm", "-",
      ])
    let made = try Command.run(
      "cjpeg", ["-quality", "85"] + words(options), input: picture.output)
    guard made.status == 0 else { throw Clips.Failure(text: "cjpeg \(options): \(made.errors)") }
    try made.output.write(to: URL(fileURLWithPath: path))
  }

  /// The decoded luma, as a PGM file.
  public static func luma(_ path: String) throws -> Data {
    try Command.run("djpeg", ["-grayscale", path]).output
  }

  /// The decoded colors, as a PPM file.
  public static func colors(_ path: String) throws -> Data {
    try Command.run("djpeg", ["-rgb", path]).output
  }

  /// The coding that the file states, a line each: quantization tables, components, restart
  /// intervals; without those that depend on the contents.
  public static func coding(_ path: String) throws -> [String] {
    var (lines, isWanted) = ([String](), false)
    for line in try Command.run("djpeg", ["-verbose", "-verbose", path]).errors.split(
      separator: "\n")
    where line != "End Of Image" {
      if !line.hasPrefix(" ") {
        isWanted = ["Define Quant", "Define Restart", "Start Of Frame"].contains {
          line.hasPrefix($0)
        }
      }
      if isWanted { lines.append(String(line)) }
    }
    return lines
  }

  /// Every tag that exiftool can read, a line each, except file system data, the bytes of embedded
  /// pictures and the note of splash.
  public static func tags(_ path: String) throws -> [String] {
    try Command.run("exiftool", ["-a", "-u", "-G1", "-s", "--System:all", path]).lines
      .filter { !$0.contains(": splash ") }
  }

  /// Writes tags into a photo.
  public static func tag(_ path: String, _ arguments: [String]) throws {
    let run = try Command.run("exiftool", ["-q", "-overwrite_original"] + arguments + [path])
    guard run.status == 0 else { throw Clips.Failure(text: "exiftool: \(run.errors)") }
  }

  /// A color profile as far as its header goes (ICC.1:2010, section 7.2).
  public static func profile(_ size: Int) -> [UInt8] {
    var bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    bytes.replaceSubrange(0..<4, with: (0..<4).map { UInt8(size >> (24 - 8 * $0) & 0xff) })
    bytes.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
    bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return bytes
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
