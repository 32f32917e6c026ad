/// The mode to request from a camera. A nil leaves the choice to ``choose(from:device:)``.
public struct CameraRequest: Equatable, Sendable {
  /// The exact size.
  public var size: VideoSize?
  /// Frames per second.
  public var rate: Double?
  /// The format in which the camera delivers.
  public var format: FourCC?

  public init(size: VideoSize? = nil, rate: Double? = nil, format: FourCC? = nil) {
    self.size = size
    self.rate = rate
    self.format = format
  }

  /// The rate to reach when none is requested.
  public static let usualRate = 30.0
  /// The best mode for the request: with the requested size and format, that reaches the rate;
  /// among those the largest up to 1920x1080, then the cheapest to read. When no mode reaches the
  /// rate, the fastest one. So a camera with 1920x1080 at 5 frames per second in YUYV and at 30 in
  /// Motion JPEG gives Motion JPEG, one with 1280x720 at 30 in both gives YUYV.
  ///
  /// `device` names the camera in the error.
  ///
  /// Throws `.badInput` when the camera does not offer the size or the format; the error lists the
  /// offer.
  public func choose(
    from modes: [CaptureMode], device: String
  ) throws(SplashError) -> CaptureChoice {
    let formatted = modes.filter { format == nil || $0.format == format }
    guard !formatted.isEmpty else {
      throw unsupported(
        device, "does not offer the format \(format.map(\.description) ?? "")",
        have: formats(in: modes))
    }
    let sized = formatted.filter { size == nil || $0.size == size }
    guard !sized.isEmpty else {
      throw unsupported(
        device, "does not offer the size \(size.map(\.description) ?? "")",
        have: nearestSizes(among: formatted).map(\.description))
    }
    let target = rate ?? Self.usualRate
    let best = sized.max { a, b in preference(a, target) < preference(b, target) }!
    return CaptureChoice(mode: best, interval: best.intervals.interval(reaching: target))
  }

  /// Rank of a mode: larger is better, compared from the left.
  private func preference(_ mode: CaptureMode, _ target: Double) -> (Double, Int, Int, Double) {
    let fastest = mode.intervals.intervals.first?.rate
    let usual =
      mode.size.width <= VideoSize.usual.width
      && mode.size.height <= VideoSize.usual.height
    // An unknown rate counts as sufficient, but a known one is preferred.
    let reached = fastest.map { min($0 / (target * 0.99), 1) } ?? 0.99
    return (
      reached, usual ? mode.size.area : -mode.size.area, -mode.delivery.rawValue, fastest ?? 0
    )
  }

  /// The formats that are cheapest to read.
  private func formats(in modes: [CaptureMode]) -> [String] {
    let names = Set(modes.map { Offer(delivery: $0.delivery, name: $0.format.description) })
    return names.sorted { ($0.delivery, $0.name) < ($1.delivery, $1.name) }.prefix(8).map(\.name)
  }

  private struct Offer: Hashable {
    var delivery: CaptureMode.Delivery
    var name: String
  }

  private func nearestSizes(among modes: [CaptureMode]) -> [VideoSize] {
    guard let size else { return [] }
    func distance(_ other: VideoSize) -> Int {
      abs(other.width - size.width) + abs(other.height - size.height)
    }
    let sizes = Set(modes.map(\.size)).sorted {
      (distance($0), $0.area) < (distance($1), $1.area)
    }
    return Array(sizes.prefix(3))
  }

  private func unsupported(_ device: String, _ what: String, have: [String]) -> SplashError {
    SplashError(
      .badInput, "\(device): \(what)", remedy: "on offer: \(have.joined(separator: ", "))")
  }
}

/// The mode chosen for a request, and the interval to request; nil when the driver lists no
/// intervals.
public struct CaptureChoice: Equatable, Sendable {
  public var mode: CaptureMode
  public var interval: FrameInterval?
}
