/// Returns freed memory to the system: the C library would keep it for later frames.
struct RestingMemory {
  /// Counters that change with any activity.
  struct Activity: Equatable {
    /// Number of the last frame; nil before the first.
    var picture: UInt32?
    /// Number of slow answers so far.
    var answers = 0
    /// Whether a page is open.
    var hasPages = false
  }

  private var last = Activity()
  private var calls = 0

  /// Number of calls without a change after which memory is returned.
  private static let patience = 4

  /// Returns freed memory to the system after some calls without activity.
  ///
  /// - Parameter forget: called before, where no page is open.
  mutating func giveBack(after activity: Activity, forget: () -> Void) {
    calls = activity == last ? calls + 1 : 0
    last = activity
    guard calls == Self.patience else { return }
    if !activity.hasPages { forget() }
    FreedMemory.giveBack()
  }
}
