internal import Foundation

/// Plays an input for the page: paced, with pause, steps and seeking, in a loop. A camera just
/// runs; pausing it freezes the frame.
///
/// Frames are stamped with their time in the clip. `refresh()` gives the current one again, so that
/// changed settings show at once. A seek that takes long to decode shows the keyframe meanwhile.
// The condition guards what several threads change; all else belongs to the thread that calls
// `next`.
final class Player: Transport, @unchecked Sendable {
  var media: MediaDescription { reader.media }
  let isLive = true
  var isCamera: Bool { reader.isCamera }
  var canSeek: Bool { reader.canSeek }
  let canPause = true
  var notes: [String] { reader.notes }
  var warning: String? { reader.warning }

  private let reader: ClipReader
  private let onJump: @Sendable ([HeldPicture], Double?) -> Void
  private let condition = NSCondition()

  // Guarded by the condition.
  private var orders = PlayOrders()
  private var onChange: (@Sendable () -> Void)?

  // For the thread that calls `next` alone.
  private var sought: Double?
  /// When decoding towards the target begins: it would slow down the keyframe that is being sent,
  /// and further dragging.
  private var departure: UInt64 = 0
  private var isDue = false
  private var origin: Pace?
  /// True where the frames before the current one have not been passed to `onJump`.
  private var isBackwards = false
  private var given = 0

  /// A change shows at once only where the next frame is not due within these nanoseconds.
  private static let refreshInterval: UInt64 = 60_000_000

  private static let settlingTime: UInt64 = 80_000_000

  /// Playback that is more nanoseconds late does not try to catch up.
  private static let patience: UInt64 = 250_000_000

  /// Maximum frames per second for playback faster than normal.
  private static let fastest = 60.0

  /// - Parameter onJump: called with the frames before the target of a seek, and its time.
  init(_ reader: ClipReader, onJump: @escaping @Sendable ([HeldPicture], Double?) -> Void) {
    self.reader = reader
    self.onJump = onJump
  }

  // MARK: - Orders, from any thread

  var playback: Playback {
    condition.withLock {
      Playback(
        isPlaying: orders.isPlaying, rate: orders.rate, isStill: orders.isStill,
        position: orders.position)
    }
  }

  func observe(_ change: @escaping @Sendable () -> Void) {
    condition.withLock { onChange = change }
  }

  func play(rate: Double) throws {
    guard rate == 1 || canSeek else {
      throw SplashError(.usage, "\(media.name): it plays forward at normal speed only")
    }
    order {
      $0.isPlaying = true
      $0.rate = rate
    }
  }

  func pause() { order { $0.isPlaying = false } }

  func seek(to time: Double) {
    guard canSeek else { return }
    let last = max(0, (media.duration ?? 0) - reader.frameTime)
    order {
      $0.target = min(max(time, 0), last)
      $0.steps = 0
    }
  }

  func step(_ pictures: Int) {
    order {
      $0.isPlaying = false
      $0.steps = min(max($0.steps + min(max(pictures, -1000), 1000), -1000), 1000)
    }
  }

  /// While no browser watches, nothing is read. A camera's frames from that time are dropped.
  func watch(_ isWatched: Bool) {
    order {
      if isWatched, !$0.isWatched { $0.watchedSince = monotonicNanoseconds() }
      $0.isWatched = isWatched
    }
  }

  func refresh() { order { $0.isRefreshDue = true } }

  func settle(_ isDue: Bool) {
    condition.withLock {
      guard isDue || orders.settling != nil else { return }
      orders.settling = isDue ? monotonicNanoseconds() + Self.settlingTime : nil
      condition.broadcast()
    }
  }

  func interrupt() {
    order { $0.isInterrupted = true }
    reader.interrupt()
  }

  func close() { reader.close() }

  private func order(_ change: (inout PlayOrders) -> Void) {
    condition.withLock {
      change(&orders)
      condition.broadcast()
    }
  }

  // MARK: - Frames, on one thread

  func next(_ clock: StageClock) throws -> Item? {
    while true {
      if waitForSomebody() { origin = nil }
      let orders = take()
      if orders.isInterrupted { return nil }
      if let frame = try travel(orders, clock) { return .picture(frame) }
      if sought != nil { continue }
      if origin?.rate != orders.rate { origin = nil }
      if orders.isPlaying, orders.rate < 0, reader.current != nil {
        if let frame = try goBack(orders, clock) { return .picture(frame) }
      } else if orders.isPlaying || isDue || reader.current == nil {
        if let frame = try advance(orders, clock) { return .picture(frame) }
      } else if let frame = try rest(orders, clock) {
        return .picture(frame)
      }
    }
  }

  private func take() -> PlayOrders {
    condition.withLock {
      defer {
        orders.target = nil
        orders.steps = 0
        orders.isRefreshDue = false
      }
      return orders
    }
  }

  /// Seeks to the target; nil when there is nothing to show of it yet.
  private func travel(_ orders: PlayOrders, _ clock: StageClock) throws -> Frame? {
    if let target = orders.target {
      sought = target
      departure = 0
      if !reader.has(target), let picture = reader.preview(at: target) {
        departure = monotonicNanoseconds() + Self.settlingTime
        return stamped(Frame(sharing: picture.frame))
      }
    }
    if let target = sought {
      guard monotonicNanoseconds() >= departure else {
        wait(until: departure)
        return nil
      }
      guard try reader.go(to: target, clock, isGivenUp: { [self] in hasNewTarget }) else {
        return nil
      }
      sought = nil
      return arrived()
    }
    if orders.steps < 0 {
      try reader.back(-orders.steps, clock, isGivenUp: { [self] in hasNewTarget })
      return arrived()
    }
    for _ in 0..<max(0, orders.steps) {
      guard !isInterrupted, try reader.upcoming(clock) != nil else { break }
      reader.advance()
    }
    return orders.steps > 0 ? arrived() : nil
  }

  private var hasNewTarget: Bool {
    condition.withLock { orders.isInterrupted || orders.target != nil }
  }

  private func arrived() -> Frame? {
    origin = nil
    isBackwards = false
    onJump(reader.before, reader.current?.position)
    return shown()
  }

  /// The next frame once it is due; nil when there is nothing to give yet.
  private func advance(_ orders: PlayOrders, _ clock: StageClock) throws -> Frame? {
    guard let picture = try upcoming(orders, clock) else {
      try turnAround()
      return orders.isRefreshDue && !isDue ? shown() : nil
    }
    let due = orders.isPlaying && !isDue && !isCamera ? dueTime(of: picture, orders.rate) : 0
    let now = monotonicNanoseconds()
    if due > now {
      if orders.isRefreshDue, due - now > Self.refreshInterval, reader.current != nil {
        return shown()
      }
      wait(until: due)
      return nil
    }
    isDue = false
    isBackwards = false
    reader.advance()
    return shown()
  }

  private func upcoming(_ orders: PlayOrders, _ clock: StageClock) throws -> HeldPicture? {
    while let picture = try reader.upcoming(clock) {
      if orders.rate > 1, orders.isPlaying, !isDue,
        picture.position - orders.position < orders.rate / Self.fastest - reader.frameTime / 2
      {
        reader.advance()
        continue
      }
      guard isCamera, let time = picture.frame.captureTime, time < orders.watchedSince else {
        return picture
      }
      reader.advance()
    }
    return nil
  }

  /// The next frame backwards once it is due; nil when there is nothing to give yet.
  private func goBack(_ orders: PlayOrders, _ clock: StageClock) throws -> Frame? {
    guard let current = reader.current?.position else { return nil }
    let origin = origin ?? Pace(position: current, clock: now, rate: orders.rate)
    self.origin = origin
    let gap = max(reader.frameTime, -orders.rate / Self.fastest)
    // A frame may last longer than that.
    var target = min(current - gap, reader.before.last?.position ?? current)
    if target < -reader.frameTime / 2 {
      target = max(0, (media.duration ?? 0) - reader.frameTime)
      self.origin = nil
    } else if case let due = origin.time(of: target), due > now {
      if orders.isRefreshDue, due - now > Self.refreshInterval { return shown() }
      wait(until: due)
      return nil
    } else {
      target = max(0, min(target, origin.position(at: now)))
    }
    let start = now
    guard try reader.go(to: target, clock, isGivenUp: { [self] in hasNewTarget }) else {
      return nil
    }
    if reader.current?.position == current, reader.before.isEmpty {
      // The frame before it decides when it is due.
      try reader.back(1, clock, isGivenUp: { [self] in hasNewTarget })
      if try reader.upcoming(clock) != nil { reader.advance() }
      return nil
    }
    if now - start > Self.patience { self.origin = nil }
    isBackwards = true
    onJump([], nil)
    return shown()
  }

  /// Paused: the same frame again after a change, else nil.
  private func rest(_ orders: PlayOrders, _ clock: StageClock) throws -> Frame? {
    origin = nil
    if isBackwards { return arrived() }
    if orders.isRefreshDue { return shown() }
    if let due = orders.settling {
      if now >= due {
        condition.withLock { self.orders.settling = nil }
        return shown()
      }
      if !isCamera {
        wait(until: due)
        return nil
      }
    }
    if isCamera {
      // A camera that is not read fills its buffers with old frames.
      guard try reader.skip(clock) else {
        if isInterrupted { return nil }
        throw cameraEnded
      }
      return nil
    }
    wait(until: nil)
    return nil
  }

  private var isInterrupted: Bool { condition.withLock { orders.isInterrupted } }

  private var cameraEnded: SplashError {
    SplashError(.failure, "\(media.name): no more frames", cause: warning)
  }

  /// Starts a clip again at its end; stops on the frame of a still or of an input that cannot be
  /// read again.
  private func turnAround() throws {
    if isInterrupted { return }
    if isCamera { throw cameraEnded }
    if reader.canBeginAgain {
      guard try reader.rewind(isGivenUp: { [self] in isInterrupted }) else { return }
      origin = nil
      isDue = true
    } else if reader.current != nil {
      isDue = false
      let change = condition.withLock {
        orders.isPlaying = false
        orders.isStill = reader.isStill
        return onChange
      }
      change?()
    } else {
      throw SplashError(.badInput, "\(media.name): no frame can be decoded", cause: warning)
    }
  }

  private var now: UInt64 { monotonicNanoseconds() }

  private func dueTime(of picture: HeldPicture, _ rate: Double) -> UInt64 {
    let (now, due) = (now, origin?.time(of: picture.position))
    guard let due, now < due + Self.patience else {
      // At the beginning, or too late to catch up.
      origin = Pace(position: picture.position, clock: now, rate: rate)
      return now
    }
    return due
  }

  /// The current frame, to be shown.
  private func shown() -> Frame? {
    guard let picture = reader.current else { return nil }
    condition.withLock { orders.position = picture.position }
    return stamped(Frame(sharing: picture.frame))
  }

  /// Gives a frame a capture time, and its number for the following filters.
  private func stamped(_ frame: consuming Frame) -> Frame {
    var frame = frame
    given += 1
    (frame.captureTime, frame.number) = (monotonicNanoseconds(), given)
    return frame
  }

  /// - Returns: whether no browser was watching.
  private func waitForSomebody() -> Bool {
    condition.withLock {
      guard !orders.isWatched else { return false }
      while !orders.isWatched, !orders.isInterrupted { condition.wait() }
      return true
    }
  }

  /// Waits for a time or an order, whichever comes first; nil waits for an order.
  private func wait(until time: UInt64?) {
    condition.withLock {
      guard !orders.isInterrupted, orders.target == nil, orders.steps == 0, !orders.isRefreshDue
      else { return }
      if let time {
        let now = monotonicNanoseconds()
        if time > now {
          _ = condition.wait(until: Date(timeIntervalSinceNow: Double(time - now) / 1e9))
        }
      } else if !orders.isPlaying {
        condition.wait()
      }
    }
  }
}
