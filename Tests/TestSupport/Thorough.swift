internal import Foundation
public import Testing

/// Whether tests that take minutes run, and tests with many cases run all of them: where
/// `SPLASH_THOROUGH` is set, as `scripts/test --all` sets it.
public let isThorough = ProcessInfo.processInfo.environment["SPLASH_THOROUGH"] != nil

extension Trait where Self == ConditionTrait {
  /// Runs a test in `scripts/test --all` alone.
  public static var thorough: Self { .enabled(if: isThorough, "scripts/test --all runs it") }
}

extension Array {
  /// All elements where tests are thorough, else `count` of them, evenly spread, the first and the
  /// last among them.
  public func sampled(_ count: Int) -> [Element] {
    guard !isThorough, count < self.count else { return self }
    return (0..<count).map { self[count == 1 ? 0 : $0 * (self.count - 1) / (count - 1)] }
  }
}

/// All pairs of two lists, in the order of the first: arguments of a test that `sampled(_:)` can
/// thin.
public func pairs<One, Other>(_ ones: [One], _ others: [Other]) -> [(One, Other)] {
  ones.flatMap { one in others.map { (one, $0) } }
}
