internal import CFFmpeg
internal import Dispatch

/// A part of an endless source, counted from its first frame. Where a live source falls silent, it
/// ends two seconds after the end of the part.
public final class PartSource: ForwardingSource {
  public let source: any FrameSource
  private var options: InputOptions
  private var window: TimeWindow?
  private var hasEnded = false
  /// Arrival of the first frame, in nanoseconds of the monotonic clock.
  private var began: UInt64?
  private var alarm: DispatchWorkItem?

  /// - Parameters:
  ///   - source: a camera or a pattern.
  ///   - options: only start and duration are used.
  public init(_ source: any FrameSource, options: InputOptions) {
    self.source = source
    self.options = options
    self.options.keepsStart = true
  }

  deinit { alarm?.cancel() }

  public var media: MediaDescription {
    var media = source.media
    media.duration = options.duration
    return media
  }
  public var canRest: Bool { source.canRest }
  public func rest() { source.rest() }
  public var isOver: Bool {
    guard let began, let end else { return false }
    return Double(monotonicNanoseconds() - began) >= end * 1e9
  }

  public func next(_ clock: StageClock) throws -> Item? {
    while !hasEnded, let item = try source.next(clock) {
      switch consume item {
      case .packet(let packet): return .packet(packet)
      case .picture(let frame):
        if began == nil { begin() }
        guard let timestamp = frame.timestamp else { return .picture(frame) }
        let first = av_rescale_q(timestamp, frame.timeBase, AVRational(num: 1, den: 1_000_000))
        let window = window ?? TimeWindow(options: options, fileStart: first)
        self.window = window
        switch window.place(timestamp, timeBase: frame.timeBase) {
        case .before, .prelude: continue
        case .inside(let placed):
          frame.timestamp = placed
          return .picture(frame)
        case .after:
          hasEnded = true
          source.interrupt()
        }
      }
    }
    return nil
  }

  /// Seconds from the first frame to the end of the part; nil for one without end.
  private var end: Double? { options.duration.map { (options.start ?? 0) + $0 } }

  private func begin() {
    began = monotonicNanoseconds()
    guard source.isLive, let end, end < Self.year else { return }
    // Any thread may interrupt a source.
    nonisolated(unsafe) let source = source
    let alarm = DispatchWorkItem { source.interrupt() }
    self.alarm = alarm
    DispatchQueue.global().asyncAfter(deadline: .now() + end + Self.patience, execute: alarm)
  }

  /// Both in seconds; longer parts get no alarm.
  private static let (patience, year) = (2.0, 365.0 * 86400)
}
