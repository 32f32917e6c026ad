internal import Foundation

/// Waits until a condition is met.
///
/// - Returns: false after half a minute.
public func waits(until condition: () -> Bool) -> Bool {
  for _ in 0..<3000 {
    if condition() { return true }
    Thread.sleep(forTimeInterval: 0.01)
  }
  return false
}
