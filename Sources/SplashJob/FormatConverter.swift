internal import SplashPhoto

/// Converts frames to what the kernels take, at one size for the whole run: other pixel formats are
/// converted, and frames whose size changes in the stream are scaled to the first one's.
public final class FormatConverter: FrameFilter {
  private var scaler = Scaler()
  private var size: (width: Int, height: Int)?
  private let needsAlpha, needsColor: Bool
  private let isStill: Bool

  /// - Parameters:
  ///   - needsAlpha: adds opaque alpha to frames without alpha.
  ///   - needsColor: adds chroma to frames without color, which otherwise pass unchanged.
  ///   - isStill: the input is a photo, so memory is not kept for a next frame.
  public init(needsAlpha: Bool = false, needsColor: Bool = false, isStill: Bool = false) {
    (self.needsAlpha, self.needsColor, self.isStill) = (needsAlpha, needsColor, isStill)
  }

  public func apply(to frame: inout Frame, _ clock: StageClock) throws {
    let size = size ?? (frame.width, frame.height)
    self.size = size
    let native = frame.format.native(withColor: needsColor)
    let format = needsAlpha ? native.withAlpha : native
    if format == frame.format, frame.width == size.width, frame.height == size.height { return }
    frame = try clock.measure(.convert) {
      try scaler.convert(frame, to: format, width: size.width, height: size.height)
    }
    if isStill { scaler = Scaler() }
  }
}

/// Applies filters to frames of 16 bits, of which the look takes 14 and, with alpha, 12. Samples
/// that the look leaves unchanged, alpha among them, are restored from the source.
final class DepthKeeper: FrameFilter {
  private let filters: [any FrameFilter]

  init(_ filters: [any FrameFilter]) { self.filters = filters }

  func apply(to frame: inout Frame, _ clock: StageClock) throws {
    let original = frame.format.depth > 14 ? Frame(sharing: frame) : nil
    for filter in filters { try filter.apply(to: &frame, clock) }
    guard let original else { return }
    frame = try clock.measure(.convert) { try frame.restored(from: original) }
  }
}
