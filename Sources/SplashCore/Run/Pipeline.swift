internal import Synchronization

/// Runs a source, filters and sinks.
///
/// One thread reads, one filters, and each sink has its own; bounded queues connect them. From a
/// live source the newest frame always wins: a slow sink drops frames only for itself and never
/// delays the camera, and a sink that fails ends alone. From a file, unless it is paced, no frame
/// is dropped, and the first failure ends the run.
// Each source, filter and sink is used by one thread that `run` starts; other threads call only
// methods documented for any thread.
public final class Pipeline: @unchecked Sendable {
  private let source: any FrameSource
  private let branches: [Branch]
  private let sinks: [any FrameSink]
  private let meter: RunMeter
  private let frameLimit: Int?
  private let onSinkFailure: @Sendable (any Error) -> Void
  private let restRule: RestKeeper.Rule?
  private let isInterrupted = Atomic(false)
  private let isAbandoned = Atomic(false)
  private let intake: BoundedQueue
  private let outlets: [BoundedQueue]
  private let state: Mutex<State>

  private struct State {
    /// The error that ended the run.
    var failure: (any Error)?
    /// The errors that ended single sinks.
    var sinkFailures: [Int: any Error] = [:]
    var openSinks: Int
    /// Whether the source was stopped before its end.
    var isCutShort = false
    var isAtEnd = false
    /// Paths of outputs that were not moved to their places, by sink.
    var heldBack: [Int: String] = [:]
  }

  /// The filters for some of the sinks.
  package struct Branch {
    /// Filters, applied in order.
    let filters: [any FrameFilter]
    /// Indices of sinks.
    let sinks: [Int]

    package init(filters: [any FrameFilter], sinks: [Int]) {
      (self.filters, self.sinks) = (filters, sinks)
    }
  }

  /// - Parameters:
  ///   - source: delivers the frames.
  ///   - filters: applied to each frame, in order.
  ///   - sinks: take the frames; at least one is not a watcher.
  ///   - meter: counts frames and times.
  ///   - frameLimit: ends the run after that many frames; nil for no limit.
  ///   - onSinkFailure: called at once if a sink of a live run fails and others continue.
  public convenience init(
    source: any FrameSource, filters: [any FrameFilter], sinks: [any FrameSink], meter: RunMeter,
    frameLimit: Int? = nil, onSinkFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.init(
      source: source, branches: [Branch(filters: filters, sinks: Array(sinks.indices))],
      sinks: sinks, meter: meter, frameLimit: frameLimit, onSinkFailure: onSinkFailure)
  }

  /// A pipeline whose frames go through several branches, one after another.
  ///
  /// - Parameters:
  ///   - branches: together name each sink once.
  ///   - source, sinks, meter, frameLimit, onSinkFailure: as for the other initializer.
  ///   - rest: when the source rests while nobody is watching; nil for never.
  package init(
    source: any FrameSource, branches: [Branch], sinks: [any FrameSink], meter: RunMeter,
    frameLimit: Int? = nil, rest: RestKeeper.Rule? = nil,
    onSinkFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    precondition(sinks.contains { !$0.isWatcher })
    precondition(branches.flatMap(\.sinks).sorted() == Array(sinks.indices))
    self.source = source
    self.branches = branches
    self.sinks = sinks
    self.meter = meter
    self.frameLimit = frameLimit
    self.onSinkFailure = onSinkFailure
    restRule = source.canRest ? rest : nil
    let policy: BoundedQueue.Policy = source.isLive ? .newestWins : .block
    intake = BoundedQueue(pictures: source.isLive ? 2 : source.readAhead, policy: policy)
    outlets = sinks.map { sink in
      sink.isWatcher
        ? BoundedQueue(pictures: sink.livePatience, policy: .newestWins)
        : BoundedQueue(pictures: source.isLive ? sink.livePatience : 4, policy: policy)
    }
    state = Mutex(State(openSinks: sinks.count { !$0.isWatcher }))
  }

  /// Runs until the source ends, all sinks have closed, `stop()` is called, or a part fails.
  ///
  /// In all cases every sink has been finished and the source closed when this returns or throws.
  /// Outputs replace old files only if nothing failed that they depend on, and a source with an end
  /// was not stopped before it.
  ///
  /// - Throws: the first failure of any part.
  public func run() throws {
    var workers: [Worker] = []
    do {
      for index in sinks.indices {
        workers.append(try Worker("write \(index)") { self.write(to: index) })
      }
      workers.append(try Worker("filter") { self.filter() })
      workers.append(try Worker("read") { self.read() })
    } catch {
      fail(error)
      intake.close()
      for outlet in outlets { outlet.close() }
      for sink in sinks.dropFirst(workers.count) { try? sink.finish(StageClock()) }
    }
    for worker in workers { worker.join() }
    source.close()
    try conclude()
  }

  /// Publishes complete outputs, and throws the first error.
  private func conclude() throws {
    var (failure, sinkFailures) = state.withLock { ($0.failure, $0.sinkFailures) }
    let isPiece = isPiece
    for index in sinks.indices where failure == nil && sinkFailures[index] == nil {
      do {
        if isPiece { try sinks[index].setAside() }
        if isPiece, let path = sinks[index].partialPath {
          state.withLock { $0.heldBack[index] = path }
        } else {
          try sinks[index].publish()
        }
      } catch { sinkFailures[index] = error }
    }
    guard let first = failure ?? sinkFailures.min(by: { $0.key < $1.key })?.value else { return }
    guard let error = first as? SplashError else { throw first }
    let partial = partialPaths
    throw partial.isEmpty ? error : error.adding(Self.whereabouts(partial))
  }

  /// Whether it was stopped before the end of a source that has one. After the run.
  package var isPiece: Bool { source.hasEnd && state.withLock { $0.isCutShort } }

  /// Paths of outputs that are not in their places yet. Any thread.
  package var partialPaths: [String] { sinks.compactMap(\.partialPath) }

  private static func whereabouts(_ partial: [String]) -> String {
    "the old file is unchanged, the new one is in \(partial.joined(separator: ", "))"
  }

  /// Problems of the source and the sinks that did not end the run: one line each. After the run.
  public var warnings: [String] {
    let pieces = heldBack.sorted { $0.key < $1.key }.map(\.value)
    let stop =
      pieces.isEmpty
      ? nil
      : "stopped before the end; the finished part is in \(pieces.joined(separator: ", "))"
    return ([source.warning] + sinks.map(\.warning) + [stop]).compactMap(\.self)
  }

  /// Paths of outputs that were not moved to their places since the run was stopped, by sink. After
  /// the run.
  package var heldBack: [Int: String] { state.withLock { $0.heldBack } }

  /// Number of live frames that the source lost. Any thread.
  public var dropped: Int { source.dropped }

  /// Ends a run early and cleanly: frames that were read are still written. Any thread.
  public func stop() {
    state.withLock { $0.isCutShort = $0.isCutShort || !$0.isAtEnd }
    // A source that holds frames returns them all at once.
    intake.keepAll()
    for index in sinks.indices where !sinks[index].isWatcher { outlets[index].keepAll() }
    interruptSource()
    for sink in sinks { sink.interrupt() }
  }

  /// Ends a run without its result: no further frame is filtered or written, and `run` throws. Any
  /// thread.
  package func abandon() {
    isAbandoned.store(true, ordering: .relaxed)
    fail(SplashError(.failure, "\(source.media.name): was given up"))
    intake.close()
    for outlet in outlets { outlet.close() }
    for sink in sinks { sink.interrupt() }
  }

  /// The next item of a queue; nil at its end, and once the run is abandoned.
  private func take(from queue: BoundedQueue) -> Item? {
    isAbandoned.load(ordering: .relaxed) ? nil : queue.take()
  }

  private func fail(_ error: any Error) {
    state.withLock { if $0.failure == nil { $0.failure = error } }
    interruptSource()
  }

  private func interruptSource() {
    isInterrupted.store(true, ordering: .relaxed)
    source.interrupt()
  }

  // MARK: - The three kinds of threads

  private func read() {
    defer { intake.close() }
    let clock = StageClock()
    var pictures = 0
    var rest = restRule.map(RestKeeper.init)
    do {
      while true {
        let goesOn = rest?.keep(source, sinks, meter) { isInterrupted.load(ordering: .relaxed) }
        guard goesOn != false, let item = try source.next(clock) else { break }
        switch consume item {
        case .packet(let packet):
          if case .closed = intake.put(.packet(packet)) { return }
        case .picture(var frame):
          if frame.isSequel { continue }
          let isPrelude = frame.isPrelude
          let record = isPrelude ? nil : meter.begin(sinks: sinks.count)
          clock.drain(into: record)
          frame.record = record
          switch intake.put(.picture(frame)) {
          case .none: break
          case .dropped(let frame):
            // Frames before the requested part have no record.
            if let record = frame.record { meter.drop(record) }
          case .closed: return
          }
          if isPrelude { continue }
          pictures += 1
          if pictures == frameLimit { source.endPictures() }
        }
      }
      state.withLock { $0.isAtEnd = true }
    } catch {
      fail(error)
    }
  }

  private func filter() {
    defer {
      intake.close()
      for outlet in outlets { outlet.close() }
    }
    let clock = StageClock()
    do {
      while let item = take(from: intake) {
        switch consume item {
        case .picture(let frame):
          for branch in branches.dropLast() {
            try pass(Frame(sharing: frame), through: branch, clock)
          }
          try pass(frame, through: branches[branches.count - 1], clock)
        case .packet(let packet):
          for index in sinks.indices.dropLast() {
            hand(.packet(Packet(sharing: packet)), to: index)
          }
          hand(.packet(packet), to: sinks.count - 1)
        }
      }
    } catch {
      fail(error)
    }
  }

  private func pass(
    _ picture: consuming Frame, through branch: Branch, _ clock: StageClock
  ) throws {
    for filter in branch.filters { try filter.apply(to: &picture, clock) }
    clock.drain(into: picture.record)
    guard !picture.isPrelude, let last = branch.sinks.last else { return }
    for index in branch.sinks.dropLast() { hand(.picture(Frame(sharing: picture)), to: index) }
    hand(.picture(picture), to: last)
  }

  private func hand(_ item: consuming Item, to index: Int) {
    let record: FrameRecord? =
      switch item {
      case .picture(let frame): frame.record
      case .packet: nil
      }
    switch outlets[index].put(item) {
    case .none: break
    case .dropped(let frame): end(frame.record!, .dropped, at: index)
    case .closed:
      if let record { end(record, .refused, at: index) }
    }
  }

  private func write(to index: Int) {
    let sink = sinks[index]
    let clock = StageClock()
    do {
      while let item = take(from: outlets[index]) {
        switch consume item {
        case .picture(let frame):
          let record = frame.record!
          let (time, captureTime) = (frame.presentationTime, frame.captureTime)
          defer { clock.drain(into: nil) }
          do {
            try sink.write(frame, clock)
          } catch {
            end(record, .refused, at: index)
            throw error
          }
          clock.drain(into: sink.isWatcher ? nil : record)
          end(record, .written, at: index, time: time, captureTime: captureTime)
        case .packet(let packet):
          try sink.write(packet, clock)
        }
      }
    } catch {
      close(index, after: error)
    }
    do {
      try sink.finish(clock)
    } catch {
      close(index, after: error)
    }
    if !sink.isWatcher { retire() }
  }

  private func end(
    _ record: FrameRecord, _ outcome: RunMeter.Outcome, at index: Int, time: Double? = nil,
    captureTime: UInt64? = nil
  ) {
    meter.end(
      record, sinks[index].isWatcher ? .watched : outcome, sink: index, time: time,
      captureTime: captureTime)
  }

  /// Closes a sink after an error. It is no failure if the reader of a pipe is gone.
  private func close(_ index: Int, after error: any Error) {
    outlets[index].close()
    while let item = outlets[index].take() {
      if case .picture(let frame) = item {
        end(frame.record!, .refused, at: index)
      }
    }
    guard (error as? SplashError)?.kind != .closedPipe, !sinks[index].isWatcher else { return }
    let (isFirst, othersGoOn) = state.withLock { state in
      let isFirst = state.sinkFailures[index] == nil
      if isFirst { state.sinkFailures[index] = error }
      return (isFirst, state.openSinks > 1)
    }
    if !source.isLive {
      fail(error)
    } else if isFirst, othersGoOn {
      onSinkFailure(error)
    }
  }

  private func retire() {
    let remaining = state.withLock { state in
      state.openSinks -= 1
      return state.openSinks
    }
    if remaining == 0 { interruptSource() }
  }
}

extension FrameSource {
  /// Whether its frames end by themselves: it is a file, or has a known length.
  fileprivate var hasEnd: Bool {
    !isLive && (media.duration != nil || FileVersion(path: filePath(of: media.name)) != nil)
  }
}
