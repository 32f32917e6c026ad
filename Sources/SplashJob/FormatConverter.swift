public import SplashCore
internal import SplashFFmpeg

/// Gives the filter what its kernels take, at one size for the whole run: pictures of other formats
/// are converted, and those whose size changes in the stream are scaled to the first one's.
public final class FormatConverter: FrameFilter {
  private let scaler = Scaler()
  private var size: (width: Int, height: Int)?
  private let needsAlpha: Bool

  /// - Parameter needsAlpha: pictures are to have alpha, opaque where they had none.
  public init(needsAlpha: Bool = false) { self.needsAlpha = needsAlpha }

  public func apply(to frame: inout Frame, _ clock: StageClock) throws {
    let size = size ?? (frame.width, frame.height)
    self.size = size
    let native = frame.format.nearestNative ?? frame.format
    let format = needsAlpha ? native.withAlpha : native
    if format == frame.format, frame.width == size.width, frame.height == size.height { return }
    frame = try clock.measure(.convert) {
      try scaler.convert(frame, to: format, width: size.width, height: size.height)
    }
  }
}
