import Foundation
import Glibc
import SplashJob
import Synchronization

extension RunCommand {
  /// Processes several inputs, each into a file of its own.
  ///
  /// - Throws: `SplashError` of kind failure when one of them failed or is missing.
  func run(_ request: Job.Request, into outputs: OutputPattern) throws {
    for (flag, isGiven) in [
      ("--stats", reporting.stats), ("--stats-json", reporting.statsJson != nil),
      ("--enforce-budget", reporting.enforceBudget), ("--realtime", source.realtime),
      ("--part", part != nil),
      ("--control-socket", steering.controlSocket != nil),
      ("--transition", steering.transition != nil),
      ("--max-size", request.outputs[0].options.maxSize != nil),
    ] where isGiven {
      throw SplashError(
        .usage, flag, cause: "it is for one input",
        remedy: flag.hasPrefix("--stats")
          ? "use --report for several" : "give one input, or leave it out")
    }
    let patience = try batch.patience()
    if batch.watch { return try watch(request, into: outputs, patience: patience) }
    let (inputs, others) = try BatchInput.all(
      [source.input] + batch.more, isRecursive: batch.recursive, output: outputs.folder)
    let paths = inputs.map(\.path) + request.reads
    let report = try batch.report.map {
      try ReportFile(
        $0, overwrite: sink.overwrite || self.batch.resume && ReportFile.isOne($0), inputs: paths)
    }
    let settings = try TextOutput(
      look.saveSettings, flag: "--save-settings", overwrite: sink.overwrite, inputs: paths)
    var request = Batch.Request(inputs: inputs, outputs: outputs, job: request)
    request.jobs = batch.jobs ?? 1
    request.resumes = batch.resume
    if let patience { request.patience = patience }
    request.onResult = { report?.add($0) }
    // Events of a file are in its row of the table.
    request.job.onEvent = { _ in }
    let signals = try StopSignals()
    let batch = try Batch(request)
    try settings?.write((request.job.timeline?.document ?? request.job.settings.json).utf8)
    signals.onStop { batch.stop() }
    if !reporting.quiet {
      for warning in request.job.settings.warnings(naming: .flags) {
        printError("splash: warning: \(warning)")
      }
      if !others.isEmpty {
        let names = others.prefix(3).map(\.displayed) + (others.count > 3 ? ["…"] : [])
        printError(
          "splash: skipping \(others.count) not named like videos or photos: "
            + names.joined(separator: ", "))
      }
    }
    let line = BatchLine(batch: batch)
    let progress = Progress(
      flags: reporting, .init(text: { line.text(columns: $0) }, json: { line.json }))
    let results = Result { try batch.run() }
    progress?.end()
    let ending = Result { try report?.end() }
    try conclude(results.get(), of: batch.count, signals.status)
    try ending.get()
  }

  /// - Parameter stop: exit status of a run that a signal ended; nil for a complete run.
  private func conclude(_ results: [BatchResult], of count: Int, _ stop: Int32?) throws {
    func number(_ status: BatchResult.Status) -> Int { results.count { $0.status == status } }
    if reporting.quiet {
      for error in results.compactMap(\.error) { printError("splash: \(error)") }
    } else {
      printErrors(BatchResult.table(results))
    }
    let (done, before, failed) = (number(.done), number(.before), number(.failed))
    var parts = ["\(done) of \(counted(count, "file")) done"]
    if before > 0 { parts.append("\(before) \(before == 1 ? "was" : "were") complete before") }
    if failed > 0 { parts.append("\(failed) failed") }
    let missing = count - done - before - failed
    reporting.summarize(
      ["files": count, "done": done, "before": before, "failed": failed, "missing": missing])
    if missing > 0 {
      let verb = missing == 1 ? "was" : "were"
      parts.append("stopped before \(missing) \(verb) done; --resume does the rest")
    }
    let summary = parts.joined(separator: ", ")
    if missing > 0, let stop {
      printError("splash: \(summary)")
      throw Stopped(status: stop)
    }
    guard failed + missing == 0 else { throw SplashError(.failure, summary) }
    if !reporting.quiet { printError("splash: \(summary); \(Self.assurance)") }
  }

  /// The assurance after an error.
  static let assurance = "the originals are as they were"
}

/// A report in lines of JSON, written with each result.
final class ReportFile: Sendable {
  // Guarded by the lock.
  /// Nil for standard output.
  private let file: NewFile?
  private let failure = Mutex<SplashError?>(nil)

  init(_ name: String, overwrite: Bool, inputs: [String]) throws {
    file =
      name == "-"
      ? nil : try NewFile(name, overwrite: overwrite, inputs: FileIdentity.files(of: inputs))
  }

  /// Whether a file is a report of an earlier run, by its first line.
  static func isOne(_ name: String) -> Bool {
    let path = filePath(of: name)
    guard FileVersion(path: path) != nil, let file = FileHandle(forReadingAtPath: path),
      let start = try? file.read(upToCount: 1 << 20),
      let line = start.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first
    else { return false }
    return (try? JSONText.decode(BatchResult.self, from: Data(line))) != nil
  }

  func add(_ result: BatchResult) {
    guard let line = try? JSONEncoder.line.encode(result) else { return }
    failure.withLock { failure in
      guard let file else {
        do { try printOutput(String(decoding: line, as: UTF8.self)) } catch {
          failure = failure ?? error as? SplashError
        }
        return
      }
      do throws(SplashError) { try file.write(line + [UInt8(ascii: "\n")]) } catch {
        failure = failure ?? error
      }
    }
  }

  func end() throws {
    if let error = failure.withLock({ $0 }) { throw error }
    try file?.finish()
    try file?.publish()
  }
}

/// One progress line for all files: how many are done, how many failed, the remaining time.
private final class BatchLine: Sendable {
  private let batch: Batch
  private let start = DispatchTime.now()

  init(batch: Batch) { self.batch = batch }

  private var elapsed: Double {
    Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
  }

  /// Remaining seconds; nil before anything is done.
  private func left(_ progress: Batch.Progress) -> Double? {
    let rest = max(0, 1 - progress.passed - progress.share)
    return progress.share > 0 ? elapsed * rest / progress.share : nil
  }

  /// The same as JSON for programs.
  var json: String {
    let progress = batch.progress
    return oneLine(
      State(
        files: progress.files, done: progress.done, failed: progress.failed,
        share: thousandths(progress.passed + progress.share), elapsed: thousandths(elapsed),
        remaining: left(progress).map(thousandths)))
  }

  private struct State: Encodable {
    var files, done, failed: Int
    var share, elapsed: Double
    var remaining: Double?
  }

  func text(columns: Int) -> String {
    let progress = batch.progress
    let left = left(progress) ?? 0
    var details = ["\(progress.done)/\(counted(progress.files, "file"))"]
    if progress.failed > 0 { details.append("\(progress.failed) failed") }
    return progressText(progress.passed + progress.share, details, left: left, columns: columns)
  }
}
