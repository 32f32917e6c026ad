internal import SplashCore

/// A sink that gets what another makes of the pictures; all else passes through.
class SinkAround: FrameSink {
  let sink: any FrameSink

  init(_ sink: any FrameSink) { self.sink = sink }

  var name: String { sink.name }
  var notes: [String] { sink.notes }
  var livePatience: Int { sink.livePatience }
  var isWatcher: Bool { sink.isWatcher }
  func write(_ frame: consuming Frame, _ clock: StageClock) throws { try sink.write(frame, clock) }
  func write(_ packet: consuming Packet, _ clock: StageClock) throws {
    try sink.write(packet, clock)
  }
  func finish(_ clock: StageClock) throws { try sink.finish(clock) }
  func publish() throws { try sink.publish() }
  var partialPath: String? { sink.partialPath }
  func interrupt() { sink.interrupt() }
  var warning: String? { sink.warning }
}

/// Gives another sink pictures of another shape.
final class ShapedSink: SinkAround {
  private let shaper: Shaper

  init(_ sink: any FrameSink, _ shaper: Shaper) {
    self.shaper = shaper
    super.init(sink)
  }

  override func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    var frame = frame
    frame = try clock.measure(.convert) { try shaper.apply(to: frame) }
    try sink.write(frame, clock)
  }
}
