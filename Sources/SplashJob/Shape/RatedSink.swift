internal import CFFmpeg
internal import Synchronization

/// Gives another sink frames at an even rate: at each output time the nearest frame whose own time
/// rounds to it, else the frame before once more.
final class RatedSink: SinkAround {
  private let rate: AVRational
  private var held: Frame?
  /// Time and duration of the held frame, in units of the rate.
  private var units = 0.0
  private var length: Double
  /// The end of all frames received, in the same units: the last frame may not be the nearest to
  /// any output time.
  private var end = -Double.infinity
  /// The duration of a frame that does not state it.
  private let usualLength: Double
  /// The first output time without a frame; nil before the first frame.
  private var next: Int64?
  private let isInterrupted = Atomic(false)

  /// - Parameter before: the input's frame rate; 0 if unknown.
  init(_ sink: any FrameSink, rate: AVRational, before: Double, notes: [String?]) {
    self.rate = rate
    usualLength = before > 0 ? av_q2d(rate) / before : 1
    length = usualLength
    super.init(sink, notes: notes)
  }

  override func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    let frameUnits = frame.presentationTime.map { $0 * av_q2d(rate) } ?? units + length
    let place = Self.place(frameUnits)
    end = max(end, frameUnits + lasting(frame))
    if let next {
      let slot = Self.place(units)
      if place > slot { try give(until: place, clock) }
      // Frames whose time goes backwards are dropped.
      let isNearer = abs(frameUnits - Double(place)) < abs(units - Double(slot))
      guard place > slot || place == slot && place >= next && isNearer else { return }
    }
    hold(frame, at: frameUnits)
    guard next == nil else { return }
    // The first frame is written at once, since a sink begins with it, and sound may come before
    // the second.
    next = place
    try give(until: place + 1, clock)
  }

  override func finish(_ clock: StageClock) throws {
    let result = Result { try give(until: Self.place(end), clock) }
    held = nil
    try super.finish(clock)
    try result.get()
  }

  override func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
    super.interrupt()
  }

  private func hold(_ frame: consuming Frame, at units: Double) {
    length = lasting(frame)
    self.units = units
    held = consume frame
  }

  /// The duration of a frame, in units of the rate.
  private func lasting(_ frame: borrowing Frame) -> Double {
    let ticks = Double(ff_frame_duration(frame.av)) * av_q2d(frame.timeBase) * av_q2d(rate)
    return ticks > 0 && ticks < 1e9 ? ticks : usualLength
  }

  private static func place(_ units: Double) -> Int64 {
    Int64(max(-1e15, min(units, 1e15)).rounded())
  }

  /// Writes the held frame for all output times before `end` that have none.
  private func give(until end: Int64, _ clock: StageClock) throws {
    guard let picture = held.take(), let first = next else { return }
    let start = max(first, Self.place(units))
    // A frame that lasts for more than an hour means that the clock has jumped.
    for time in start..<max(start, min(end, start + Self.place(3600 * av_q2d(rate)))) {
      // A stop ends the repetition of the same frame.
      if time > start, isInterrupted.load(ordering: .relaxed) { break }
      let copy = Frame(sharing: picture)
      copy.timeBase = av_inv_q(rate)
      copy.timestamp = time
      ff_frame_set_duration(copy.av, 1)
      try sink.write(copy, clock)
    }
    next = max(first, end)
    held = consume picture
  }
}

extension OutputShape {
  /// The rate as a fraction: television rates, 29.97 and its like, as 30000/1001.
  var ratio: AVRational? {
    guard let rate else { return nil }
    let whole = (rate * 1.001).rounded()
    let isTelevision = rate != rate.rounded() && abs(rate * 1.001 - whole) < 0.001
    return isTelevision
      ? AVRational(num: Int32(whole) * 1000, den: 1001) : av_d2q(rate, 1_001_000)
  }
}
