internal import Glibc
internal import Synchronization

/// Makes a file behave like a camera: each frame comes at the time of its time stamp, never
/// earlier.
///
/// Each frame is read shortly before its time, so that decoding does not slow down work on the
/// frame before; a camera's decoding does not either.
public final class PacedSource: ForwardingSource {
  public let source: any FrameSource
  private let isInterrupted = Atomic(false)
  private var origin: (media: Double, clock: UInt64)?
  /// In nanoseconds: when the last frame was due, the shortest recent interval between due times,
  /// and the longest recent time of reading.
  private var last: UInt64 = 0
  private var soonest: UInt64 = 0
  private var slowest: UInt64 = 0

  public init(_ source: any FrameSource) { self.source = source }

  public let isLive = true

  public func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
    source.interrupt()
  }

  public func next(_ clock: StageClock) throws -> Item? {
    let ahead = slowest / 2 * 3
    if soonest > ahead { wait(until: last + soonest - ahead) }
    let start = monotonicNanoseconds()
    guard let item = try source.next(clock) else { return nil }
    switch consume item {
    case .packet(let packet): return .packet(packet)
    case .picture(var frame):
      slowest = max(slowest / 16 * 15, monotonicNanoseconds() - start)
      let due = wait(until: frame.presentationTime)
      if last > 0 { soonest = min(soonest == 0 ? .max : soonest / 16 * 17, due - min(due, last)) }
      last = due
      frame.captureTime = due
      return .picture(frame)
    }
  }

  /// Waits for a frame's time and returns it, in nanoseconds of the monotonic clock; returns early
  /// if interrupted.
  private func wait(until time: Double?) -> UInt64 {
    let now = monotonicNanoseconds()
    guard let time else { return now }
    guard let origin else {
      origin = (time, now)
      return now
    }
    let due = origin.clock + UInt64(min(max(0, time - origin.media), 1e9) * 1e9)
    wait(until: due)
    return min(due, monotonicNanoseconds())
  }

  private func wait(until due: UInt64) {
    while !isInterrupted.load(ordering: .relaxed) {
      let now = monotonicNanoseconds()
      guard now < due else { break }
      // Sleeps briefly, so that a run can be stopped between two frames of a slow stream.
      usleep(UInt32(min(due - now, 50_000_000) / 1000))
    }
  }
}

/// A source that passes on the frames of another one, changed or at other times.
///
/// By default its properties are those of the other source. Reading ahead and resting are not
/// forwarded: it reads as far ahead as usual and does not rest, unless it implements that.
public protocol ForwardingSource: FrameSource {
  /// The source whose frames it passes on.
  var source: any FrameSource { get }
}

extension ForwardingSource {
  public var media: MediaDescription { source.media }
  public var isLive: Bool { source.isLive }
  public var notes: [String] { source.notes }
  public var warning: String? { source.warning }
  public var dropped: Int { source.dropped }
  public func endPictures() { source.endPictures() }
  public func interrupt() { source.interrupt() }
  public func close() { source.close() }
}
