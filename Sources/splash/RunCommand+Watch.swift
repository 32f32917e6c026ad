import Glibc
import SplashJob
import Synchronization

extension RunCommand {
  /// Processes files that arrive in folders until a signal ends it.
  ///
  /// - Parameter patience: that of a batch; nil for its default.
  /// - Throws: `SplashError` of kind failure when one of the files failed.
  func watch(_ request: Job.Request, into outputs: OutputPattern, patience: Double?) throws {
    let folders = [source.input] + batch.more
    guard !sink.outputs[0].contains("{n}") else {
      throw SplashError(
        .usage, "-o \(sink.outputs[0])", cause: "what arrives has no number",
        remedy: "use {name}, {ext} and {folder}")
    }
    var arrivals = try FolderWatch(folders, output: outputs.folder)
    let report = try batch.report.map {
      try ReportFile($0, overwrite: sink.overwrite, inputs: request.reads)
    }
    let running = Running()
    let signals = try StopSignals()
    let bell = arrivals.bell
    signals.onStop {
      running.stop()
      bell.end()
    }
    let names = folders.map(\.displayed).joined(separator: ", ")
    let settings = try TextOutput(
      look.saveSettings, flag: "--save-settings", overwrite: sink.overwrite, inputs: request.reads)
    try settings?.write((request.timeline?.document ?? request.settings.json).utf8)
    if !reporting.quiet { printError("splash: watching \(names); Ctrl-C ends it") }
    var (done, failed) = (0, 0)
    /// Processes files that have arrived, except for those whose output another file has already.
    func work(on inputs: [BatchInput], besides taken: inout Set<PathKey>) throws {
      var one = Batch.Request(inputs: inputs, outputs: outputs, job: request)
      one.jobs = batch.jobs ?? 1
      // Skips files that were completed before splash was restarted.
      one.resumes = true
      if let patience { one.patience = patience }
      one.onResult = { report?.add($0) }
      one.job.onEvent = { _ in }
      let work = try Batch(one)
      if let output = work.outputs.first(where: { !taken.insert(PathKey($0)).inserted }) {
        throw SplashError(
          .badInput, "\(output): is the result of another file that came with it",
          remedy: "tell them apart with {folder} or {ext} in -o")
      }
      running.take(work)
      for result in try work.run() where result.status != .before {
        done += result.status == .done ? 1 : 0
        failed += result.status == .failed ? 1 : 0
        say(result)
      }
    }
    var missing: [String] = []
    while !running.isStopped {
      let inputs = arrivals.next()
      guard !arrivals.hasEnded else { break }
      tell(arrivals.missing, besides: missing)
      missing = arrivals.missing
      var taken: Set<PathKey> = []
      do { try work(on: inputs, besides: &taken) } catch {
        // Files that cannot share a batch, such as two with the same output, are processed one by
        // one.
        for input in inputs where !running.isStopped {
          do { try work(on: [input], besides: &taken) } catch {
            failed += 1
            printError("splash: \(input.path.displayed): \(error)")
          }
        }
      }
    }
    try report?.end()
    let summary =
      "\(counted(done, "file")) done" + (failed > 0 ? ", \(failed) failed" : "")
      + "; \(Self.assurance)"
    guard failed == 0 else { throw SplashError(.failure, summary) }
    if let folder = missing.first {
      throw SplashError(.failure, "\(folder.displayed): the folder is gone", cause: summary)
    }
    if !reporting.quiet { printError("splash: \(summary)") }
  }

  /// Reports folders that are missing, and folders that have come back.
  private func tell(_ missing: [String], besides before: [String]) {
    let (now, then) = (Set(missing.map(PathKey.init)), Set(before.map(PathKey.init)))
    for folder in missing where !then.contains(PathKey(folder)) {
      printError(
        "splash: \(folder.displayed): the folder is gone; waiting for one of that name")
    }
    guard !reporting.quiet else { return }
    for folder in before where !now.contains(PathKey(folder)) {
      printError("splash: \(folder.displayed): the folder is there again")
    }
  }

  private func say(_ result: BatchResult) {
    if let error = result.error { return printError("splash: \(error)") }
    guard !reporting.quiet, result.status == .done else { return }
    let remarks = ((result.hint.map { [$0] } ?? []) + result.notes).map { "; " + $0 }.joined()
    printError(
      "splash: \(result.input): \(RunReport.percent(result.kept)) kept; written to "
        + result.output + remarks)
  }
}

/// The batch that runs, so that another thread can stop it.
private final class Running: Sendable {
  private let state = Mutex<(isStopped: Bool, batch: Batch?)>((false, nil))

  var isStopped: Bool { state.withLock { $0.isStopped } }

  func take(_ batch: Batch) {
    let isStopped = state.withLock { state in
      state.batch = batch
      return state.isStopped
    }
    if isStopped { batch.stop() }
  }

  func stop() {
    let batch = state.withLock { state in
      state.isStopped = true
      return state.batch
    }
    batch?.stop()
  }
}
