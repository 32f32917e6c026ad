internal import CFFmpeg
internal import SplashCore

/// How an output lays pictures out in time.
enum Pace {
  /// Every picture keeps its own time stamp.
  case asTimed
  /// There are no time stamps; every picture lasts as long as the next.
  case counted(AVRational)
  /// Pictures stand at whole numbers of a rate, each at the nearest that is free. Where nothing
  /// else says that one lasts longer (`isFilled`), it is written again.
  case grid(AVRational, isFilled: Bool)

  var isAsTimed: Bool {
    if case .asTimed = self { true } else { false }
  }

  /// Whether pictures may have to be written again.
  var isFilled: Bool {
    if case .grid(_, true) = self { true } else { false }
  }

  /// The unit of time stamps for pictures whose own have another.
  func timeBase(of picture: AVRational) -> AVRational {
    switch self {
    case .asTimed: picture
    case .counted(let rate), .grid(let rate, _): av_inv_q(rate)
    }
  }

  /// Where the next picture belongs, and how many more times the one before it is due.
  ///
  /// - Parameters:
  ///   - frame: the picture, with a time stamp of its own or none.
  ///   - last: where the picture before stands.
  ///   - duration: how long a picture lasts when nothing is known.
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
      // A picture that lasts for minutes is a leap of the clock.
      let missing = last.map { min(timestamp - $0 - 1, 3600) } ?? 0
      return isFilled ? (timestamp, max(0, missing)) : (timestamp, 0)
    }
  }
}
