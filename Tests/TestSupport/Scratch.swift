public import Foundation

/// A folder that is deleted after the test.
public final class Scratch: Sendable {
  public let folder: URL

  public init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("splash-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  public func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Makes a file by FFmpeg, and returns its path.
  ///
  /// - Parameter arguments: those before the output.
  public func make(_ name: String, _ arguments: String...) throws -> String {
    try Command.ffmpeg(arguments + [path(name)])
    return path(name)
  }
}
