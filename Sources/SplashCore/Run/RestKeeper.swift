internal import Glibc

/// Lets a live source rest while nobody is watching its output.
///
/// The reading thread calls it before each frame. A source rests after two seconds without viewers,
/// so that programs which probe a camera and open it again find it running.
package struct RestKeeper {
  /// When the source of a run may rest.
  package struct Rule: Sendable {
    /// Whether anything other than the sinks waits for a frame. Any thread.
    var isAwaited: @Sendable () -> Bool
    /// Called when the source rests for the first time.
    var onFirstRest: @Sendable () -> Void

    package init(
      isAwaited: @escaping @Sendable () -> Bool, onFirstRest: @escaping @Sendable () -> Void
    ) {
      (self.isAwaited, self.onFirstRest) = (isAwaited, onFirstRest)
    }
  }

  /// Nanoseconds without viewers after which a source rests.
  private static let patience: UInt64 = 2_000_000_000
  /// Microseconds between checks of the sinks while it rests.
  private static let interval: UInt32 = 25_000

  private let rule: Rule
  private var unseenSince: UInt64?
  private var hasRested = false

  init(_ rule: Rule) { self.rule = rule }

  /// Lets the source rest, if it is time, and returns when its next frame is wanted.
  ///
  /// - Parameter isOver: whether no more frames will be wanted.
  /// - Returns: false if the source ended meanwhile.
  mutating func keep(
    _ source: any FrameSource, _ sinks: [any FrameSink], _ meter: RunMeter, until isOver: () -> Bool
  ) -> Bool {
    func isSeen() -> Bool { sinks.contains(where: \.isSeen) || rule.isAwaited() }
    if isSeen() {
      unseenSince = nil
      return true
    }
    let now = monotonicNanoseconds()
    let since = unseenSince ?? now
    unseenSince = since
    guard now - since >= Self.patience else { return true }
    source.rest()
    meter.beginRest()
    if !hasRested { rule.onFirstRest() }
    hasRested = true
    while !isOver(), !source.isOver, !isSeen() { usleep(Self.interval) }
    meter.endRest()
    unseenSince = nil
    return !source.isOver
  }
}
