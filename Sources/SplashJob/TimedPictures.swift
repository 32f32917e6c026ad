internal import SplashBase
internal import SplashCore

/// The pictures of a file, found by their times: those that come later sooner. For one thread at a
/// time.
final class TimedPictures {
  private let name: String
  private let boundary = FileBoundary.current
  private let sources: OpenSources
  private let loops: Bool
  private var source: any FrameSource
  /// What is nearest to the time that was last asked for, and what comes after it.
  private var now: Picture
  private var coming: Picture?
  /// The time that was last asked for.
  private var last = -Double.infinity
  /// Seconds until it begins again; nil as long as the end was not seen, or if it does not.
  private var length: Double?

  /// Frames have one owner, and are kept here until their time is over.
  private final class Picture {
    let frame: Frame
    /// Seconds from the first picture, and the time stamp of that one.
    let time, origin: Double

    init(_ frame: consuming Frame, time: Double, origin: Double) {
      self.frame = frame
      self.time = time
      self.origin = origin
    }
  }

  /// Opens a file and decodes its first pictures.
  ///
  /// - Parameters:
  ///   - loops: it begins again at its end; otherwise its last picture stays.
  ///   - sources: where a stop finds it.
  /// - Throws: `SplashError` of kind badInput when there is no picture.
  init(_ name: String, loops: Bool, among sources: OpenSources) throws {
    (self.name, self.loops, self.sources) = (name, loops, sources)
    source = try openSource(name)
    sources.add(source)
    guard let first = try Self.next(of: source, after: nil) else {
      throw SplashError(.badInput, "\(name): no picture in it")
    }
    now = first
    coming = try Self.next(of: source, after: first)
  }

  /// How its pictures are turned for display.
  var turn: Turn { source.media.picture.turn }

  /// The picture that `show` found, and the first before.
  var shown: Frame { Frame(sharing: now.frame) }

  /// There is a picture after that.
  var areSeveral: Bool { coming != nil }

  /// Finds the picture that is nearest to a time.
  ///
  /// - Parameter time: in seconds from the first picture.
  /// - Returns: whether it is another than the one before.
  /// - Throws: `SplashError` when the file cannot be read any more.
  func show(at time: Double) throws -> Bool {
    var isOther = try find(place(of: time))
    // Its end may have been seen meanwhile.
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
        // The last picture is shown as long as the one before it.
        length = coming.time + max(coming.time - now.time, 0.001)
      }
      now = coming
      isOther = true
    }
    return isOther
  }

  /// Goes back to the first picture, unless it is still there.
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
