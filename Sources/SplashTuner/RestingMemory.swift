internal import Glibc

/// Gives back what was freed: the C library keeps the memory of pictures for others to come.
struct RestingMemory {
  private var number: UInt32?
  private var calls = 0

  /// So many calls without another picture are rest.
  private static let patience = 4

  /// Where nothing has come since some calls, and something before, the system gets its memory.
  ///
  /// - Parameter number: of the last picture; nil before the first.
  mutating func giveBack(after number: UInt32?) {
    calls = number == self.number ? calls + 1 : 0
    self.number = number
    if calls == Self.patience { _ = Self.trim?(0) }
  }

  /// `malloc_trim(3)`, which Swift's Glibc does not show and other C libraries do not have.
  private static let trim = dlsym(nil, "malloc_trim").map {
    unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
  }
}
