public import Foundation
public import Testing

/// Runs programs the way a shell would, and keeps what they print.
public struct Command {
  public var status: Int32
  public var output: Data
  public var errors: String

  public var text: String { String(decoding: output, as: UTF8.self) }
  public var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// The built `splash`, in the folder of the test program. `Bundle`, which knows
  /// that too, crashes on Ubuntu 26.04.
  ///
  /// Programs that it starts, directly or in between, find no presets and defaults of the user who
  /// runs the tests.
  public static let splash: URL = {
    setenv("XDG_CONFIG_HOME", NSTemporaryDirectory() + "splash-tests-without-config", 1)
    let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: tests ?? CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("splash")
  }()

  public static func isInstalled(_ program: String) -> Bool {
    (try? run("bash", ["-c", "command -v \(program)"]).status) == 0
  }

  /// This run, if it succeeded; else the test ends with what the program said.
  @discardableResult
  public func checked(at place: SourceLocation = #_sourceLocation) throws -> Command {
    try #require(status == 0, "\(errors)", sourceLocation: place)
    return self
  }

  /// Runs `splash` to its end.
  ///
  /// - Parameters:
  ///   - arguments: as a shell would pass them.
  ///   - input: bytes for standard input; nil for none.
  @discardableResult
  public static func splash(_ arguments: String..., input: Data? = nil) throws -> Command {
    try splash(arguments, input: input)
  }

  @discardableResult
  public static func splash(_ arguments: [String], input: Data? = nil) throws -> Command {
    try run(splash.path, arguments, input: input)
  }

  /// Runs `ffmpeg`, which overwrites files and prints errors only.
  ///
  /// - Throws: `Clips.Failure` with the messages if it fails.
  @discardableResult
  public static func ffmpeg(_ arguments: [String], input: Data? = nil) throws -> Command {
    let run = try run("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments, input: input)
    guard run.status == 0 else {
      throw Clips.Failure(text: "ffmpeg \(arguments.joined(separator: " ")): \(run.errors)")
    }
    return run
  }

  @discardableResult
  public static func ffmpeg(_ arguments: String...) throws -> Command { try ffmpeg(arguments) }

  /// Runs a program found on the path to its end.
  public static func run(_ program: String, _ arguments: [String], input: Data? = nil) throws
    -> Command
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    let stdin = Pipe()
    process.standardInput = input == nil ? FileHandle.nullDevice as Any : stdin
    try process.run()
    let reader = Drain(errors.fileHandleForReading)
    if let input {
      let writer = Thread {
        try? stdin.fileHandleForWriting.write(contentsOf: input);
        try? stdin.fileHandleForWriting.close()
      }
      writer.start()
    }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    let text = reader.wait()
    process.waitUntilExit()
    return Command(
      status: process.terminationStatus, output: bytes,
      errors: String(decoding: text, as: UTF8.self))
  }
}

/// Reads one pipe while another is read elsewhere, so that neither fills up.
public final class Drain: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var data = Data()

  public init(_ handle: FileHandle) {
    Thread {
      self.data = handle.readDataToEndOfFile()
      self.done.signal()
    }.start()
  }

  /// All bytes, once the other side has closed. Call it once.
  public func wait() -> Data {
    done.wait()
    return data
  }
}
