import Foundation
import Glibc
import TestSupport
import Testing

/// A folder in which files arrive.
struct WatchTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("in"), withIntermediateDirectories: true)
  }

  private final class Watcher {
    private let process = Process()
    private let errors = Pipe()

    init(_ arguments: [String]) throws {
      process.executableURL = Command.splash
      process.arguments = arguments
      process.standardError = errors
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    /// Ends it as Ctrl-C does.
    func stop() -> (status: Int32, errors: String) {
      kill(process.processIdentifier, SIGINT)
      let text = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
  }

  private func arrive(_ name: String) throws {
    try Command.splash(
      "test:64x48", "--frames", "3", "-o", scratch.path("in/\(name)"), "--quiet", "-y")
  }

  /// Waits for a file; no longer than a minute.
  private func wait(for name: String) -> Bool {
    for _ in 0..<600 {
      if FileManager.default.fileExists(atPath: scratch.path(name)) { return true }
      usleep(100_000)
    }
    return false
  }

  @Test func whatArrivesIsDoneOnce() throws {
    try arrive("first.mkv")
    let arguments = ["--watch", scratch.path("in"), "-o", scratch.path("in/red") + "/"]
    let watcher = try Watcher(arguments)
    #expect(wait(for: "in/red/first.mkv"))
    try FileManager.default.createDirectory(
      atPath: scratch.path("in/more"), withIntermediateDirectories: true)
    try arrive("more/second.mkv")
    try "none".write(toFile: scratch.path("in/notes.txt"), atomically: true, encoding: .utf8)
    #expect(wait(for: "in/red/more/second.mkv"))
    usleep(500_000)
    let (status, errors) = watcher.stop()
    #expect(status == 0, "\(errors)")
    #expect(errors.hasSuffix("splash: 2 files done; the originals are as they were\n"), "\(errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("in/red/red")))
    // Started again, it passes over what it did.
    let again = try Watcher(arguments)
    try arrive("third.mkv")
    #expect(wait(for: "in/red/third.mkv"))
    usleep(500_000)
    #expect(again.stop().errors.contains("splash: 1 files done"))
  }

  /// It is not read before its writer has closed it.
  @Test func whatIsStillWrittenWaits() throws {
    try arrive("whole.mkv")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("in/whole.mkv")))
    let half = scratch.path("in/half.mkv")
    #expect(FileManager.default.createFile(atPath: half, contents: bytes.prefix(100)))
    let writer = try #require(FileHandle(forWritingAtPath: half))
    try writer.seekToEnd()
    let watcher = try Watcher(["--watch", scratch.path("in"), "-o", scratch.path("out") + "/"])
    #expect(wait(for: "out/whole.mkv"))
    usleep(1_500_000)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("out/half.mkv")))
    try writer.write(contentsOf: bytes.dropFirst(100))
    try writer.close()
    #expect(wait(for: "out/half.mkv"))
    usleep(500_000)
    let (status, errors) = watcher.stop()
    #expect(status == 0 && errors.contains("2 files done"), "\(errors)")
  }

  @Test func aBadFileIsSaidAndTheOthersGoOn() throws {
    try "no film".write(toFile: scratch.path("in/bad.mp4"), atomically: true, encoding: .utf8)
    let watcher = try Watcher(["--watch", scratch.path("in"), "-o", scratch.path("out") + "/"])
    usleep(3_500_000)
    try arrive("good.mkv")
    #expect(wait(for: "out/good.mkv"))
    usleep(500_000)
    let (status, errors) = watcher.stop()
    #expect(status == 1 && errors.contains("bad.mp4: "), "\(errors)")
    #expect(errors.contains("1 files done, 1 failed"), "\(errors)")
  }

  @Test func misuseIsOneLine() throws {
    for (arguments, words) in [
      ([scratch.path("in"), "-o", scratch.path("in") + "/"], "results in it would arrive"),
      ([scratch.path("none"), "-o", scratch.path("out") + "/"], "no folder"),
      ([scratch.path("in"), "-o", scratch.path("out/{n}.mp4")], "no number"),
      ([scratch.path("in"), "-o", scratch.path("x.mp4")], "name a folder"),
    ] {
      let run = try Command.run(Command.splash.path, ["--watch"] + arguments)
      #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func theLastLineOfABatchSaysThatOriginalsStay() throws {
    try arrive("a.mkv")
    let run = try Command.splash(
      scratch.path("in"), "--recursive", "-o", scratch.path("out") + "/", "--no-progress")
    #expect(run.errors.hasSuffix("1 of 1 files done; the originals are as they were\n"))
  }
}
