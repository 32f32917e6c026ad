/// Delivers frames: a file, a camera, a pattern.
///
/// One thread uses a source; only `interrupt()` may be called from another.
public protocol FrameSource: AnyObject {
  /// Describes the frames and the copied streams. Known before the first frame.
  var media: MediaDescription { get }

  /// Whether frames arrive at their own pace, so that waiting for a slow sink would lose some.
  var isLive: Bool { get }

  /// The next frame or packet; nil at the end.
  ///
  /// - Parameter clock: adds up the time of each stage. Waiting does not count.
  func next(_ clock: StageClock) throws -> Item?

  /// Called when no more frames are wanted. `next` may still return packets that belong to earlier
  /// frames.
  func endPictures()

  /// Makes a waiting `next` return, and all later calls report the end. Any thread.
  func interrupt()

  /// Whether `rest()` releases something, such as a camera.
  var canRest: Bool { get }

  /// Called if no frame is wanted for a while: until `next`, none is captured, and a camera is free
  /// for other programs.
  func rest()

  /// Whether the source ended while it rested. Only after its first frame.
  var isOver: Bool { get }

  /// Closes the input, and restores settings that were changed. After the last `next`.
  func close()

  /// The most frames of a file that are read before they are drawn.
  var readAhead: Int { get }

  /// What the source leaves out of its input, for people: one line each.
  var notes: [String] { get }

  /// One line about a problem that did not end the run, such as damaged data; nil if there was
  /// none.
  var warning: String? { get }

  /// Number of live frames that were lost, or came too soon after others. Any thread.
  var dropped: Int { get }
}

extension FrameSource {
  public var readAhead: Int { 4 }
  public var dropped: Int { 0 }
  public var notes: [String] { [] }
  public var warning: String? { nil }
  public func endPictures() { interrupt() }
  public var canRest: Bool { false }
  public func rest() {}
  public var isOver: Bool { false }
  public func close() {}

  /// The next frame; packets before it are dropped. Nil at the end.
  package func nextPicture(_ clock: StageClock) throws -> Frame? {
    while let item = try next(clock) {
      if case .picture(let frame) = consume item { return frame }
    }
    return nil
  }
}

/// Changes frames.
public protocol FrameFilter: AnyObject {
  func apply(to frame: inout Frame, _ clock: StageClock) throws
}

/// Takes frames: a file, a pipe, a virtual camera, nothing.
///
/// One thread uses a sink. `finish` is called once, also after an error.
public protocol FrameSink: AnyObject {
  /// The name in reports and errors: a path, a device, `-`.
  var name: String { get }

  /// What the input has and the output will lack, for people: one line each.
  var notes: [String] { get }

  /// How many live frames may wait for this sink before one is dropped: 2 for viewing, to keep
  /// latency low; more for recording.
  var livePatience: Int { get }

  /// Whether it is a preview: it gets the newest frames, is not counted, and does not affect when
  /// the run ends.
  var isWatcher: Bool { get }

  /// False if it is known that nobody is viewing the output. Any thread.
  var isSeen: Bool { get }

  /// Writes a frame. Throws `SplashError.Kind.closedPipe` if the reader of a pipe is gone.
  func write(_ frame: consuming Frame, _ clock: StageClock) throws

  /// Writes compressed data of a copied stream. Sinks without such streams ignore it.
  func write(_ packet: consuming Packet, _ clock: StageClock) throws

  /// Writes buffered data and closes, so that the result is complete and playable.
  func finish(_ clock: StageClock) throws

  /// Moves the finished output to its place, replacing an old file. Called once after a run without
  /// failures that affect the output; otherwise the old file stays.
  func publish() throws

  /// Renames an incomplete output so that its name says so; an old file stays. Called once, in
  /// place of `publish()`.
  func setAside() throws

  /// The path of an output that is not in its place yet; nil if it grows in its place.
  var partialPath: String? { get }

  /// Makes a blocked `write` return soon. Any thread.
  func interrupt()

  /// One line about data that could not be kept, without ending the run; nil if there was none.
  var warning: String? { get }
}

extension FrameSink {
  public var livePatience: Int { 2 }
  public var isWatcher: Bool { false }
  public var isSeen: Bool { true }
  public var notes: [String] { [] }
  public var warning: String? { nil }
  public func write(_ packet: consuming Packet, _ clock: StageClock) throws {}
  public func publish() throws {}
  public func setAside() throws {}
  public var partialPath: String? { nil }
  public func interrupt() {}
}

/// Drops all frames: for timing.
public final class NullSink: FrameSink {
  public let name = "null"
  public init() {}
  public func write(_ frame: consuming Frame, _ clock: StageClock) throws {}
  public func finish(_ clock: StageClock) throws {}
}

/// How to use a camera, whatever backend it has.
public struct CameraHandling: Sendable {
  /// Seconds to wait for a camera that is unplugged, missing or silent.
  public var reconnectTime = 30.0
  /// The matrix of the samples; nil to use the camera's own.
  public var matrix: ColorMatrix?
  /// The range of the samples; nil to use the camera's own.
  public var range: ColorRange?
  /// Called with one line when the camera is lost, is back, or was restarted during a run.
  public var onEvent: (@Sendable (String) -> Void)?
  /// Called before any control is set, with a function that any thread may call to cancel opening:
  /// a camera may take seconds to its first frame.
  public var onOpening: (@Sendable (_ giveUp: @escaping @Sendable () -> Void) -> Void)?

  public init() {}
}
