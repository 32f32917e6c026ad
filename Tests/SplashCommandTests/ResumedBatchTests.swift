import Glibc
import TestSupport

/// Results of an earlier run over the same inputs.
struct ResumedBatchTests {
  private let scratch = Scratch()
  private let clip, results: String

  init() throws {
    (clip, results) = (scratch.path("clip.mkv"), scratch.path("out"))
  }

  private func resume(_ more: String...) throws -> Command {
    try Command.splash([clip, "-o", results + "/", "--resume"] + more)
  }

  /// A killed run leaves half a result, which the next run makes again; a file that the user put in
  /// its place stays.
  @Test func fileThatReplacedAnUnfinishedResultIsKept() throws {
    try Command.splash("test:640x360", "--frames", "300", "-o", clip, "--quiet")
    let process = Process()
    process.executableURL = Command.splash
    process.arguments = [clip, "-o", results + "/", "--quiet"]
    try process.run()
    let result = URL(fileURLWithPath: results + "/clip.mkv")
    while process.isRunning, (try? Data(contentsOf: result).count) ?? 0 == 0 { usleep(2000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try #require(process.terminationReason == .uncaughtSignal)
    // In a file of its own.
    let mine = Data("my own".utf8)
    try mine.write(to: result, options: .atomic)
    let run = try resume()
    #expect(run.status == 1 && run.errors.contains("already exists"), "\(run.errors)")
    #expect(try Data(contentsOf: result) == mine)
  }

  /// A result that would differ now is not complete.
  @Test(arguments: ["--no-note", "--keep-start"])
  func resumeRedoesResultsThatFlagsChange(flag: String) throws {
    try Command.splash("test:64x48", "--frames", "3", "-o", clip, "--quiet")
    #expect(try resume().errors.contains("1 of 1 file done"))
    #expect(try resume("-y").errors.contains("1 was complete before"))
    #expect(try resume("-y", flag).errors.contains("1 of 1 file done"))
    #expect(try resume("-y", flag).errors.contains("1 was complete before"))
  }

  /// The same command line resumes a batch; a file that is no report stays.
  @Test func onlyAReportOfAnEarlierRunIsReplaced() throws {
    try Command.splash("test:64x48", "--frames", "3", "-o", clip, "--quiet")
    let report = scratch.path("report.jsonl")
    for status in ["\"done\"", "\"before\""] {
      try resume("--report", report).checked()
      #expect(try String(contentsOfFile: report, encoding: .utf8).contains(status))
    }
    try "{\"mine\":1}\n".write(toFile: report, atomically: true, encoding: .utf8)
    let refused = try resume("--report", report)
    #expect(refused.status == 2 && refused.errors.contains("already exists"), "\(refused.errors)")
    #expect(try String(contentsOfFile: report, encoding: .utf8) == "{\"mine\":1}\n")
  }
}
