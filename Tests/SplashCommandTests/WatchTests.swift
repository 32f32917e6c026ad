import Glibc
import TestSupport

/// A folder in which files arrive.
struct WatchTests {
  private let scratch = Scratch()

  init() throws {
    try scratch.makeFolder("in")
  }

  private final class Watcher {
    private let process = Process()
    private let errors = Pipe()

    /// - Parameters:
    ///   - shell: commands that a shell in a user namespace of its own runs first.
    ///   - words: the program that runs the command, and its arguments.
    init(_ arguments: [String], after shell: String? = nil, under words: [String] = []) throws {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      let first =
        shell.map {
          ["unshare", "--user", "--map-root-user", "sh", "-c", "\($0); exec \"$@\"", "sh"]
        } ?? words
      process.arguments = first + [Command.splash.path] + arguments
      process.standardError = errors
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// How often its threads have paused so far.
    var waits: Int {
      let tasks = "/proc/\(process.processIdentifier)/task"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
      return names.map { name in
        let text = try? String(contentsOfFile: "\(tasks)/\(name)/status", encoding: .utf8)
        let count = text?.firstMatch(of: /\nvoluntary_ctxt_switches:\s+(\d+)/)?.1
        return count.flatMap { Int($0) } ?? 0
      }.reduce(0, +)
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

  @Test func arrivingFilesAreDoneOnce() throws {
    try arrive("first.mkv")
    let arguments = ["--watch", scratch.path("in"), "-o", scratch.path("in/red") + "/"]
    let watcher = try Watcher(arguments)
    #expect(wait(for: "in/red/first.mkv"))
    try scratch.makeFolder("in/more")
    try arrive("more/second.mkv")
    try scratch.write("none", to: "in/notes.txt")
    #expect(wait(for: "in/red/more/second.mkv"))
    usleep(500_000)
    let (status, errors) = watcher.stop()
    #expect(status == 0, "\(errors)")
    #expect(errors.hasSuffix("splash: 2 files done; the originals are as they were\n"), "\(errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("in/red/red")))
    // Started again, it skips finished files.
    let again = try Watcher(arguments)
    try arrive("third.mkv")
    #expect(wait(for: "in/red/third.mkv"))
    usleep(500_000)
    #expect(again.stop().errors.contains("splash: 1 file done"))
  }

  /// Two names that look alike are two files if their bytes differ.
  @Test func watchedNamesAreComparedByBytes() throws {
    let watcher = try Watcher(["--watch", scratch.path("in"), "-o", scratch.path("red") + "/"])
    for name in ["caf\u{e9}.mkv", "cafe\u{301}.mkv"] { try arrive(name) }
    for name in ["caf\u{e9}.mkv", "cafe\u{301}.mkv"] { #expect(wait(for: "red/\(name)")) }
    usleep(500_000)
    let (status, errors) = watcher.stop()
    #expect(status == 0, "\(errors)")
    #expect(errors.contains("splash: 2 files done"), "\(errors)")
  }

  /// Files that arrive in other folders are done meanwhile.
  @Test func removedFolderIsReported() throws {
    let files = FileManager.default
    try files.createDirectory(
      atPath: scratch.path("other"), withIntermediateDirectories: true)
    func rename(_ name: String, to other: String) throws {
      try files.moveItem(atPath: scratch.path(name), toPath: scratch.path(other))
    }
    let arguments = [
      "--watch", scratch.path("in"), scratch.path("other"), "-o", scratch.path("red") + "/",
    ]
    let watcher = try Watcher(arguments)
    try arrive("first.mkv")
    #expect(wait(for: "red/first.mkv"))
    try rename("in", to: "elsewhere")
    sleep(2)
    try files.copyItem(
      atPath: scratch.path("elsewhere/first.mkv"), toPath: scratch.path("other/second.mkv"))
    #expect(wait(for: "red/second.mkv"))
    try rename("elsewhere", to: "in")
    sleep(2)
    try files.removeItem(atPath: scratch.path("in"))
    sleep(2)
    let (status, errors) = watcher.stop()
    let name = scratch.path("in")
    #expect(status == 1)
    let said = errors.split(separator: "\n").filter { $0.contains("folder") }
    #expect(
      said == [
        "splash: \(name): the folder is gone; waiting for one of that name",
        "splash: \(name): the folder is there again",
        "splash: \(name): the folder is gone; waiting for one of that name",
        "splash: \(name): the folder is gone: 2 files done; the originals are as they were",
      ], "\(errors)")
  }

  /// A file is not read before its writer has closed it.
  @Test func fileIsReadOnlyOnceItsWriterClosesIt() throws {
    try arrive("whole.mkv")
    let bytes = try Data(of: scratch.path("in/whole.mkv"))
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

  /// Counted, since times depend on the machine: polling ten times a second would make forty waits.
  @Test func idleWatchSleeps() throws {
    try arrive("first.mkv")
    let watcher = try Watcher(["--watch", scratch.path("in"), "-o", scratch.path("out") + "/"])
    #expect(wait(for: "out/first.mkv"))
    sleep(2)
    let before = watcher.waits
    sleep(4)
    let waits = watcher.waits - before
    #expect(before > 0 && waits <= 4, "\(waits) of 4 s")
    let begin = ContinuousClock.now
    let (status, errors) = watcher.stop()
    #expect(status == 0 && ContinuousClock.now - begin < .seconds(1), "\(errors)")
  }

  /// Files are moved there alone and in folders, which may be removed and come again.
  @Test func filesMovedIntoTheFolderAreDone() throws {
    let files = FileManager.default
    let watcher = try Watcher(["--watch", scratch.path("in"), "-o", scratch.path("out") + "/"])
    for folder in ["day", "more"] {
      try files.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true)
      try arrive("../\(folder)/\(folder).mkv")
    }
    sleep(2)
    try files.moveItem(atPath: scratch.path("day"), toPath: scratch.path("in/day"))
    #expect(wait(for: "out/day/day.mkv"))
    try files.moveItem(atPath: scratch.path("more/more.mkv"), toPath: scratch.path("in/day/2.mkv"))
    #expect(wait(for: "out/day/2.mkv"))
    try files.moveItem(atPath: scratch.path("in/day"), toPath: scratch.path("in/renamed"))
    try arrive("renamed/3.mkv")
    #expect(wait(for: "out/renamed/3.mkv"))
    usleep(500_000)
    let (status, errors) = watcher.stop()
    // Two of them had another name before.
    #expect(status == 0 && errors.contains("5 files done"), "\(errors)")
  }

  /// A watch that was stopped while more happened than the system's event queue holds.
  @Test func lostFileEventsAreNoticed() throws {
    let watcher = try Watcher(["--watch", scratch.path("in"), "-o", scratch.path("out") + "/"])
    try arrive("first.mkv")
    #expect(wait(for: "out/first.mkv"))
    let limit = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    watcher.send(SIGSTOP)
    for number in 0...min(count, 50_000) / 2 {
      // One is made and closed.
      close(creat(scratch.path("in/.\(number)"), 0o600))
    }
    try arrive("second.mkv")
    watcher.send(SIGCONT)
    #expect(wait(for: "out/second.mkv"))
    usleep(500_000)
    #expect(watcher.stop().errors.contains("2 files done"))
  }

  /// A change without an event, as other machines make on a shared disk.
  @Test func changesWithoutEventsAreNoticedLater() throws {
    try arrive("clip.mkv")
    let watcher = try Watcher(
      ["--watch", scratch.path("in"), "-o", scratch.path("out") + "/", "-y"])
    #expect(wait(for: "out/clip.mkv"))
    sleep(1)
    let result = scratch.path("out/clip.mkv")
    func date() -> Date? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: result)
      return attributes?[.modificationDate] as? Date
    }
    let first = date()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600)],
      ofItemAtPath: scratch.path("in/clip.mkv"))
    for _ in 0..<600 where date() == first { usleep(100_000) }
    #expect(date() != first)
    usleep(500_000)
    #expect(watcher.stop().errors.contains("2 files done"))
  }

  private static let canLimit =
    (try? Command.run("unshare", ["--user", "--map-root-user", "true"]))?.status == 0

  /// Where the system has no events to give, or not for all folders, the watch polls each second.
  @Test(
    .enabled(if: canLimit, "this user may not have a namespace of users"),
    arguments: ["max_inotify_instances", "max_inotify_watches"])
  func watchPollsWhereThereAreNoEvents(limit: String) throws {
    try scratch.makeFolder("in/more")
    let amount = limit == "max_inotify_watches" ? 1 : 0
    let watcher = try Watcher(
      ["--watch", scratch.path("in"), "-o", scratch.path("out") + "/"],
      after: "echo \(amount) > /proc/sys/user/\(limit)")
    sleep(1)
    try arrive("more/clip.mkv")
    #expect(wait(for: "out/more/clip.mkv"))
    usleep(500_000)
    let (status, errors) = watcher.stop()
    #expect(status == 0 && errors.contains("1 file done"), "\(errors)")
  }

  @Test func badFileIsReportedAndTheOthersGoOn() throws {
    try scratch.write("no film", to: "in/bad.mp4")
    let watcher = try Watcher(["--watch", scratch.path("in"), "-o", scratch.path("out") + "/"])
    usleep(3_500_000)
    try arrive("good.mkv")
    #expect(wait(for: "out/good.mkv"))
    usleep(500_000)
    let (status, errors) = watcher.stop()
    #expect(status == 1 && errors.contains("bad.mp4: "), "\(errors)")
    #expect(errors.contains("1 file done, 1 failed"), "\(errors)")
  }

  /// Two inputs with one output do not stop the watch: one of them gets it, the other fails.
  @Test func secondInputWithTheSameOutputFails() throws {
    for folder in ["a", "b"] {
      try scratch.makeFolder("in/\(folder)")
      try arrive("\(folder)/same.mkv")
    }
    try arrive("other.mkv")
    let watcher = try Watcher(
      ["--watch", scratch.path("in"), "-o", scratch.path("out") + "/{name}.{ext}"])
    #expect(wait(for: "out/same.mkv") && wait(for: "out/other.mkv"))
    usleep(500_000)
    let (status, errors) = watcher.stop()
    let isSaid = errors.contains("out/same.mkv: is the result of another file")
    #expect(status == 1 && isSaid, "\(errors)")
    #expect(errors.contains("2 files done, 1 failed"), "\(errors)")
  }

  @Test func watchSavesItsSettings() throws {
    let (file, other) = (scratch.path("look.json"), scratch.path("other.json"))
    let watcher = try Watcher(
      [
        "--watch", scratch.path("in"), "-o", scratch.path("out") + "/", "--hue", "blue",
        "--save-settings", file,
      ])
    #expect(wait(for: "look.json"))
    #expect(watcher.stop().status == 0)
    try Command.splash(
      "test:64x48", "--frames", "1", "-o", "null", "--hue", "blue", "--save-settings", other,
      "--quiet")
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == String(contentsOfFile: other, encoding: .utf8))
  }

  @Test func misuseOfWatchIsRefusedInOneLine() throws {
    try arrive("first.mkv")
    for (arguments, words) in [
      ([scratch.path("in"), "-o", scratch.path("in") + "/"], "results in it would arrive"),
      ([scratch.path("none"), "-o", scratch.path("out") + "/"], "no folder"),
      ([scratch.path("in"), "-o", scratch.path("out/{n}.mp4")], "no number"),
      ([scratch.path("in"), "-o", scratch.path("x.mp4")], "name a folder"),
      (
        [scratch.path("in"), "-o", scratch.path("out") + "/", "--file-timeout", "0"],
        "--file-timeout 0: no file would be done"
      ),
    ] {
      let run = try Command.splash(["--watch"] + arguments)
      #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func batchSummarySaysThatOriginalsStay() throws {
    try arrive("a.mkv")
    let run = try Command.splash(
      scratch.path("in"), "--recursive", "-o", scratch.path("out") + "/", "--no-progress")
    #expect(run.errors.hasSuffix("1 of 1 file done; the originals are as they were\n"))
  }

  /// strace holds the thread that has the lease until another process has opened the file.
  @Test(.enabled(if: Command.isInstalled("strace"), "strace is not installed"))
  func openingAWatchedFileDoesNotEndTheWatch() throws {
    try arrive("first.mkv")
    let watcher = try Watcher(
      ["--watch", scratch.path("in"), "-o", scratch.path("out") + "/"],
      under: [
        "strace", "-D", "-f", "-o", scratch.path("calls"), "-e", "trace=fcntl", "-e",
        "inject=fcntl:delay_exit=300000",
      ])
    // An open that may not wait for the end of a lease tells whether there is one.
    let isLeased = waits {
      let file = open(scratch.path("in/first.mkv"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      guard file < 0 else {
        close(file)
        return false
      }
      return errno == EWOULDBLOCK
    }
    #expect(isLeased)
    #expect(wait(for: "out/first.mkv"))
    let end = watcher.stop()
    #expect(end.status == 0, "\(end.errors)")
  }
}
