/// Width and height of a picture in pixels.
public struct VideoSize: Hashable, Codable, Sendable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The largest size chosen when none is asked for.
  public static let usual = VideoSize(width: 1920, height: 1080)

  var area: Int { width * height }

  public var description: String { "\(width)x\(height)" }
}

/// The time from one frame to the next, in seconds, as a fraction.
public struct FrameInterval: Hashable, Codable, Sendable {
  public var numerator: UInt32
  public var denominator: UInt32

  public init(_ numerator: UInt32, _ denominator: UInt32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Frames per second; 0 when the driver gave a fraction that has no value.
  public var rate: Double {
    numerator == 0 ? 0 : Double(denominator) / Double(numerator)
  }

  /// The interval of a rate from 0.001 to 1000 frames per second; 24000/1001, 30000/1001 and
  /// 60000/1001 are exact.
  public init(rate: Double) {
    let rate = min(max(rate, 0.001), 1000)
    let film = (rate * 1.001).rounded()
    if abs(rate - film / 1.001) < 0.005, abs(rate - rate.rounded()) > 0.001 {
      self.init(1001, UInt32(film * 1000))
    } else {
      self.init(1000, UInt32((rate * 1000).rounded()))
    }
  }
}

/// Sizes a camera offers in one format: one size, or a range of them in steps.
public struct SizeOffer: Hashable, Codable, Sendable {
  public var minimum: VideoSize
  public var maximum: VideoSize
  /// Distance from one width or height of the range to the next, at least 1.
  public var step: VideoSize
  /// How the frames of this size (of a range, the largest) may follow each other.
  public var intervals: IntervalOffer

  public init(
    minimum: VideoSize, maximum: VideoSize, step: VideoSize, intervals: IntervalOffer
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.intervals = intervals
  }

  /// The size nearest to the one asked for; a range gives the next one below, if there is one.
  public func nearest(to size: VideoSize) -> VideoSize {
    func fit(_ side: KeyPath<VideoSize, Int>) -> Int {
      let wish = min(max(size[keyPath: side], minimum[keyPath: side]), maximum[keyPath: side])
      let steps = (wish - minimum[keyPath: side]) / max(step[keyPath: side], 1)
      return minimum[keyPath: side] + steps * max(step[keyPath: side], 1)
    }
    return VideoSize(width: fit(\.width), height: fit(\.height))
  }
}

/// The times from frame to frame that a camera offers.
public struct IntervalOffer: Hashable, Codable, Sendable {
  /// Shortest first; none when the driver does not tell.
  public var intervals: [FrameInterval]
  /// Everything between the two intervals is on offer too.
  public var isRange: Bool

  public init(_ intervals: [FrameInterval], isRange: Bool = false) {
    self.intervals = intervals.sorted { $0.rate > $1.rate }
    self.isRange = isRange
  }

  /// The slowest interval that still gives the rate, within one percent; else the fastest one;
  /// nil when the driver does not tell.
  public func interval(reaching rate: Double) -> FrameInterval? {
    guard let fastest = intervals.first, let slowest = intervals.last else { return nil }
    if isRange && rate <= fastest.rate && rate >= slowest.rate {
      return FrameInterval(rate: rate)
    }
    return intervals.last { $0.rate >= rate * 0.99 } ?? fastest
  }
}

/// One way in which a camera can deliver: a format in one size.
public struct CaptureMode: Hashable, Sendable {
  public var format: FourCC
  public var size: VideoSize
  public var intervals: IntervalOffer
  /// What the pictures cost before splash has them.
  public var delivery: Delivery

  /// From the cheapest to the dearest.
  public enum Delivery: Int, Comparable, Sendable {
    /// Read where the driver put them.
    case native
    /// Decoded from Motion JPEG.
    case motionJPEG
    /// Decoded from H.264, which the camera made with losses over time.
    case h264
    /// Turned into YU12 by libv4lconvert.
    case converted

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  public init(format: FourCC, size: VideoSize, intervals: IntervalOffer, delivery: Delivery) {
    self.format = format
    self.size = size
    self.intervals = intervals
    self.delivery = delivery
  }
}
