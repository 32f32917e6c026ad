internal import Foundation
internal import SplashCore
internal import SplashFilter

/// Holds the pictures of a live source until networks have looked, and what goes with them.
///
/// A thread of its own reads: networks see pictures when they come. At the end of the input what is
/// held is still given in its time; at a stop it is given at once, as much as goes in a fifth of a second.
// What changes is guarded by the condition; the source is the thread's own while that runs and does
// not rest.
final class HeldSource: FrameSource, @unchecked Sendable {
  private let source: any FrameSource
  private let look: HeldLook
  private let frameLimit: Int?
  private let condition = NSCondition()
  private var thread: Worker?
  private var held = HeldPictures()
  private var end: Result<Void, any Error>?
  /// When it was stopped, in nanoseconds of the monotonic clock.
  private var stopped: UInt64?
  private var sleep = Sleep.awake
  private var lost = 0
  /// Pictures that were given, and nanoseconds that these were held.
  private var given = (count: 0, time: UInt64(0))

  private enum Sleep { case awake, wanted, begun }

  /// Nanoseconds after a stop in which pictures are still given.
  private static let patience: UInt64 = 200_000_000
  /// Seconds after which the delay is looked up again.
  private static let interval = 0.02

  /// - Parameter frameLimit: pictures that are wanted; nil for no limit.
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
      + (look.isWanting ? [] : ["--delay: no network is asked, so pictures are not held"])
  }

  /// How long pictures are held. Any thread.
  var delay: RunReport.Delay {
    let given = condition.withLock { self.given }
    return RunReport.Delay(
      limit: look.limit, now: Double(look.delay) / 1e9,
      mean: Double(given.time) / 1e9 / Double(max(given.count, 1)))
  }

  /// What was read last was the last one.
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
          // The finest pictures, and those without color, are not what goes into a look.
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
      // Nobody looks at what came meanwhile.
      guard sleep == .awake else { return }
      held.append(item)
      condition.broadcast()
    }
  }

  // MARK: - Resting

  /// Lets go of the camera as soon as the picture is there that is waited for.
  func rest() {
    condition.withLock {
      sleep = .wanted
      _ = held.removeAll()
    }
    look.forget()
  }

  var isOver: Bool { condition.withLock { sleep == .begun } && source.isOver }

  /// Rests as long as that is wanted.
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
