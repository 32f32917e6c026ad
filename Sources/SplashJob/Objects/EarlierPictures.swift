/// The frames of a shot before a time, from the last one back. The input is read up to there once,
/// and again from keyframe to keyframe where there are too many to hold. Frames are scaled to the
/// size at which networks look at them.
final class EarlierPictures {
  private let input: String
  private let options: InputOptions
  private let frameLimit: Int?
  /// Times of the shot's frames, in seconds from the beginning of the clip.
  private(set) var times: [Double] = []
  /// Number of frames of the clip before the shot.
  private var before = 0
  /// Held frames of the shot, without gaps, and the index of the first of them.
  private var held: [Held] = []
  private var firstHeld = 0
  private var mostHeld = 1
  /// Time stamp of the first frame, as players show it, in seconds.
  private var origin = 0.0
  private let reducer = Reducer()

  /// The first frame at or after the time; nil where the input ends before.
  private(set) var named: Held?
  /// Time of that frame, or of the last frame where there is none; nil where there are no frames.
  private(set) var end: Double?

  /// A class, so that frames, which are not copyable, can be held in an array.
  final class Held {
    let frame: Frame
    init(_ frame: consuming Frame) { self.frame = frame }
  }

  /// Maximum bytes and number of held frames: reading again costs little more where these exceed
  /// the distance of keyframes.
  private static let room = (bytes: 160 << 20, pictures: 240)
  /// Seconds by which stored times may differ.
  private static let tolerance = 0.001

  /// Reads the frames before a time.
  ///
  /// - Parameters:
  ///   - time: in seconds from the beginning of the clip.
  ///   - frameLimit: maximum number of frames of the clip; nil for all.
  init(of input: String, _ options: InputOptions, before time: Double, frameLimit: Int?) throws {
    (self.input, self.options, self.frameLimit) = (input, options, frameLimit)
    var cuts = CutFinder()
    try read(from: nil) { frame, number, place in
      if number == 0 {
        origin = (frame.presentationTime ?? 0) - place + (options.start ?? 0)
      }
      end = place
      if frame.withPlanes({ cuts.isCut($0) })! { (times, held, before) = ([], [], number) }
      guard place < time else {
        named = Held(Frame(sharing: frame))
        return false
      }
      times.append(place)
      let reduced = try reducer.reduced(frame)
      if times.count == 1 { mostHeld = Self.mostHeld(like: reduced) }
      held.append(Held(reduced))
      if held.count > mostHeld { held.removeFirst() }
      return true
    }
    firstHeld = times.count - held.count
  }

  /// Whether the shot begins with the clip.
  var isBeginning: Bool { before == 0 }

  /// One of the frames of `times`; to be asked for in descending order.
  ///
  /// - Returns: nil where the input has changed, or is given up.
  func picture(_ index: Int) throws -> Held? {
    if index < firstHeld || index >= firstHeld + held.count {
      let first = max(0, index - mostHeld + 1)
      held = []
      held = try pictures(first...index, from: times[first])
      if held.count <= index - first { held = try pictures(first...index, from: nil) }
      firstHeld = first
    }
    return held.indices.contains(index - firstHeld) ? held[index - firstHeld] : nil
  }

  private static func mostHeld(like frame: borrowing Frame) -> Int {
    let bytes = frame.withPlanes { picture in
      (0..<picture.format.planeCount).reduce(0) {
        let size = picture.size(ofPlane: $1)
        return $0 + size.bytes * size.rows
      }
    }
    return min(room.pictures, max(12, room.bytes / max(bytes ?? 0, 1)))
  }

  /// The frames of the shot in a range, as many as are found.
  ///
  /// - Parameter start: time at which reading begins; nil for the beginning, from which frames
  ///   without a usable time are found too.
  private func pictures(_ range: ClosedRange<Int>, from start: Double?) throws -> [Held] {
    var found: [Held] = []
    try read(from: start) { frame, number, place in
      if start == nil {
        guard number >= before + range.lowerBound else { return true }
      } else {
        let away = place - times[range.lowerBound + found.count]
        if found.isEmpty, away < -Self.tolerance { return true }
        guard abs(away) < Self.tolerance else { return false }
      }
      found.append(Held(try reducer.reduced(frame)))
      return found.count < range.count
    }
    return found
  }

  /// Reads frames of the clip until the closure returns that it has enough.
  ///
  /// - Parameter start: in seconds from the beginning of the clip; nil for the beginning.
  private func read(
    from start: Double?,
    _ body: (_ frame: borrowing Frame, _ number: Int, _ place: Double) throws -> Bool
  ) throws {
    var options = options
    // A margin, since the start time of a container is less exact than the time of its first frame.
    let margin = 0.05
    if let start {
      options.start = max(0, start + origin - margin)
      options.duration = nil
    }
    let source = try openSource(input, options: options)
    defer { source.close() }
    let converter = FormatConverter(needsColor: true)
    var clock = LookClock(origin: start == nil ? self.options.start.map { -$0 } : 0)
    let shift = start == nil ? 0 : options.start! - origin
    var number = 0
    while start != nil || number != frameLimit, var frame = try source.nextPicture(StageClock()) {
      try converter.apply(to: &frame, StageClock())
      let place = clock.place(of: frame.presentationTime) + shift
      if frame.format.isNative, try !body(frame, number, place) { return }
      number += 1
    }
  }
}

/// Scales frames to the size at which networks look at them.
private final class Reducer {
  private let scaler = Scaler()
  private static let longest = 1024

  func reduced(_ frame: borrowing Frame) throws -> Frame {
    let (width, height) = (frame.width, frame.height)
    let scale = Double(Self.longest) / Double(max(width, height))
    guard scale < 1 else { return Frame(sharing: frame) }
    func even(_ length: Int) -> Int { max(2, Int((Double(length) * scale / 2).rounded()) * 2) }
    return try scaler.convert(
      frame, to: frame.format, width: even(width), height: even(height))
  }
}
