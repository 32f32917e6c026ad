internal import Glibc

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
    _ = Self.trim?(0)
  }

  /// Makes freed blocks of two megabytes and more, such as frames and networks' tensors, go back to
  /// the system at once, and lets threads share smaller ones.
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
