internal import Foundation
internal import SplashCore
internal import SplashLook

/// A picture, and what is to be found in it.
struct SubjectQuestion: ~Copyable {
  let frame: Frame
  let wanted: Set<Selection>
  /// Counts the pictures, not the calls.
  let number: Int
  /// Of the picture, in seconds from the beginning of the clip.
  let time: Double
  /// 0…1.
  let stability: Double
}

/// Where one thread leaves questions for another, which takes the newest.
// What changes is guarded by the condition.
final class NewestQuestion: @unchecked Sendable {
  private let condition = NSCondition()
  private var question: SubjectQuestion?
  private var isClosed = false

  /// Leaves one in place of another that was not taken.
  ///
  /// - Returns: the number of the other one's picture; nil for none.
  @discardableResult
  func put(_ question: consuming SubjectQuestion) -> Int? {
    condition.lock()
    defer { condition.unlock() }
    let replaced = self.question?.number
    self.question = consume question
    condition.signal()
    return replaced
  }

  /// Waits for one; nil when there will be none.
  func take() -> SubjectQuestion? {
    condition.lock()
    defer { condition.unlock() }
    while question == nil && !isClosed { condition.wait() }
    return isClosed ? nil : question.take()
  }

  func close() {
    condition.lock()
    isClosed = true
    condition.signal()
    condition.unlock()
  }
}
