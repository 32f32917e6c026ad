/// Base class of sinks that change frames before another sink gets them; all else passes through.
class SinkAround: FrameSink {
  let sink: any FrameSink
  let notes: [String]

  /// - Parameter notes: lines to add to the sink's own notes.
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

/// Gives another sink frames of another shape.
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
