internal import CFFmpeg

/// How an output assigns time stamps to frames.
enum Pace {
  /// Each frame keeps its own time stamp.
  case asTimed
  /// No time stamps: every frame has the same duration.
  case counted(AVRational)
  /// Frames lie at multiples of a frame interval, each at the nearest free one. Where the container
  /// has no durations (`isFilled`), a longer frame is repeated.
  case grid(AVRational, isFilled: Bool)

  var isAsTimed: Bool {
    if case .asTimed = self { true } else { false }
  }

  /// Whether frames may have to be repeated.
  var isFilled: Bool {
    if case .grid(_, true) = self { true } else { false }
  }

  /// The unit of output time stamps for frames with another unit.
  func timeBase(of picture: AVRational) -> AVRational {
    switch self {
    case .asTimed: picture
    case .counted(let rate), .grid(let rate, _): av_inv_q(rate)
    }
  }

  /// The time stamp of the next frame, and how often the frame before has to be repeated first.
  ///
  /// - Parameters:
  ///   - frame: the frame, with a time stamp of its own or none.
  ///   - last: time stamp of the frame before.
  ///   - duration: duration of a frame that does not state it.
  func place(
    _ frame: borrowing Frame, after last: Int64?, duration: Int64
  ) -> (timestamp: Int64, repeats: Int64) {
    let following = last.map { $0 + duration } ?? 0
    let least = last.map { $0 + 1 } ?? .min
    switch self {
    case .asTimed: return (max(frame.timestamp ?? following, least), 0)
    case .counted: return (following, 0)
    case .grid(let rate, let isFilled):
      let wanted = frame.timestamp.map { av_rescale_q($0, frame.timeBase, av_inv_q(rate)) }
      let timestamp = max(wanted ?? following, least)
      // A frame that lasts for minutes means that the clock has jumped.
      let missing = last.map { min(timestamp - $0 - 1, 3600) } ?? 0
      return isFilled ? (timestamp, max(0, missing)) : (timestamp, 0)
    }
  }
}
