/// The frames of a file by their times; ascending times are fastest. For one thread at a time.
final class TimedPictures {
  private let name: String
  private let boundary = FileBoundary.current
  private let sources: OpenSources
  private let loops: Bool
  private var source: any FrameSource
  /// The frame nearest to the last requested time, and the frame after it.
  private var now: Picture
  private var coming: Picture?
  /// The last requested time.
  private var last = -Double.infinity
  /// Length of the loop in seconds; nil until the end was seen, or where the file does not loop.
  private var length: Double?

  /// A class, since frames are not copyable.
  private final class Picture {
    let frame: Frame
    /// Seconds from the first frame, and the time stamp of that one.
    let time, origin: Double

    init(_ frame: consuming Frame, time: Double, origin: Double) {
      self.frame = frame
      self.time = time
      self.origin = origin
    }
  }

  /// Opens a file and decodes its first frames.
  ///
  /// - Parameters:
  ///   - loops: the file begins again at its end; otherwise its last frame stays.
  ///   - sources: registers the opened source, so that a stop can interrupt it.
  /// - Throws: `SplashError` of kind badInput when there is no frame.
  init(_ name: String, loops: Bool, among sources: OpenSources) throws {
    (self.name, self.loops, self.sources) = (name, loops, sources)
    source = try openSource(name)
    sources.add(source)
    guard let first = try Self.next(of: source, after: nil) else {
      throw SplashError(.badInput, "\(name): no frame in it")
    }
    now = first
    coming = try Self.next(of: source, after: first)
  }

  /// Display turn of its frames.
  var turn: Turn { source.media.picture.turn }

  /// The frame that `show` found; before that the first one.
  var shown: Frame { Frame(sharing: now.frame) }

  /// Whether there is a frame after the present one.
  var areSeveral: Bool { coming != nil }

  /// Finds the frame that is nearest to a time.
  ///
  /// - Parameter time: in seconds from the first frame.
  /// - Returns: whether it is another frame than before.
  /// - Throws: `SplashError` when the file can no longer be read.
  func show(at time: Double) throws -> Bool {
    var isOther = try find(place(of: time))
    // The search may have found the end, and so the length of the loop.
    if length != nil, place(of: time) < last { isOther = try find(place(of: time)) || isOther }
    return isOther
  }

  private func place(of time: Double) -> Double {
    guard let length, time >= 0 else { return time }
    return time.truncatingRemainder(dividingBy: length)
  }

  private func find(_ time: Double) throws -> Bool {
    var isOther = time < last ? try begin() : false
    last = time
    while let coming, coming.time - time < time - now.time - 1e-6 {
      self.coming = try Self.next(of: source, after: coming)
      if self.coming == nil, loops, length == nil {
        // The last frame lasts as long as the one before it.
        length = coming.time + max(coming.time - now.time, 0.001)
      }
      now = coming
      isOther = true
    }
    return isOther
  }

  /// Goes back to the first frame, unless that is the present one.
  private func begin() throws -> Bool {
    guard now.time > 0 else { return false }
    source = try FileBoundary.$current.withValue(boundary) { try openSource(name) }
    sources.add(source)
    guard let first = try Self.next(of: source, after: nil) else { return false }
    now = first
    coming = try Self.next(of: source, after: first)
    return true
  }

  private static func next(of source: any FrameSource, after last: Picture?) throws -> Picture? {
    guard let frame = try source.nextPicture(StageClock()) else { return nil }
    let stamp = frame.presentationTime
    guard let last else { return Picture(frame, time: 0, origin: stamp ?? 0) }
    let rate = source.media.frameRate
    let time = stamp.map { $0 - last.origin } ?? last.time + (rate > 0 ? 1 / rate : 0)
    return Picture(frame, time: max(time, last.time), origin: last.origin)
  }
}
