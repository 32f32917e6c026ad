internal import Synchronization

/// The one loop: a source gives pictures away, filters change them, sinks take them.
///
/// One thread reads, one filters, and each sink has its own; a bounded queue is the only meeting
/// place of two. From a live source the newest picture wins everywhere, so a slow sink drops
/// pictures for itself alone and never holds up the camera, and one that fails ends alone; from a
/// file that is not paced like one nothing is dropped, and the first failure ends the run.
// Each source, filter and sink is used by the one thread that `run` starts for it; only what they
// say any thread may call is called by others.
public final class Pipeline: @unchecked Sendable {
  private let source: any FrameSource
  private let branches: [Branch]
  private let sinks: [any FrameSink]
  private let meter: RunMeter
  private let frameLimit: Int?
  private let onSinkFailure: @Sendable (any Error) -> Void
  private let restRule: RestKeeper.Rule?
  private let isInterrupted = Atomic(false)
  private let intake: BoundedQueue
  private let outlets: [BoundedQueue]
  private let state: Mutex<State>

  private struct State {
    /// What ended the run.
    var failure: (any Error)?
    /// What ended single sinks.
    var sinkFailures: [Int: any Error] = [:]
    var openSinks: Int
    /// The source was stopped before it had given all.
    var isCutShort = false
    var isAtEnd = false
    /// Where the outputs are that did not take their place, by sink.
    var heldBack: [Int: String] = [:]
  }

  /// The way of pictures to some of the sinks.
  package struct Branch {
    /// What happens to each picture, in order.
    let filters: [any FrameFilter]
    /// Indices of sinks.
    let sinks: [Int]

    package init(filters: [any FrameFilter], sinks: [Int]) {
      (self.filters, self.sinks) = (filters, sinks)
    }
  }

  /// - Parameters:
  ///   - source: where pictures come from.
  ///   - filters: what happens to each, in order.
  ///   - sinks: where they go; at least one that is no watcher.
  ///   - meter: counts and times.
  ///   - frameLimit: ends the run after that many pictures; nil for no limit.
  ///   - onSinkFailure: told at once when a sink of a live run has failed and others go on.
  public convenience init(
    source: any FrameSource, filters: [any FrameFilter], sinks: [any FrameSink], meter: RunMeter,
    frameLimit: Int? = nil, onSinkFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.init(
      source: source, branches: [Branch(filters: filters, sinks: Array(sinks.indices))],
      sinks: sinks, meter: meter, frameLimit: frameLimit, onSinkFailure: onSinkFailure)
  }

  /// Each picture goes through all branches, one after another.
  ///
  /// - Parameters:
  ///   - branches: name each of the sinks once.
  ///   - source, sinks, meter, frameLimit, onSinkFailure: as above.
  ///   - rest: when the source rests while nobody looks; nil for never.
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

  /// Runs until the source ends, every sink has closed, `stop()` is called, or something fails.
  ///
  /// Whatever happens, every sink has been finished and the source closed when this returns or
  /// throws. Outputs take the place of what was there before only when nothing failed that they
  /// depend on, and a source with an end was not stopped before it.
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

  /// Publishes what is complete, and throws what went wrong.
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

  /// Files of outputs that have not taken their place. Any thread.
  package var partialPaths: [String] { sinks.compactMap(\.partialPath) }

  private static func whereabouts(_ partial: [String]) -> String {
    "what was there before is unchanged, what is new is in \(partial.joined(separator: ", "))"
  }

  /// What was wrong with the source or could not be kept by a sink, and did not end the run: one
  /// line each. After the run.
  public var warnings: [String] {
    let pieces = heldBack.sorted { $0.key < $1.key }.map(\.value)
    let stop =
      pieces.isEmpty
      ? nil
      : "stopped before the end: the piece that is done is in \(pieces.joined(separator: ", "))"
    return ([source.warning] + sinks.map(\.warning) + [stop]).compactMap(\.self)
  }

  /// Where the outputs are that did not take their place since the run was stopped, by sink. After
  /// the run.
  package var heldBack: [Int: String] { state.withLock { $0.heldBack } }

  /// Live pictures that the source never gave away. Any thread.
  public var dropped: Int { source.dropped }

  /// Ends a run early and in good order: what was read is still written. Any thread.
  public func stop() {
    state.withLock { $0.isCutShort = $0.isCutShort || !$0.isAtEnd }
    // What a source has held is given all at once.
    intake.keepAll()
    for index in sinks.indices where !sinks[index].isWatcher { outlets[index].keepAll() }
    interruptSource()
    for sink in sinks { sink.interrupt() }
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
            // What comes before a part has none.
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
      while let item = intake.take() {
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
      while let item = outlets[index].take() {
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

  /// A sink takes nothing more. That the reader of a pipe went away is no failure.
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
  /// Its pictures end by themselves: it is a file, or says how long it is.
  fileprivate var hasEnd: Bool {
    !isLive && (media.duration != nil || FileVersion(path: filePath(of: media.name)) != nil)
  }
}
