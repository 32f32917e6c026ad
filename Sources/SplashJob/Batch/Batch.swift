internal import Glibc
internal import Synchronization

/// Several inputs, each of which becomes a file of its own. One that fails does not end the others.
public final class Batch: Sendable {
  /// What to do with all inputs.
  public struct Request: Sendable {
    public var inputs: [BatchInput]
    public var outputs: OutputPattern
    /// Settings and options for all inputs. Its own input and outputs are ignored, except for the
    /// first output's options.
    public var job: Job.Request
    /// Number of files processed at a time, 1 or more.
    public var jobs = 1
    /// Skips results that were completed with these settings, and redoes those that an earlier run
    /// left incomplete.
    public var resumes = false
    /// Seconds without progress after which a file is given up.
    public var patience = 600.0
    /// Called with each result as its file is done. Any thread.
    public var onResult: @Sendable (BatchResult) -> Void = { _ in }

    public init(inputs: [BatchInput], outputs: OutputPattern, job: Job.Request) {
      self.inputs = inputs
      self.outputs = outputs
      self.job = job
    }
  }

  private struct Task: Sendable {
    var input, output: String
    var size: Int
    /// How the result differs from its name, for people; nil where it does not.
    var note: String?
  }

  private struct State {
    var next = 0
    var running: [Int: Job] = [:]
    var results: [Int: BatchResult] = [:]
    /// Bytes of the inputs processed in this run, and of those that an earlier run had finished.
    var done = 0, passed = 0
    var isStopped = false
  }

  private let request: Request
  private let tasks: [Task]
  private let ledger: Ledger
  private let key: String
  private let state = Mutex(State())

  /// - Throws: `SplashError` of kind usage where two inputs would have the same output or a result
  ///   would replace an input, of kind badInput where the folder of the results cannot be written.
  ///   No result has been touched then.
  public init(_ request: Request) throws {
    self.request = request
    tasks = try Self.tasks(request.inputs, request.outputs)
    ledger = try Ledger(folder: request.outputs.folder)
    key = try request.job.key
  }

  private static func tasks(
    _ inputs: [BatchInput], _ pattern: OutputPattern
  ) throws(SplashError) -> [Task] {
    let outputs = inputs.enumerated().map { pattern.path(for: $1, number: $0 + 1) }
    let made = try inputsReplaced(by: outputs, of: inputs, pattern)
    let tasks = inputs.indices.filter { !made.contains($0) }.map { index in
      let path = inputs[index].path
      let size = FileVersion(path: filePath(of: path))?.size
      let note = "\(outputs[index].displayed): a JPEG, since HEIC cannot be written"
      return Task(
        input: path, output: outputs[index], size: size ?? 0,
        note: pattern.becomesJPEG(inputs[index]) ? note : nil)
    }
    var origins: [PathKey: String] = [:]
    for task in tasks {
      if let other = origins.updateValue(task.input, forKey: PathKey(destination(of: task.output)))
      {
        throw SplashError(
          .usage, "\(other) and \(task.input) would both become \(task.output)",
          remedy: "tell them apart with {folder}, {ext} or {n}: -o 'out/{n}-{name}.{ext}'")
      }
    }
    return tasks
  }

  /// The inputs to leave out because they are results of other inputs: files found in a folder
  /// under the name of such a result, which earlier runs left beside their inputs.
  ///
  /// - Throws: `SplashError` of kind usage where any other input would be overwritten by a result.
  private static func inputsReplaced(
    by outputs: [String], of inputs: [BatchInput], _ pattern: OutputPattern
  ) throws(SplashError) -> Set<Int> {
    var places: [FileIdentity: Int] = [:]
    for (index, input) in inputs.enumerated() {
      if let file = FileIdentity(path: filePath(of: input.path)) { places[file] = index }
    }
    var made: Set<Int> = []
    for (index, output) in outputs.enumerated() {
      guard let other = FileIdentity(path: output).flatMap({ places[$0] }),
        inputs[other].path != inputs[index].path
      else { continue }
      guard inputs[other].isFound, pattern.hasNames else {
        throw SplashError(
          .usage,
          "the result of \(inputs[index].path) would replace the input \(inputs[other].path)",
          remedy: "choose another folder or other names, such as -o 'out/{n}-{name}.{ext}'")
      }
      made.insert(other)
    }
    return made
  }

  // MARK: - The run

  /// Processes all inputs.
  ///
  /// - Returns: the result of each input, in the order of the inputs; those that a stop prevented
  ///   are missing.
  /// - Throws: `SplashError` when the system has no threads.
  public func run() throws -> [BatchResult] {
    var workers: [Worker] = []
    defer { for worker in workers { worker.join() } }
    for number in 0..<max(1, min(request.jobs, tasks.count)) {
      workers.append(try Worker("batch \(number)") { self.work() })
    }
    for worker in workers { worker.join() }
    workers = []
    return state.withLock { state in state.results.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Stops the run early: the jobs that run end in good order and count as not done. Any thread.
  public func stop() {
    let running = state.withLock { state in
      state.isStopped = true
      return Array(state.running.values)
    }
    for job in running { job.stop() }
  }

  private func work() {
    while let index = take() {
      let result = attempt(index)
      state.withLock { state in
        state.running[index] = nil
        state.results[index] = result
        if result.status == .before { state.passed += tasks[index].size }
        if result.status != .before { state.done += tasks[index].size }
      }
      request.onResult(result)
    }
  }

  private func take() -> Int? {
    state.withLock { state in
      guard !state.isStopped, state.next < tasks.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Processes a file on its own thread, which is abandoned where the file makes no progress for
  /// too long: nothing can end such a thread from outside.
  private func attempt(_ index: Int) -> BatchResult {
    let attempt = BatchAttempt(patience: request.patience)
    var result = BatchResult(input: tasks[index].input, output: tasks[index].output)
    let isNew = FolderEntry(path: tasks[index].output) == nil
    do throws(SplashError) {
      let worker = try Worker("file \(index)") { attempt.end(self.process(index, attempt)) }
      let isOver = attempt.wait {
        self.state.withLock { $0.isStopped && $0.running[index] == nil }
      } _: {
        self.state.withLock { $0.running[index]?.frames }
      }
      if isOver { worker.join() }
    } catch {
      result.error = "\(error)"
      return result
    }
    if let result = attempt.result { return result }
    let job = state.withLock { $0.running[index] }
    job?.stop()
    for path in (job?.partialPaths ?? []) + (isNew ? [tasks[index].output] : []) {
      _ = path.withPath { unlink($0) }
    }
    if job == nil, state.withLock({ $0.isStopped }) {
      result.status = .stopped
      return result
    }
    let seconds = Int(exactly: request.patience).map(String.init) ?? "\(request.patience)"
    result.error =
      SplashError(
        .failure, "\(result.input): it made no progress for \(seconds) s",
        remedy: "leave it out, or wait longer with \(option: "fileTimeout")"
      ).description
    return result
  }

  private func process(_ index: Int, _ attempt: BatchAttempt) -> BatchResult {
    let task = tasks[index]
    var result = BatchResult(input: task.input, output: task.output)
    if request.resumes, ledger.isFinished(task.output, from: filePath(of: task.input), key: key) {
      result.status = .before
      return result
    }
    do {
      try run(task, index, attempt, &result)
    } catch {
      result.status = .failed
      result.error = "\(error)"
    }
    return result
  }

  private func run(
    _ task: Task, _ index: Int, _ attempt: BatchAttempt, _ result: inout BatchResult
  ) throws {
    guard NumberedName(task.output) == nil else {
      throw SplashError(
        .badInput, "\(task.output): the name stands for numbered images",
        remedy: "rename \(task.input), or splash it alone")
    }
    if let slash = task.output.lastIndex(of: "/") {
      try Folder.create(String(task.output[..<slash]))
    }
    var job = request.job
    // Files that are processed at the same time share the cores.
    job.subjectThreads = max(1, job.subjectThreads / max(1, min(request.jobs, tasks.count)))
    job.input = task.input
    job.inputOptions.isGivenUp = { attempt.isGivenUp }
    job.inputOptions.onStep = { attempt.proceed() }
    var options = request.job.outputs[0].options
    options.isGivenUp = { attempt.isGivenUp }
    job.outputs = [(task.output, options)]
    for half in [task.output, NewFile.partialPath(of: task.output)]
    where request.resumes && ledger.isHalf(half) {
      NewFile.removeLeftover(half)
      ledger.forget(half)
    }
    let isNew = FolderEntry(path: task.output) == nil
    // No wait for the disk for photos: there are thousands, each written at once and rarely left
    // incomplete.
    if isNew { try ledger.begin(task.output, survivesPowerCuts: task.size > 16 << 20) }
    do {
      let job = try Job(job)
      if isNew { ledger.note(task.output) }
      guard !attempt.isGivenUp else { return }
      try finish(job, index, &result)
      // A new file that is incomplete lies under a temporary name, for --resume to remove.
      if isNew, let piece = job.partialPaths.first {
        ledger.forget(task.output)
        ledger.note(piece)
      }
    } catch {
      if isNew, FolderEntry(path: task.output) == nil { ledger.forget(task.output) }
      throw error
    }
    if let note = task.note { result.notes.insert(note, at: 0) }
    if result.status == .done, !attempt.isGivenUp {
      ledger.finish(task.output, from: filePath(of: task.input), key: key)
    }
  }

  private func finish(_ job: Job, _ index: Int, _ result: inout BatchResult) throws {
    let isStopped = state.withLock { state in
      state.running[index] = job
      return state.isStopped
    }
    if isStopped { job.stop() }
    try job.run()
    result.take(job.report(), notes: job.notes, warnings: job.warnings)
  }

  // MARK: - Progress

  /// How far a run has come.
  public struct Progress: Sendable {
    public var files, done, failed: Int
    /// Shares of the bytes of all inputs: done so far, and finished before this run.
    public var share, passed: Double
  }

  /// The progress at the moment. Any thread.
  public var progress: Progress {
    let state = state.withLock {
      (done: $0.done, passed: $0.passed, results: $0.results, running: $0.running)
    }
    let sum = Double(max(1, tasks.map(\.size).reduce(0, +)))
    let current = state.running.reduce(0.0) { sum, job in
      guard let count = job.value.pictureCount, count > 0 else { return sum }
      let share = min(1, Double(job.value.frames.out) / Double(count))
      return sum + share * Double(tasks[job.key].size)
    }
    return Progress(
      files: tasks.count, done: state.results.count,
      failed: state.results.values.count { $0.status == .failed },
      share: (Double(state.done) + current) / sum, passed: Double(state.passed) / sum)
  }

  /// The number of files to process.
  public var count: Int { tasks.count }

  /// The paths of the results.
  public var outputs: [String] { tasks.map(\.output) }
}
