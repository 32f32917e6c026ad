internal import SplashPhoto

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
