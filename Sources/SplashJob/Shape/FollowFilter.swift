/// Tells each frame the center of a crop that follows the selection, after another filter has found
/// the selection.
final class FollowFilter: FrameFilter {
  private let filter: any FrameFilter
  private let look: LookControl
  private var across, down: Glide
  private var cuts = CutFinder()
  private var time: Double?

  /// - Parameters:
  ///   - look: the filter's look control.
  ///   - layout: the crop.
  init(_ filter: any FrameFilter, _ look: LookControl, _ layout: ShapeLayout) {
    (self.filter, self.look) = (filter, look)
    across = Glide(part: Double(layout.part.width) / Double(max(1, layout.size.width)))
    down = Glide(part: Double(layout.part.height) / Double(max(1, layout.size.height)))
    look.findsMiddle = true
  }

  func apply(to frame: inout Frame, _ clock: StageClock) throws {
    if frame.format.isNative, frame.withPlanes({ cuts.isCut($0) }) == true {
      across.cut()
      down.cut()
    }
    try filter.apply(to: &frame, clock)
    let now = frame.presentationTime
    // Frames without times count as 30 per second.
    let seconds = now.flatMap { now in time.map { now - $0 } } ?? 1 / 30
    time = now
    let middle = frame.format.isNative ? look.middle : nil
    across.follow(middle?.x, after: seconds)
    down.follow(middle?.y, after: seconds)
    frame.focus = (across.middle, down.middle)
  }
}
