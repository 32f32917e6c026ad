internal import CFFmpeg
internal import Foundation
internal import SplashCore

/// Plays a source for somebody who looks at it: paced, with pause and scrub, and again from the
/// beginning at the end. A camera just runs, and pausing it keeps one picture on show.
///
/// Pictures are stamped with their place in the clip. The last one is given again when `refresh()`
/// asks for it, so that changed settings show at once whatever the clip does.
// What several threads change is guarded by the condition; the rest belongs to the thread that
// calls
// `next`.
final class Player: Transport, @unchecked Sendable {
  let media: MediaDescription
  let isLive = true
  let isCamera: Bool
  let canSeek: Bool
  let canPause = true
  /// True for what can be read again from the beginning.
  private let canRepeat: Bool
  var notes: [String] { source.notes }
  var warning: String? { source.warning }

  private let open: (_ start: Double?) throws -> any FrameSource
  private let condition = NSCondition()

  // Guarded by the condition.
  private var source: any FrameSource
  private var orders = Orders()
  private var onChange: (@Sendable () -> Void)?

  // For the thread that calls `next` alone.
  private var pending: Frame?
  private var held: Frame?
  private var wantsPicture = false
  private var pass = Pass()
  private var lastCapture: UInt64 = 0

  private struct Orders {
    var isInterrupted = false
    var isPlaying = true
    var isWatched = false
    var watchedSince: UInt64 = 0
    var target: Double?
    var steps = 0
    var refreshUntil: UInt64 = 0
    var isRefreshDue = false
    var position = 0.0
  }

  /// One run through the clip.
  private struct Pass {
    var start: Double?
    var first: Double?
    var count = 0
    var origin: (position: Double, clock: UInt64)?
  }

  /// How long pictures are given again after a refresh, so that a mask which is smoothed over time
  /// settles: nanoseconds.
  private static let settlingTime: UInt64 = 600_000_000
  private static let refreshInterval: UInt64 = 40_000_000

  /// - Parameters:
  ///   - canRepeat: whether `open` may be called again, and takes a start.
  ///   - open: opens the source, from a place in seconds or the beginning; called now, and again
  ///     for every pass and every choice of a place.
  init(canRepeat: Bool, open: @escaping (_ start: Double?) throws -> any FrameSource) throws {
    self.open = open
    let source = try open(nil)
    self.source = source
    media = source.media
    isCamera = source.isLive
    self.canRepeat = canRepeat && !source.isLive
    canSeek = self.canRepeat && media.duration != nil
  }

  // MARK: - Orders, from any thread

  var playback: Playback {
    condition.withLock { Playback(isPlaying: orders.isPlaying, position: orders.position) }
  }

  func observe(_ change: @escaping @Sendable () -> Void) {
    condition.withLock { onChange = change }
  }

  func play() { order { $0.isPlaying = true } }
  func pause() { order { $0.isPlaying = false } }

  func seek(to time: Double) {
    guard canSeek else { return }
    order { $0.target = min(max(time, 0), max(0, (media.duration ?? 0) - frameTime)) }
  }

  func step(_ pictures: Int) {
    order {
      $0.isPlaying = false
      if pictures > 0 {
        $0.steps += 1
      } else if canSeek {
        $0.target = max(0, $0.position - 1.5 * frameTime)
      }
    }
  }

  /// Seconds from one picture to the next, about.
  private var frameTime: Double { media.frameRate > 0 ? 1 / media.frameRate : 0.04 }

  /// While nobody looks nothing is read. A camera's pictures from before somebody looked again are
  /// left out.
  func watch(_ isWatched: Bool) {
    order {
      if isWatched, !$0.isWatched { $0.watchedSince = monotonicNanoseconds() }
      $0.isWatched = isWatched
    }
  }

  func refresh() {
    order {
      $0.isRefreshDue = true
      $0.refreshUntil = monotonicNanoseconds() + Player.settlingTime
    }
  }

  func interrupt() {
    order { $0.isInterrupted = true }
    condition.withLock { source }.interrupt()
  }

  func close() { condition.withLock { source }.close() }

  private func order(_ change: (inout Orders) -> Void) {
    condition.withLock {
      change(&orders)
      condition.broadcast()
    }
  }

  // MARK: - Pictures, on one thread

  func next(_ clock: StageClock) throws -> Item? {
    while true {
      if waitForSomebody() { pass.origin = nil }
      let orders = take()
      if orders.isInterrupted { return nil }
      if let target = orders.target { try restart(at: target) }
      if orders.steps > 0 { wantsPicture = true }
      if orders.isPlaying || wantsPicture || held == nil {
        if let frame = try advance(clock, orders) { return .picture(frame) }
      } else if let frame = try rest(clock, orders) {
        return .picture(frame)
      }
    }
  }

  private func take() -> Orders {
    condition.withLock {
      defer {
        orders.target = nil
        orders.steps = 0
        orders.isRefreshDue = false
      }
      return orders
    }
  }

  /// The next picture once its time has come; nil when there is nothing to give yet.
  private func advance(_ clock: StageClock, _ orders: Orders) throws -> Frame? {
    if pending == nil { pending = try read(clock) }
    guard let frame = pending.take() else {
      try turnAround()
      return nil
    }
    let due = orders.isPlaying && !wantsPicture && !isCamera ? dueTime(of: frame) : 0
    let now = monotonicNanoseconds()
    if due > now {
      pending = consume frame
      if orders.isRefreshDue, due - now > Player.refreshInterval / 2, let copy = copyOfHeld() {
        return copy
      }
      wait(until: due)
      return nil
    }
    wantsPicture = false
    held = Frame(sharing: frame)
    let position = frame.presentationTime ?? 0
    condition.withLock { self.orders.position = position }
    return stamped(frame)
  }

  /// Paused: the same picture again while a refresh lasts, else nothing.
  private func rest(_ clock: StageClock, _ orders: Orders) throws -> Frame? {
    pass.origin = nil
    let now = monotonicNanoseconds()
    if orders.isRefreshDue { return copyOfHeld() }
    if isCamera {
      // A camera that nobody reads fills its buffers with old pictures.
      guard try source.next(clock) != nil else {
        if isInterrupted { return nil }
        throw cameraEnded
      }
      return now < orders.refreshUntil ? copyOfHeld() : nil
    }
    if now < orders.refreshUntil {
      wait(until: now + Player.refreshInterval)
      return copyOfHeld()
    }
    wait(until: nil)
    return nil
  }

  private var isInterrupted: Bool { condition.withLock { orders.isInterrupted } }
  private var watchedSince: UInt64 { condition.withLock { orders.watchedSince } }

  private var cameraEnded: SplashError {
    SplashError(.failure, "\(media.name): no more pictures", cause: warning)
  }

  /// At the end of a clip begins again; stops on the picture of a still or of what cannot be read
  /// twice.
  private func turnAround() throws {
    if isInterrupted { return }
    if isCamera { throw cameraEnded }
    if pass.count > 1, canRepeat {
      try restart(at: nil)
    } else if held != nil {
      wantsPicture = false
      let change = condition.withLock {
        self.orders.isPlaying = false
        return onChange
      }
      change?()
    } else {
      throw SplashError(.badInput, "\(media.name): no picture can be decoded", cause: warning)
    }
  }

  /// Opens the clip again at a place, or at the beginning where the clip ends before that place: a
  /// duration is what a file claims.
  private func restart(at start: Double?) throws {
    let chosen = start.flatMap { try? open($0) }
    let fresh = try chosen ?? open(nil)
    condition.withLock { source = fresh }
    pass = Pass(start: chosen == nil ? nil : start)
    pending = nil
    wantsPicture = true
  }

  /// The next picture, stamped with its place in the clip.
  private func read(_ clock: StageClock) throws -> Frame? {
    while let item = try source.next(clock) {
      guard case .picture(let frame) = consume item else { continue }
      if isCamera, let time = frame.captureTime, time < watchedSince { continue }
      let timeBase = media.picture.timeBase
      if frame.timeBase.den == 0 { frame.timeBase = timeBase }
      let time = frame.presentationTime ?? (pass.first ?? 0) + Double(pass.count) * frameTime
      let first = pass.first ?? time
      pass.first = first
      pass.count += 1
      let position = pass.start.map { $0 + time } ?? time - first
      frame.timestamp = Int64((position / av_q2d(frame.timeBase)).rounded())
      return frame
    }
    return nil
  }

  private func dueTime(of frame: borrowing Frame) -> UInt64 {
    let now = monotonicNanoseconds()
    let position = frame.presentationTime ?? 0
    let due = pass.origin.map { $0.clock &+ UInt64(max(0, position - $0.position) * 1e9) }
    guard let due, now < due + 250_000_000 else {
      // The beginning, or so late that catching up would be a rush.
      pass.origin = (position, now)
      return now
    }
    return due
  }

  private func copyOfHeld() -> Frame? {
    guard held != nil else { return nil }
    return stamped(Frame(sharing: held!))
  }

  /// Gives a picture a capture time, which is also what it is known by downstream.
  private func stamped(_ frame: consuming Frame) -> Frame {
    var frame = frame
    lastCapture = max(monotonicNanoseconds(), lastCapture + 1)
    frame.captureTime = lastCapture
    return frame
  }

  /// - Returns: whether there was nobody.
  private func waitForSomebody() -> Bool {
    condition.withLock {
      guard !orders.isWatched else { return false }
      while !orders.isWatched, !orders.isInterrupted { condition.wait() }
      return true
    }
  }

  /// Waits for a time or an order, whichever is first; nil waits for an order.
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
