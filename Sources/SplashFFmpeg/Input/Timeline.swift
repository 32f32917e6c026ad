package import CFFmpeg

/// Keeps the time stamps of an input increasing where recordings were joined or a clock was reset.
///
/// A stream has restarted where it falls back by more than a second, or jumps more than ten seconds
/// ahead of all others in a format whose clock is known to do that (MPEG-TS: a splice, another
/// encoder). From there on its time stamps are moved to continue. The first stream that restarts
/// sets the shift, and the others take it when they come to the same place, so sound and video stay
/// in sync. Increasing time stamps are never changed.
package struct Timeline {
  private struct Stream {
    /// Expected time stamp of the next packet, in the stream's time base.
    var next: Int64?
    /// The expected time stamp if the packet before last had not jumped ahead.
    var beforeLeap: Int64?
    var shift: Int64 = 0
    var restarts = 0
  }

  private var streams: [Stream] = []
  /// Shift of the latest restart in microseconds.
  private var shift: Int64 = 0
  private var restarts = 0
  /// Latest time of any stream in microseconds.
  private var latest = Int64.min
  private let mayLeap: Bool

  /// - Parameter mayLeap: whether the format's clock may jump ahead by a reset.
  package init(mayLeap: Bool) { self.mayLeap = mayLeap }

  /// Resets the state after a seek: going back is no restart of the clock.
  package mutating func forget() { self = Timeline(mayLeap: mayLeap) }

  /// Moves a packet to its place, and removes impossible time stamps.
  package mutating func place(_ packet: UnsafeMutablePointer<AVPacket>, of stream: AVStream) {
    let timeBase = stream.time_base
    packet.pointee.dts = plausible(packet.pointee.dts, timeBase)
    packet.pointee.pts = plausible(packet.pointee.pts, timeBase)
    if packet.pointee.duration < 0
      || plausible(packet.pointee.duration, timeBase) == ff_no_timestamp
    {
      packet.pointee.duration = 0
    }
    let index = Int(stream.index)
    while streams.count <= index { streams.append(Stream()) }
    let kind = stream.codecpar.pointee.codec_type
    if packet.pointee.dts != ff_no_timestamp,
      kind == AVMEDIA_TYPE_VIDEO || kind == AVMEDIA_TYPE_AUDIO
    {
      streams[index] = following(
        streams[index], packet.pointee.dts, packet.pointee.duration, timeBase)
    }
    let shift = streams[index].shift
    packet.pointee.dts = moved(packet.pointee.dts, by: shift, timeBase)
    packet.pointee.pts = moved(packet.pointee.pts, by: shift, timeBase)
  }

  /// The stream's state after a packet with that decoding time.
  private mutating func following(
    _ stream: Stream, _ timestamp: Int64, _ duration: Int64, _ timeBase: AVRational
  ) -> Stream {
    var stream = stream
    let second = max(1, ticks(1, timeBase))
    var place = timestamp &+ stream.shift
    guard plausible(place, timeBase) != ff_no_timestamp else { return stream }
    if let next = stream.next {
      let isBack =
        place < next - second && stream.beforeLeap.map { abs(place - $0) > second } ?? true
      let isAhead = mayLeap && av_rescale_q(place, timeBase, microseconds) > latest + 10_000_000
      if isBack || isAhead {
        if stream.restarts == restarts {
          shift = av_rescale_q(next - timestamp, timeBase, microseconds)
          restarts += 1
        }
        stream.restarts = restarts
        stream.shift = av_rescale_q(shift, microseconds, timeBase)
        place = timestamp &+ stream.shift
        guard plausible(place, timeBase) != ff_no_timestamp else { return stream }
      }
      stream.beforeLeap = place > next + second ? next : nil
    }
    stream.next = place + duration
    latest = max(latest, av_rescale_q(place, timeBase, microseconds))
    return stream
  }

  private let microseconds = AVRational(num: 1, den: 1_000_000)

  private func moved(_ timestamp: Int64, by shift: Int64, _ timeBase: AVRational) -> Int64 {
    timestamp == ff_no_timestamp ? timestamp : plausible(timestamp &+ shift, timeBase)
  }
}

/// A time stamp, or none where it lies more than three centuries from zero.
///
/// The result can be added, moved and converted between time bases without overflow.
func plausible(_ timestamp: Int64, _ timeBase: AVRational) -> Int64 {
  let isPlausible =
    timestamp.magnitude < 1 << 60 && abs(Double(timestamp) * av_q2d(timeBase)) < 1e10
  return isPlausible ? timestamp : ff_no_timestamp
}
