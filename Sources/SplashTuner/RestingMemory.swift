internal import Glibc

/// Gives back what was freed: the C library keeps the memory of pictures for others to come.
struct RestingMemory {
  /// What changes while something is done.
  struct Activity: Equatable {
    /// Of the last picture; nil before the first.
    var picture: UInt32?
    /// Answers that took their time, so far.
    var answers = 0
    /// Somebody has the page.
    var hasPages = false
  }

  private var last = Activity()
  private var calls = 0

  /// So many calls without a change are rest.
  private static let patience = 4

  /// Where nothing has happened since some calls, and something before, the system gets its memory.
  ///
  /// - Parameter forget: called before, where nobody has the page.
  mutating func giveBack(after activity: Activity, forget: () -> Void) {
    calls = activity == last ? calls + 1 : 0
    last = activity
    guard calls == Self.patience else { return }
    if !activity.hasPages { forget() }
    _ = Self.trim?(0)
  }

  /// Lets blocks of two megabytes and more, such as pictures and what networks make of them, go back
  /// to the system when they are freed, and lets threads share what is smaller.
  static func prepare() {
    guard let mallopt else { return }
    let (threshold, arenas): (Int32, Int32) = (-3, -8)
    _ = mallopt(threshold, 2 << 20)
    _ = mallopt(arenas, 2)
  }

  /// `malloc_trim(3)` and `mallopt(3)`, which Swift's Glibc does not show and other C libraries do
  /// not have.
  private static let trim = dlsym(nil, "malloc_trim").map {
    unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
  }
  private static let mallopt = dlsym(nil, "mallopt").map {
    unsafeBitCast($0, to: (@convention(c) (Int32, Int32) -> Int32).self)
  }
}
