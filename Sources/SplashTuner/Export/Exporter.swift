internal import Glibc
internal import SplashCore
internal import SplashFilter
internal import SplashJob
internal import Synchronization

/// Writes an input under a look into a new file, as the command does, while the page plays on; one
/// file at a time.
final class Exporter: Sendable {
  let place: ExportPlace
  /// What browsers may fetch.
  let finished = FinishedExports()
  private let state = Mutex(State())

  private struct State {
    var progress: BrowserMessage.Export?
    var worker: Worker?
    var job: Job?
    /// Networks of this one alone, which go with it.
    var models: Models?
    var begin: UInt64 = 0
    var isStopped = false
    /// The tuner ends: there will be no other.
    var hasEnded = false
  }

  /// What people look at goes before: the nice value of the threads that write.
  private static let niceness: Int32 = 10

  init(_ place: ExportPlace) { self.place = place }

  /// How far the last one is; nil before there was one. Any thread.
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

  /// Begins one.
  ///
  /// - Parameters:
  ///   - request: what to do; its outputs do not count.
  ///   - name: of a new file in the folder of the input.
  ///   - options: how it is to be written.
  ///   - onChange: told when it has begun and ended. Any thread.
  /// - Throws: `SplashError` for a name that cannot be used, and while another one is being
  ///   written. What is wrong with the work itself is told by `progress`.
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
    var request = request
    request.outputs = [(path, options)]
    let models = request.models.remembering(0)
    request.models = models
    // Also what is done before there is a job to stop: things are followed back, files opened.
    request.inputOptions.isGivenUp = { [weak self] in self?.isStopped ?? true }
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

  /// Ends it early; nothing is left of it. Any thread.
  func stop() {
    let (job, models) = state.withLock { state in
      state.isStopped = true
      return (state.job, state.models)
    }
    job?.stop()
    models?.end()
  }

  /// Ends it early and waits for that; there will be no other.
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
        if finished.add(progress.name, at: path) { progress.file = progress.name }
      case .failure where state.isStopped: progress.state = .stopped
      case .failure(let error): (progress.state, progress.lines) = (.failed, ["\(error)"])
      }
      progress.suggestion = place.suggestion
      state.progress = progress
    }
  }

  /// - Returns: what there is to say of the result.
  private func write(_ request: Job.Request, _ path: String) throws -> [String] {
    let job = try Job(request)
    let file = FileIdentity(path: path)
    let isStopped = state.withLock { state in
      (state.job, state.begin) = (job, monotonicNanoseconds())
      return state.isStopped
    }
    do {
      if isStopped { job.stop() }
      try job.run()
      if self.isStopped { throw Stopped() }
    } catch {
      for path in job.partialPaths + [path] where file != nil && FileIdentity(path: path) == file {
        _ = path.withPath { unlink($0) }
      }
      throw error
    }
    let report = job.report()
    return ["\(report.frames.out) pictures"] + job.notes + job.warnings
  }

  private struct Stopped: Error {}
}
