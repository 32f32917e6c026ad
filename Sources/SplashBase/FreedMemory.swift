internal import Glibc

/// Memory of a program that was freed, and that the C library keeps for later use. Any thread.
package enum FreedMemory {
  /// Returns all of it to the system. Takes about a millisecond.
  package static func giveBack() { _ = trim?(0) }

  /// Makes freed blocks of 64 KB and more, such as frames and networks' weights and tensors, go
  /// back to the system at once, and lets threads share smaller ones.
  package static func keepLittle() {
    guard let mallopt else { return }
    let (threshold, arenas): (Int32, Int32) = (-3, -8)
    _ = mallopt(threshold, 64 << 10)
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
