/// Width and height of a frame in pixels.
public struct VideoSize: Hashable, Codable, Sendable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The largest size chosen by default.
  public static let usual = VideoSize(width: 1920, height: 1080)

  var area: Int { width * height }

  public var description: String { "\(width)x\(height)" }
}

/// The interval between two frames in seconds, as a fraction.
public struct FrameInterval: Hashable, Codable, Sendable {
  public var numerator: UInt32
  public var denominator: UInt32

  public init(_ numerator: UInt32, _ denominator: UInt32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Frames per second; 0 when the driver's fraction is invalid.
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
  /// The frame intervals of this size (for a range, of the largest).
  public var intervals: IntervalOffer

  public init(
    minimum: VideoSize, maximum: VideoSize, step: VideoSize, intervals: IntervalOffer
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.intervals = intervals
  }

  /// The size nearest to the requested one; a range gives the next one below, if there is one.
  public func nearest(to size: VideoSize) -> VideoSize {
    func fit(_ side: KeyPath<VideoSize, Int>) -> Int {
      let wish = min(max(size[keyPath: side], minimum[keyPath: side]), maximum[keyPath: side])
      let steps = (wish - minimum[keyPath: side]) / max(step[keyPath: side], 1)
      return minimum[keyPath: side] + steps * max(step[keyPath: side], 1)
    }
    return VideoSize(width: fit(\.width), height: fit(\.height))
  }
}

/// The frame intervals that a camera offers.
public struct IntervalOffer: Hashable, Codable, Sendable {
  /// Shortest first; empty when the driver does not tell.
  public var intervals: [FrameInterval]
  /// Whether all intervals between the two are offered too.
  public var isRange: Bool

  public init(_ intervals: [FrameInterval], isRange: Bool = false) {
    self.intervals = intervals.sorted { $0.rate > $1.rate }
    self.isRange = isRange
  }

  /// The longest interval that reaches the rate within one percent; else the shortest one; nil when
  /// the driver does not tell.
  public func interval(reaching rate: Double) -> FrameInterval? {
    guard let fastest = intervals.first, let slowest = intervals.last else { return nil }
    if isRange && rate <= fastest.rate && rate >= slowest.rate {
      return FrameInterval(rate: rate)
    }
    return intervals.last { $0.rate >= rate * 0.99 } ?? fastest
  }
}

/// A mode of a camera: a format in one size.
public struct CaptureMode: Hashable, Sendable {
  public var format: FourCC
  public var size: VideoSize
  public var intervals: IntervalOffer
  /// How frames of this mode are read.
  public var delivery: Delivery

  /// Ways of reading frames, cheapest first.
  public enum Delivery: Int, Comparable, Sendable {
    /// Used in the driver's memory.
    case native
    /// Decoded from Motion JPEG.
    case motionJPEG
    /// Decoded from H.264, which loses quality.
    case h264
    /// Converted to YU12 by libv4lconvert.
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
