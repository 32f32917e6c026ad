/// Gives pictures away: a file, a camera, a pattern.
///
/// A source is used by one thread; only `interrupt()` may come from another.
public protocol FrameSource: AnyObject {
  /// What the pictures and the streams beside them look like. Known before the first picture.
  var media: MediaDescription { get }

  /// True when pictures come at their own pace and waiting for a slow sink would lose some.
  var isLive: Bool { get }

  /// The next picture or packet; nil at the end.
  ///
  /// - Parameter clock: where the time of each stage is left. Waiting for others is not work.
  func next(_ clock: StageClock) throws -> Item?

  /// No more pictures are wanted. `next` may still give the packets that go with those it gave.
  func endPictures()

  /// Makes a waiting `next` return, and every later one say that the end has come. Any thread.
  func interrupt()

  /// Whether `rest()` lets go of something: of a camera.
  var canRest: Bool { get }

  /// No picture is wanted for a while: nothing is taken, a camera is free for others, until `next`.
  func rest()

  /// The end has come while it rested. Of a source that gave a picture already.
  var isOver: Bool { get }

  /// Lets go of the input, and puts back what was changed about it. After the last `next`.
  func close()

  /// How many pictures of a file are read before they are drawn, at most.
  var readAhead: Int { get }

  /// What the source leaves out of its input, for people: one line each.
  var notes: [String] { get }

  /// One line about what was wrong but did not end the run: damaged data, for example. Nil if
  /// nothing was.
  var warning: String? { get }

  /// Live pictures that came too soon after others to be given away, or were lost before. Any
  /// thread.
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

  /// The next picture, past the packets before it; nil at the end.
  package func nextPicture(_ clock: StageClock) throws -> Frame? {
    while let item = try next(clock) {
      if case .picture(let frame) = consume item { return frame }
    }
    return nil
  }
}

/// Changes pictures.
public protocol FrameFilter: AnyObject {
  func apply(to frame: inout Frame, _ clock: StageClock) throws
}

/// Takes pictures: a file, a pipe, a virtual camera, nothing.
///
/// A sink is used by one thread. `finish` is called once, also after an error.
public protocol FrameSink: AnyObject {
  /// The name to use in reports and errors: a path, a device, `-`.
  var name: String { get }

  /// What the output will lack that the input has, for people: one line each.
  var notes: [String] { get }

  /// How many live pictures may wait for this sink before one is dropped: 2 where a person watches,
  /// so that nothing is late; more where pictures are kept.
  var livePatience: Int { get }

  /// True for one that only shows what happens: it gets the newest pictures, is not counted, and
  /// neither keeps a run going nor ends it.
  var isWatcher: Bool { get }

  /// False where it is known that nobody looks at what is written. Any thread.
  var isSeen: Bool { get }

  /// Takes a picture. Throws `SplashError.Kind.closedPipe` when the reader went away.
  func write(_ frame: consuming Frame, _ clock: StageClock) throws

  /// Takes compressed data of a stream that passes through. Sinks without such streams ignore it.
  func write(_ packet: consuming Packet, _ clock: StageClock) throws

  /// Writes what is still held back and closes, so that the result is complete and playable.
  func finish(_ clock: StageClock) throws

  /// Puts the finished output in the place of what was there before. Called once after a run in
  /// which nothing failed that the output depends on; otherwise what was there stays.
  func publish() throws

  /// Puts a finished output that holds a piece of what was to be in it beside its place, under a
  /// name that says so; what was there before stays. Called in place of `publish()`, once.
  func setAside() throws

  /// Where the output is while it has not taken its place; nil for one that grows in its place.
  var partialPath: String? { get }

  /// Makes a blocked `write` give up soon. Any thread.
  func interrupt()

  /// One line about what could not be kept but did not end the run. Nil if nothing was.
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

/// Takes everything and keeps nothing: for timing.
public final class NullSink: FrameSink {
  public let name = "null"
  public init() {}
  public func write(_ frame: consuming Frame, _ clock: StageClock) throws {}
  public func finish(_ clock: StageClock) throws {}
}
