internal import SplashCore
internal import SplashFilter

/// Says of pictures where a part that follows what is kept has its middle: after another filter,
/// which finds out what is kept.
final class FollowFilter: FrameFilter {
  private let filter: any FrameFilter
  private let look: LookControl
  private var across, down: Glide
  private var cuts = CutFinder()
  private var time: Double?

  /// - Parameters:
  ///   - look: that of the filter.
  ///   - layout: of the part.
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
    // Pictures without times come 30 a second.
    let seconds = now.flatMap { now in time.map { now - $0 } } ?? 1 / 30
    time = now
    let middle = frame.format.isNative ? look.middle : nil
    across.follow(middle?.x, after: seconds)
    down.follow(middle?.y, after: seconds)
    frame.focus = (across.middle, down.middle)
  }
}
