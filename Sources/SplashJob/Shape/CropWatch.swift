internal import Synchronization

/// Counts the frames in which a part that stands still misses the selection: after another filter,
/// which finds out what is selected.
final class CropWatch: FrameFilter {
  private let filter: any FrameFilter
  private let look: LookControl
  private let layout: ShapeLayout
  let misses = CropMisses()

  /// - Parameters:
  ///   - look: that of the filter.
  ///   - layout: of the part.
  init(_ filter: any FrameFilter, _ look: LookControl, _ layout: ShapeLayout) {
    (self.filter, self.look, self.layout) = (filter, look, layout)
    look.findsMiddle = true
  }

  func apply(to frame: inout Frame, _ clock: StageClock) throws {
    try filter.apply(to: &frame, clock)
    guard frame.format.isNative, let middle = look.middle else { return }
    let (part, size) = (layout.part, layout.size)
    let x = middle.x * Double(size.width) - Double(part.x)
    let y = middle.y * Double(size.height) - Double(part.y)
    let isInside = 0...Double(part.width) ~= x && 0...Double(part.height) ~= y
    misses.add(isMissed: !isInside)
  }
}

/// How often a part of the frame missed the selection. Any thread.
final class CropMisses: Sendable {
  private let counts = Mutex((selected: 0, missed: 0))

  func add(isMissed: Bool) {
    counts.withLock {
      $0.selected += 1
      if isMissed { $0.missed += 1 }
    }
  }

  /// What to say where the middle of the selection was outside more often than not; nil elsewhere.
  var warning: String? {
    let (selected, missed) = counts.withLock { $0 }
    guard 2 * missed > selected else { return nil }
    return "\(option: "crop") leaves out the middle of the selection in \(missed) of "
      + "\(counted(selected, "frame")); \(option: "crop") follow:9:16 tracks it"
  }
}
