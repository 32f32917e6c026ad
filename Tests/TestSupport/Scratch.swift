public import Foundation

/// A folder that is deleted after the test.
public final class Scratch: Sendable {
  public let folder: URL

  public init() {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("splash-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  public func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Makes a folder and those that it lies in, and returns its path.
  @discardableResult
  public func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    return path(name)
  }

  /// Writes a text, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  /// Makes a file by FFmpeg, and returns its path.
  ///
  /// - Parameter arguments: those before the output.
  public func make(_ name: String, _ arguments: String...) throws -> String {
    try Command.ffmpeg(arguments + [path(name)])
    return path(name)
  }
}

extension Data {
  /// The content of a file.
  public init(of path: String) throws { try self.init(contentsOf: URL(fileURLWithPath: path)) }
}
