internal import Foundation
internal import Synchronization

/// The one loop: a source gives pictures away, filters change them, sinks take them.
///
/// One thread reads, one filters, and each sink has its own; a bounded queue is the only meeting
/// place of two. From a live source the newest picture wins everywhere, so a slow sink drops
/// pictures for itself alone and never holds up the camera; from a file nothing is ever dropped.
public final class Pipeline: @unchecked Sendable {
  private let source: any FrameSource
  private let filters: [any FrameFilter]
  private let sinks: [any FrameSink]
  private let meter: RunMeter
  private let frameLimit: Int?
  private let intake: BoundedQueue
  private let outlets: [BoundedQueue]
  private let state: Mutex<State>

  private struct State {
    var failure: (any Error)?
    var openSinks: Int
  }

  /// - Parameters:
  ///   - source: where pictures come from.
  ///   - filters: what happens to each, in order.
  ///   - sinks: where they go; at least one.
  ///   - meter: counts and times.
  ///   - frameLimit: ends the run after that many pictures; nil for no limit.
  public init(
    source: any FrameSource, filters: [any FrameFilter], sinks: [any FrameSink], meter: RunMeter,
    frameLimit: Int? = nil
  ) {
    precondition(!sinks.isEmpty)
    self.source = source
    self.filters = filters
    self.sinks = sinks
    self.meter = meter
    self.frameLimit = frameLimit
    let policy: BoundedQueue.Policy = source.isLive ? .newestWins : .block
    let depth = source.isLive ? 2 : 4
    intake = BoundedQueue(pictures: depth, policy: policy)
    outlets = sinks.map { sink in
      BoundedQueue(pictures: source.isLive ? sink.livePatience : depth, policy: policy)
    }
    state = Mutex(State(openSinks: sinks.count))
  }

  /// Runs until the source ends, every sink has closed, `stop()` is called, or something fails.
  ///
  /// Whatever happens, every sink has been finished and the source closed when this returns or throws.
  ///
  /// - Throws: the first failure of any part.
  public func run() throws {
    let threads = DispatchGroup()
    start("read", in: threads) { self.read() }
    start("filter", in: threads) { self.filter() }
    for index in sinks.indices {
      start("write \(index)", in: threads) { self.write(to: index) }
    }
    threads.wait()
    source.close()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Ends a run early and in good order: what was read is still written. Any thread.
  public func stop() {
    source.interrupt()
    for sink in sinks { sink.interrupt() }
  }

  private func start(
    _ name: String, in group: DispatchGroup, _ body: @escaping @Sendable () -> Void
  ) {
    group.enter()
    let thread = Thread {
      body()
      group.leave()
    }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func fail(_ error: any Error) {
    state.withLock { if $0.failure == nil { $0.failure = error } }
    source.interrupt()
  }

  // MARK: - The three kinds of threads

  private func read() {
    defer { intake.close() }
    let clock = StageClock()
    var pictures = 0
    do {
      while let item = try source.next(clock) {
        switch consume item {
        case .packet(let packet):
          if case .closed = intake.put(.packet(packet)) { return }
        case .picture(var frame):
          let record = meter.begin(sinks: sinks.count)
          clock.drain(into: record)
          frame.record = record
          switch intake.put(.picture(frame)) {
          case .none: break
          case .dropped(let frame): meter.drop(frame.record!)
          case .closed: return
          }
          pictures += 1
          if pictures == frameLimit { source.endPictures() }
        }
      }
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
        case .picture(var frame):
          for filter in filters { try filter.apply(to: &frame, clock) }
          clock.drain(into: frame.record)
          for index in sinks.indices.dropLast() { hand(.picture(Frame(sharing: frame)), to: index) }
          hand(.picture(frame), to: sinks.count - 1)
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

  private func hand(_ item: consuming Item, to index: Int) {
    let record: FrameRecord? =
      switch item {
      case .picture(let frame): frame.record
      case .packet: nil
      }
    switch outlets[index].put(item) {
    case .none: break
    case .dropped(let frame):
      meter.end(frame.record!, .dropped, isFirstSink: index == 0)
    case .closed:
      if let record { meter.end(record, .refused, isFirstSink: index == 0) }
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
          let captureTime = frame.captureTime
          defer { clock.drain(into: nil) }
          do {
            try sink.write(frame, clock)
          } catch {
            meter.end(record, .refused, isFirstSink: index == 0)
            throw error
          }
          clock.drain(into: record)
          meter.end(record, .written, isFirstSink: index == 0, captureTime: captureTime)
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
    retire()
  }

  /// A sink takes nothing more. That the reader of a pipe went away is no failure.
  private func close(_ index: Int, after error: any Error) {
    outlets[index].close()
    while let item = outlets[index].take() {
      if case .picture(let frame) = item {
        meter.end(frame.record!, .refused, isFirstSink: index == 0)
      }
    }
    if (error as? SplashError)?.kind != .closedPipe { fail(error) }
  }

  private func retire() {
    let remaining = state.withLock { state in
      state.openSinks -= 1
      return state.openSinks
    }
    if remaining == 0 { source.interrupt() }
  }
}
