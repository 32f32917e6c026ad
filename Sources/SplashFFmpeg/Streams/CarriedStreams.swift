internal import CFFmpeg

/// The streams besides the video on their way into a container: copied or converted.
struct CarriedStreams {
  private let plan: StreamPlan
  private let muxer: Muxer

  init(_ plan: StreamPlan, into muxer: Muxer) {
    self.plan = plan
    self.muxer = muxer
  }

  /// As in `StreamPlan`.
  var stored: [Int: CopiedStream] { plan.stored }

  /// Makes converted streams begin at a time, in seconds.
  func begin(at time: Double) {
    for converter in plan.converters.values { converter.begin(at: time) }
  }

  func write(_ item: consuming Packet, _ clock: StageClock) throws {
    var packet = item
    if let converter = plan.converters[packet.stream] {
      try convert(packet.av, of: packet.stream, converter, clock)
    } else {
      try clock.measure(.write, in: muxer.time) { try muxer.write(&packet) }
    }
  }

  /// Writes the packets that converters still hold.
  func finish(_ clock: StageClock) throws {
    for (stream, converter) in plan.converters { try convert(nil, of: stream, converter, clock) }
  }

  /// - Parameter packet: nil at the end.
  private func convert(
    _ packet: UnsafeMutablePointer<AVPacket>?, of stream: Int, _ converter: any StreamConverter,
    _ clock: StageClock
  ) throws {
    try clock.measure(.encode, in: muxer.time) {
      try converter.convert(packet) { result throws(SplashError) in
        var packet = Packet(moving: result, stream: stream)
        try muxer.write(&packet)
      }
    }
  }
}
