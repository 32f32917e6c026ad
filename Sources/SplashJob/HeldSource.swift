internal import Foundation

/// Holds the frames of a live source until the networks have made their masks.
///
/// A thread of its own reads, so that networks see frames when they arrive. At the end of the input
/// the held frames are still given on time; at a stop they are given at once, as many as fit in a
/// fifth of a second.
// The condition guards the state that changes. The source belongs to the reading thread while that
// runs and does not rest.
final class HeldSource: FrameSource, @unchecked Sendable {
  private let source: any FrameSource
  private let look: HeldLook
  private let frameLimit: Int?
  private let condition = NSCondition()
  private var thread: Worker?
  private var held = HeldPictures()
  private var end: Result<Void, any Error>?
  /// Time of the stop, in nanoseconds of the monotonic clock; nil before.
  private var stopped: UInt64?
  private var sleep = Sleep.awake
  private var lost = 0
  /// Number of frames given, and the sum of the nanoseconds for which they were held.
  private var given = (count: 0, time: UInt64(0))

  private enum Sleep { case awake, wanted, begun }

  /// Nanoseconds after a stop in which frames are still given.
  private static let patience: UInt64 = 200_000_000
  /// Seconds after which the delay is read again.
  private static let interval = 0.02

  /// - Parameter frameLimit: maximum number of frames to read; nil for no limit.
  init(_ source: any FrameSource, _ look: HeldLook, frameLimit: Int?) {
    (self.source, self.look, self.frameLimit) = (source, look, frameLimit)
  }

  var media: MediaDescription { source.media }
  var isLive: Bool { source.isLive }
  var canRest: Bool { source.canRest }
  var warning: String? { source.warning }
  var dropped: Int { source.dropped + condition.withLock { lost } }

  var notes: [String] {
    source.notes
      + (look.isWanting ? [] : ["--delay: no AI model is used, so frames are not held"])
  }

  /// The delay of the frames. Any thread.
  var delay: RunReport.Delay {
    let given = condition.withLock { self.given }
    return RunReport.Delay(
      limit: look.limit, now: Double(look.delay) / 1e9,
      mean: Double(given.time) / 1e9 / Double(max(given.count, 1)))
  }

  /// Does nothing: the reading thread itself ends the frames at the limit.
  func endPictures() {}

  func interrupt() {
    condition.withLock {
      stopped = stopped ?? monotonicNanoseconds()
      condition.broadcast()
    }
    source.interrupt()
  }

  func close() {
    interrupt()
    thread?.join()
    thread = nil
    source.close()
  }

  func next(_ clock: StageClock) throws -> Item? {
    if thread == nil { thread = try Worker("hold") { self.read() } }
    condition.lock()
    defer { condition.unlock() }
    sleep = .awake
    condition.broadcast()
    while true {
      let now = monotonicNanoseconds()
      if let stopped, now - stopped > Self.patience { lost += held.removeAll() }
      let delay = stopped == nil && !held.isFull ? look.delay : 0
      guard let due = held.due(after: delay) else {
        if let end {
          try end.get()
          return nil
        }
        condition.wait()
        continue
      }
      if now >= due || held.isFull || stopped != nil { return give(clock, at: now) }
      let pause = min(Double(due - now) / 1e9, Self.interval)
      _ = condition.wait(until: Date(timeIntervalSinceNow: pause))
    }
  }

  private func give(_ clock: StageClock, at now: UInt64) -> Item {
    let first = held.removeFirst(at: now)
    clock.take(from: first.clock)
    if let number = first.number { look.release(number) }
    if let captured = first.captured {
      given = (given.count + 1, given.time + (now - min(now, captured)))
    }
    return first.take()
  }

  // MARK: - The thread that reads

  private func read() {
    let converter = FormatConverter(needsColor: true)
    var (pictures, last): (Int, UInt64?) = (0, nil)
    let outcome: Result<Void, any Error> = Result {
      while staysAwake() {
        let clock = StageClock()
        guard let item = try source.next(clock) else { break }
        switch consume item {
        case .packet(let packet): put(HeldPictures.Held(packet, clock))
        case .picture(var frame):
          let captured = frame.captureTime ?? monotonicNanoseconds()
          var small = Frame(sharing: frame)
          try converter.apply(to: &small, clock)
          // Frames that would lose depth, and those without a native format, are held unconverted;
          // networks get the converted copy.
          let isOther =
            frame.format.depth > small.format.depth || frame.format.nearestNative == nil
          if !isOther { frame = Frame(sharing: small) }
          if small.format.isNative {
            frame.lookNumber = look.offer(
              small, captured: captured, interval: captured - min(last ?? captured, captured))
          }
          last = captured
          put(HeldPictures.Held(frame, captured: captured, clock))
          pictures += 1
          if pictures == frameLimit { source.endPictures() }
        }
      }
    }
    condition.withLock {
      end = outcome
      condition.broadcast()
    }
  }

  private func put(_ item: HeldPictures.Held) {
    condition.withLock {
      // Frames that arrive while the source is to rest are dropped.
      guard sleep == .awake else { return }
      held.append(item)
      condition.broadcast()
    }
  }

  // MARK: - Resting

  /// Releases the camera once the frame that it waits for has arrived.
  func rest() {
    condition.withLock {
      sleep = .wanted
      _ = held.removeAll()
    }
    look.forget()
  }

  var isOver: Bool { condition.withLock { sleep == .begun } && source.isOver }

  /// Rests as long as `rest()` asks for it.
  ///
  /// - Returns: false where the source has been stopped meanwhile.
  private func staysAwake() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard sleep == .wanted else { return true }
    condition.unlock()
    source.rest()
    condition.lock()
    if sleep == .wanted { sleep = .begun }
    while sleep != .awake && stopped == nil { condition.wait() }
    return stopped == nil
  }
}
