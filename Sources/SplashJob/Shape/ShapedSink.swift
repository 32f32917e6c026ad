internal import SplashCore

/// A sink that gets what another makes of the pictures; all else passes through.
class SinkAround: FrameSink {
  let sink: any FrameSink
  let notes: [String]

  /// - Parameter notes: what to say beside the sink's own ones.
  init(_ sink: any FrameSink, notes: [String?] = []) {
    self.sink = sink
    self.notes = notes.compactMap(\.self) + sink.notes
  }

  var name: String { sink.name }
  var livePatience: Int { sink.livePatience }
  var isWatcher: Bool { sink.isWatcher }
  var isSeen: Bool { sink.isSeen }
  func write(_ frame: consuming Frame, _ clock: StageClock) throws { try sink.write(frame, clock) }
  func write(_ packet: consuming Packet, _ clock: StageClock) throws {
    try sink.write(packet, clock)
  }
  func finish(_ clock: StageClock) throws { try sink.finish(clock) }
  func publish() throws { try sink.publish() }
  func setAside() throws { try sink.setAside() }
  var partialPath: String? { sink.partialPath }
  func interrupt() { sink.interrupt() }
  var warning: String? { sink.warning }
}

/// Gives another sink pictures of another shape.
final class ShapedSink: SinkAround {
  private let shaper: Shaper

  init(_ sink: any FrameSink, _ shaper: Shaper, note: String?) {
    self.shaper = shaper
    super.init(sink, notes: [note])
  }

  override func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    var frame = frame
    frame = try clock.measure(.convert) { try shaper.apply(to: frame) }
    try sink.write(frame, clock)
  }
}
