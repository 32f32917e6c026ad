internal import CFFmpeg
public import SplashCore

/// A part of the pictures that another source gives without end, counted from its first one.
public final class PartSource: FrameSource {
  private let source: any FrameSource
  private var options: InputOptions
  private var window: TimeWindow?
  private var isOver = false

  /// - Parameters:
  ///   - source: a camera or a pattern.
  ///   - options: of which start and duration count.
  public init(_ source: any FrameSource, options: InputOptions) {
    self.source = source
    self.options = options
    self.options.keepsStart = true
  }

  public var media: MediaDescription {
    var media = source.media
    media.duration = options.duration
    return media
  }
  public var isLive: Bool { source.isLive }
  public var notes: [String] { source.notes }
  public var warning: String? { source.warning }
  public var dropped: Int { source.dropped }
  public func endPictures() { source.endPictures() }
  public func interrupt() { source.interrupt() }
  public func close() { source.close() }

  public func next(_ clock: StageClock) throws -> Item? {
    while !isOver, let item = try source.next(clock) {
      switch consume item {
      case .packet(let packet): return .packet(packet)
      case .picture(let frame):
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
          isOver = true
          source.interrupt()
        }
      }
    }
    return nil
  }
}
