package import CFFmpeg

/// The requested part of an input, and the shift of its time stamps.
///
/// The start becomes zero; without a start the beginning of the input does, unless it lies after
/// zero and time stamps are to be kept.
package struct TimeWindow {
  /// Seconds in the input's own time; nil from the beginning.
  package let start: Double?
  /// Seconds in the input's own time; nil to the end.
  package private(set) var end: Double?
  /// Seconds in the input's own time that become zero.
  package private(set) var origin: Double

  /// Seconds before the start whose frames filters need.
  private var prelude = 0.0

  package enum Place: Equatable {
    case before
    /// With a time stamp below zero.
    case prelude(Int64)
    case inside(Int64)
    case after
  }

  /// - Parameter fileStart: first time stamp of the file in microseconds, or `ff_no_timestamp`.
  package init(options: InputOptions, fileStart: Int64) {
    let beginning = fileStart == ff_no_timestamp ? 0 : Double(fileStart) / 1e6
    let start = options.start.map { beginning + $0 }
    self.start = start
    end = options.duration.map { (start ?? beginning) + $0 }
    origin = start ?? (options.keepsStart ? min(0, beginning) : beginning)
  }

  /// The window of a part.
  ///
  /// - Parameter prelude: seconds to read before the part.
  package init(_ place: FilmPlace, prelude: Double) {
    func seconds(_ stamp: Int64) -> Double { Double(stamp) * av_q2d(place.timeBase) }
    start = place.start.map(seconds)
    end = place.end.map(seconds)
    // Joining finds the place of each part in the clip.
    origin = seconds(place.zero)
    self.prelude = prelude
  }

  /// Makes an input that is read from its beginning begin with its first frame, where the container
  /// states a later beginning.
  ///
  /// - Parameter time: of that frame, in seconds of the input's own time.
  package mutating func begin(by time: Double) {
    if start == nil { origin = min(origin, time) }
  }

  /// Time at which reading has to begin; nil for the beginning.
  package var readingStart: Double? { prelude.isFinite ? start.map { $0 - prelude } : nil }

  /// Ends the part right after a frame that was placed in it.
  package mutating func close(after timestamp: Int64, duration: Int64, timeBase: AVRational) {
    let time = (Double(timestamp) + Double(max(duration, 1))) * av_q2d(timeBase)
    end = min(end ?? .infinity, origin + time)
  }

  package func place(_ timestamp: Int64, timeBase: AVRational) -> Place {
    // Compared in whole ticks, so that no frame of the part gets a time below zero.
    let first = ticks(origin, timeBase)
    if start != nil, timestamp < first {
      let isPrelude = Double(timestamp) * av_q2d(timeBase) >= start! - prelude
      return isPrelude ? .prelude(timestamp - first) : .before
    }
    if let end, timestamp >= ticks(end, timeBase) { return .after }
    return .inside(timestamp - first)
  }

  /// True when a file with normally interleaved streams has no more packets for the part.
  package func isLongPast(_ packet: UnsafePointer<AVPacket>, timeBase: AVRational) -> Bool {
    guard let end, packet.pointee.dts != ff_no_timestamp else { return false }
    return Double(packet.pointee.dts) * av_q2d(timeBase) > end + 1
  }

  /// Moves a copied packet. Returns false for one outside of the part.
  package func place(_ packet: UnsafeMutablePointer<AVPacket>, timeBase: AVRational) -> Bool {
    let timestamp = packet.pointee.pts == ff_no_timestamp ? packet.pointee.dts : packet.pointee.pts
    guard timestamp != ff_no_timestamp else { return true }
    guard case .inside = place(timestamp, timeBase: timeBase) else { return false }
    packet.move(by: -ticks(origin, timeBase))
    return true
  }
}

/// Seconds in units of a time base; 0 for an invalid time base of a damaged file.
func ticks(_ seconds: Double, _ timeBase: AVRational) -> Int64 {
  let count = (seconds / av_q2d(timeBase)).rounded()
  return count.isFinite ? Int64(min(max(count, -0x1p61), 0x1p61)) : 0
}
