internal import CFFmpeg
internal import Foundation
internal import Synchronization

/// A frame of the input with shared ownership.
final class HeldPicture: Sendable {
  let frame: Frame
  init(_ frame: consuming Frame) { self.frame = frame }

  /// Time in seconds from the beginning.
  var position: Double { frame.presentationTime ?? 0 }
}

/// Reads the frames of an input, stamped with their times, and seeks in it.
///
/// Frames around the current one are kept, so that steps back and short seeks are free.
// For one thread, except for `interrupt`.
final class ClipReader: @unchecked Sendable {
  /// Opens the source at a time in seconds, or at the beginning. `isGivenUp` may end it meanwhile.
  typealias Opening = (
    _ start: Double?, _ isGivenUp: @escaping @Sendable () -> Bool
  ) throws -> any FrameSource

  /// Opens the reader of keyframes; `isGivenUp` may end any reading.
  typealias KeyOpening = (_ isGivenUp: @escaping @Sendable () -> Bool) throws -> KeyFrames

  let media: MediaDescription
  let isCamera: Bool
  /// Whether the input can be read again from the beginning.
  let canRepeat: Bool
  var canSeek: Bool { canRepeat && media.duration != nil }
  /// Number of frames given since the beginning, or since the last seek.
  private(set) var count = 0
  /// Whether the only frame of the input has been given.
  var isStill: Bool { count == 1 && canRepeat && start == nil }
  /// Whether the input may be played again from the beginning.
  var canBeginAgain: Bool { canRepeat && (count > 1 || start != nil) }

  private let open: Opening
  private let openKeyFrames: KeyOpening?
  /// Maximum number of kept frames, including the current one.
  let limit: Int
  private let lock = NSLock()
  private var source: any FrameSource
  private var start: Double?
  private var first: Double?
  /// The frames before the current one, and the current one as the last.
  private var recent: [HeldPicture] = []
  /// Frames after the current one that have been read.
  private var ahead: [HeldPicture] = []
  private lazy var keyFrames: KeyFrames? = openKeyFrames.flatMap { [hasEnded] open in
    try? open { hasEnded.isSet }
  }
  private let hasEnded = Flag()

  /// Seconds by which equal times may differ.
  private static let instant = 0.001
  /// Seconds to read before the target of a seek, for masks with memory.
  private var lead: Double { Double(limit) * frameTime }

  /// - Parameters:
  ///   - limit: maximum number of frames to keep, for such media or a camera; at least 1.
  ///   - canRepeat: whether `open` may be called again, with a start.
  ///   - openKeyFrames: nil for inputs without keyframes.
  ///   - isGivenUp: ends the first opening, and the source that it opens.
  init(
    limit: (_ media: MediaDescription, _ isCamera: Bool) -> Int, canRepeat: Bool,
    open: @escaping Opening, openKeyFrames: KeyOpening?,
    isGivenUp: @escaping @Sendable () -> Bool = { false }
  ) throws {
    (self.open, self.openKeyFrames) = (open, openKeyFrames)
    source = try open(nil, isGivenUp)
    media = source.media
    isCamera = source.isLive
    self.limit = limit(source.media, source.isLive)
    self.canRepeat = canRepeat && !source.isLive
  }

  /// Approximate seconds between two frames.
  var frameTime: Double { media.frameRate > 0 ? 1 / media.frameRate : 0.04 }
  var notes: [String] { lock.withLock { source }.notes }
  var warning: String? { lock.withLock { source }.warning }
  var current: HeldPicture? { recent.last }
  /// The kept frames before the current one, in order.
  var before: [HeldPicture] { recent.dropLast() }

  func interrupt() {
    hasEnded.set()
    lock.withLock { source }.interrupt()
  }
  func close() { lock.withLock { source }.close() }

  /// The frame after the current one; nil at the end.
  func upcoming(_ clock: StageClock) throws -> HeldPicture? {
    if ahead.isEmpty, let picture = try read(clock) { ahead.append(picture) }
    return ahead.first
  }

  /// Makes the upcoming frame the current one.
  func advance() {
    recent.append(ahead.removeFirst())
    if recent.count > limit { recent.removeFirst(recent.count - limit) }
    count += 1
  }

  /// Reads a frame and drops it.
  ///
  /// - Returns: false at the end.
  func skip(_ clock: StageClock) throws -> Bool { try read(clock) != nil }

  /// Goes to the beginning.
  ///
  /// - Returns: false when it was given up.
  func rewind(isGivenUp: @escaping @Sendable () -> Bool) throws -> Bool {
    try begin(at: nil, isGivenUp: isGivenUp)
  }

  /// Whether a time lies within the kept frames.
  func has(_ target: Double) -> Bool {
    guard let first = recent.first, let last = ahead.last ?? recent.last else { return false }
    return first.position - Self.instant <= target && target <= last.position + Self.instant
  }

  /// Makes the first frame at or after a time the current one, or the last frame where there is
  /// none.
  ///
  /// - Returns: false when it was given up.
  func go(
    to target: Double, _ clock: StageClock, isGivenUp: @escaping @Sendable () -> Bool
  ) throws -> Bool {
    if has(target) {
      let all = recent + ahead
      let index = all.firstIndex { $0.position >= target - Self.instant } ?? all.count - 1
      (recent, ahead) = (Array(all[...index]), Array(all[(index + 1)...]))
      return true
    }
    let isNear = current.map { 0...lead ~= target - $0.position } ?? false
    if !isNear, try !reopen(before: target, isGivenUp: isGivenUp) { return false }
    // Where the clip ends before that time, reading starts at the beginning.
    let place = isNear || start != nil || target <= lead ? target : 0
    while let next = try upcoming(clock) {
      if isGivenUp() { return false }
      advance()
      if next.position >= place - Self.instant { break }
    }
    return true
  }

  /// Goes back by a number of frames, or to the first one, unless it is given up.
  func back(
    _ pictures: Int, _ clock: StageClock, isGivenUp: @escaping @Sendable () -> Bool
  ) throws {
    guard let position = current?.position else { return }
    if recent.count > pictures || !canSeek {
      for _ in 0..<min(pictures, recent.count - 1) { ahead.insert(recent.removeLast(), at: 0) }
      return
    }
    // Frame durations are unknown, so frames are counted while reading.
    var places: [Double] = []
    var span = Double(pictures + 1) * frameTime
    repeat {
      guard try reopen(before: position - span, isGivenUp: isGivenUp) else { return }
      places = []
      while let next = try upcoming(clock), next.position < position - Self.instant {
        if isGivenUp() { return }
        places.append(next.position)
        advance()
      }
      span *= 3
    } while places.count < pictures && start != nil
    _ = try go(to: places.suffix(pictures).first ?? position, clock, isGivenUp: isGivenUp)
  }

  /// The keyframe at or before a time, where there is one; the current frame stays.
  func preview(at target: Double) -> HeldPicture? {
    guard let frame = try? keyFrames?.picture(at: target) else { return nil }
    // A copy, since the keyframe decoder stays open and with it all its frames.
    return HeldPicture(Frame(copying: frame))
  }

  private func reopen(
    before target: Double, isGivenUp: @escaping @Sendable () -> Bool
  ) throws -> Bool {
    let place = max(0, target - lead)
    if place > 0 {
      // A file's stated duration may be wrong: it may end before that time.
      do { return try begin(at: place, isGivenUp: isGivenUp) } catch {}
    }
    return try begin(at: nil, isGivenUp: isGivenUp)
  }

  /// Opens the source anew, unless it is given up before its first frame arrives.
  ///
  /// - Returns: false when it was given up; then nothing has changed, and the clip is not at fault.
  private func begin(
    at start: Double?, isGivenUp: @escaping @Sendable () -> Bool
  ) throws -> Bool {
    let patience = Patience(isGivenUp)
    do {
      let fresh = try open(start) { patience.isOver }
      guard !patience.end() else { return false }
      begin(with: fresh, at: start)
      return true
    } catch {
      guard !patience.end() else { return false }
      throw error
    }
  }

  /// Whether an opening is still wanted. An opened source is not given up any more: it would end
  /// for good.
  private final class Patience: Sendable {
    private enum State { case opening, open, givenUp }
    private let state = Mutex(State.opening)
    private let isGivenUp: @Sendable () -> Bool

    init(_ isGivenUp: @escaping @Sendable () -> Bool) { self.isGivenUp = isGivenUp }

    var isOver: Bool {
      state.withLock { state in
        if state == .opening, isGivenUp() { state = .givenUp }
        return state == .givenUp
      }
    }

    /// Ends the opening.
    ///
    /// - Returns: whether it was given up.
    func end() -> Bool {
      if isOver { return true }
      state.withLock { $0 = .open }
      return false
    }
  }

  private func begin(with fresh: any FrameSource, at start: Double?) {
    lock.withLock { source = fresh }
    self.start = start
    (first, count, recent, ahead) = (nil, 0, [], [])
  }

  /// The next frame, stamped with its time in the clip.
  private func read(_ clock: StageClock) throws -> HeldPicture? {
    guard let frame = try source.nextPicture(clock) else { return nil }
    if frame.timeBase.den == 0 { frame.timeBase = media.picture.timeBase }
    let number = count + ahead.count
    let time = frame.presentationTime ?? (first ?? 0) + Double(number) * frameTime
    let first = first ?? time
    self.first = first
    let position = start.map { $0 + time } ?? time - first
    frame.timestamp = Int64((position / av_q2d(frame.timeBase)).rounded())
    return HeldPicture(frame)
  }
}
