internal import Foundation

/// A photo and its result by splash, in a folder that is deleted after the test.
public struct PhotoBench: Sendable {
  public let scratch = Scratch()
  public let source, result: String

  /// - Parameter ending: file extension of both.
  public init(_ ending: String) throws {
    source = scratch.path("photo.\(ending)")
    result = scratch.path("red.\(ending)")
  }

  /// Makes the result.
  public func run(_ options: String...) throws -> Command {
    try Command.splash([source, "-o", result] + options)
  }

  /// Makes the result, overwriting an earlier one, without messages.
  public func splash(_ options: String...) throws {
    let run = try Command.splash([source, "-o", result, "-y", "--quiet"] + options)
    guard run.status == 0, run.errors.isEmpty else { throw Clips.Failure(text: run.errors) }
  }

  /// The bytes of a file.
  public func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Replaces the source's bytes.
  public func write(_ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: source))
  }

  /// Makes the source of the scene with its cups by ffmpeg, whose options come before the output.
  public func make(_ filter: String, _ options: [String]) throws {
    try Command.ffmpeg(
      ["-i", Clips.path("scene.mkv"), "-frames:v", "1", "-vf", filter] + options + [source])
  }

  /// The color that `splash pick` reports of a spot of the source: R', G', B', 0…1.
  public func pick(_ place: String, _ options: String...) throws -> [Double] {
    let run = try Command.splash(["pick", source, "--at", place, "--json"] + options)
    guard run.status == 0 else { throw Clips.Failure(text: run.errors) }
    return try JSONDecoder().decode(Picked.self, from: run.output).rgb
  }

  private struct Picked: Decodable {
    var rgb: [Double]
  }
}

/// Tests that process one photo.
public protocol PhotoSuite {
  var bench: PhotoBench { get }
}

extension PhotoSuite {
  public var scratch: Scratch { bench.scratch }
  public var source: String { bench.source }
  public var result: String { bench.result }
}
