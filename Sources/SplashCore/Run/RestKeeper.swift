internal import Glibc

/// Lets a live source rest while nobody looks at what becomes of its pictures.
///
/// The thread that reads asks before each picture. A source rests when nobody has looked for two
/// seconds, so that programs which try a camera and open it again find it awake.
package struct RestKeeper {
  /// When a source of a run may rest.
  package struct Rule: Sendable {
    /// Whether somebody beside the sinks waits for a picture. Any thread.
    var isAwaited: @Sendable () -> Bool
    /// Told when the source rests for the first time.
    var onFirstRest: @Sendable () -> Void

    package init(
      isAwaited: @escaping @Sendable () -> Bool, onFirstRest: @escaping @Sendable () -> Void
    ) {
      (self.isAwaited, self.onFirstRest) = (isAwaited, onFirstRest)
    }
  }

  /// Nanoseconds without anybody who looks after which a source rests.
  private static let patience: UInt64 = 2_000_000_000
  /// Microseconds from one look at the sinks to the next while it does.
  private static let interval: UInt32 = 25_000

  private let rule: Rule
  private var unseenSince: UInt64?
  private var hasRested = false

  init(_ rule: Rule) { self.rule = rule }

  /// Has the source rest, if it is time, and returns when its next picture is wanted.
  ///
  /// - Parameter isOver: whether no picture will be wanted any more.
  /// - Returns: false where the source came to its end meanwhile.
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
