internal import Glibc
internal import Synchronization

/// Exports an input with a look to a new file, as the command does, while the page plays on; one
/// file at a time.
final class Exporter: Sendable {
  let place: ExportPlace
  /// The files that browsers may download.
  let finished = FinishedExports()
  private let state = Mutex(State())

  private struct State {
    var progress: BrowserMessage.Export?
    var worker: Worker?
    var job: Job?
    /// Networks for this export alone, freed with it.
    var models: Models?
    var begin: UInt64 = 0
    var isStopped = false
    /// True when the tuner ends: no further export may start.
    var hasEnded = false
  }

  /// Nice value of the export's threads, which run behind playback.
  static let niceness: Int32 = 10

  init(_ place: ExportPlace) { self.place = place }

  /// Progress of the last export; nil before there was one. Any thread.
  var progress: BrowserMessage.Export? {
    state.withLock { state in
      guard var progress = state.progress else { return nil }
      if progress.state == .running, let job = state.job, let count = job.pictureCount, count > 0 {
        let share = min(1, Double(job.frames.out) / Double(count))
        let elapsed = Double(monotonicNanoseconds() - state.begin) / 1e9
        progress.share = share
        progress.left = share > 0 ? elapsed * (1 - share) / share : nil
      }
      return progress
    }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Starts an export.
  ///
  /// - Parameters:
  ///   - request: the job; its outputs are ignored.
  ///   - name: of a new file in the input's folder.
  ///   - options: encoding options.
  ///   - onChange: called when it has started and ended. Any thread.
  /// - Throws: `SplashError` for a name that cannot be used, and while another export runs. Later
  ///   errors are reported by `progress`.
  func begin(
    _ request: Job.Request, to name: String, _ options: OutputOptions = OutputOptions(),
    onChange: @escaping @Sendable () -> Void
  ) throws {
    let path = try place.path(for: name)
    let last = try state.withLock { state -> Worker? in
      guard !state.hasEnded else { throw Self.ended(name) }
      if let running = state.progress, running.state == .running {
        throw SplashError(
          .usage, "export to '\(name)'", cause: "\(running.name) is being written",
          remedy: "wait for it, or cancel it")
      }
      let last = state.worker
      state = State(progress: BrowserMessage.Export(state: .running, name: name))
      return last
    }
    last?.join()
    var (request, options) = (request, options)
    options.isGivenUp = { [weak self] in self?.isStopped ?? true }
    request.outputs = [(path, options)]
    let models = request.models.sharing(memory: 0)
    request.models = models
    // Also ends the work before there is a job to stop: tracking objects back, opening files.
    request.inputOptions.isGivenUp = options.isGivenUp
    request.onEvent = { [weak self, tell = request.onEvent] line in
      tell(line)
      self?.state.withLock { $0.progress?.lines = [line] }
      onChange()
    }
    onChange()
    try state.withLock { state in
      do {
        guard !state.hasEnded else { throw Self.ended(name) }
        state.models = models
        if state.isStopped { models.end() }
        state.worker = try Worker("export") { [self, request] in
          run(request, path)
          onChange()
        }
      } catch {
        state.progress = nil
        throw error
      }
    }
  }

  /// Stops the export and removes its file. Any thread.
  func stop() {
    let (job, models) = state.withLock { state in
      state.isStopped = true
      return (state.job, state.models)
    }
    job?.abandon()
    models?.end()
  }

  /// Stops the export, waits for its end, and starts no more.
  func end() {
    state.withLock { $0.hasEnded = true }
    stop()
    state.withLock { $0.worker.take() }?.join()
  }

  private static func ended(_ name: String) -> SplashError {
    SplashError(.usage, "export to '\(name)'", cause: "splash tune ends")
  }

  private func run(_ request: Job.Request, _ path: String) {
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
    let outcome = Result { try write(request, path) }
    state.withLock { state in
      let count = state.job?.frames.out ?? 0
      (state.job, state.models) = (nil, nil)
      guard var progress = state.progress else { return }
      switch outcome {
      case .success(let lines):
        (progress.state, progress.lines) = (.done, lines)
        let elapsed = Double(monotonicNanoseconds() - state.begin) / 1e9
        if count > 1, elapsed > 0 { progress.pace = Double(count) / elapsed }
        if let bytes = finished.add(progress.name, at: path) {
          (progress.file, progress.bytes) = (progress.name, bytes)
        }
      case .failure where state.isStopped: progress.state = .stopped
      case .failure(let error): (progress.state, progress.lines) = (.failed, ["\(error)"])
      }
      progress.suggestion = place.suggestion
      state.progress = progress
    }
  }

  /// - Returns: notes on the result.
  private func write(_ request: Job.Request, _ path: String) throws -> [String] {
    var search = try SizeSearch(request)
    var job = try attempt(search?.request ?? request, path)
    while try search?.goesOn(after: job) == true {
      job = try attempt(search!.request, path)
    }
    let report = job.report()
    return [counted(report.frames.out, "frame")] + [search?.loss].compactMap(\.self) + job.notes
      + job.warnings
  }

  private func attempt(_ request: Job.Request, _ path: String) throws -> Job {
    let job = try Job(request)
    let file = FileIdentity(path: path)
    let isStopped = state.withLock { state in
      (state.job, state.begin) = (job, monotonicNanoseconds())
      return state.isStopped
    }
    do {
      if isStopped { job.abandon() }
      try job.run()
      if self.isStopped { throw Stopped() }
    } catch {
      for path in job.partialPaths + [path] where file != nil && FileIdentity(path: path) == file {
        _ = path.withPath { unlink($0) }
      }
      throw error
    }
    return job
  }

  private struct Stopped: Error {}
}
