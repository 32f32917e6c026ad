internal import Foundation
internal import SplashCore
internal import SplashLook

/// A picture, and what is to be found in it.
final class SubjectQuestion: Sendable {
  let frame: Frame
  let wanted: Set<Selection>
  /// Counts the pictures, not the calls.
  let number: Int
  /// Of the picture, in seconds from the beginning of the clip.
  let time: Double
  /// 0…1.
  let stability: Double
  /// When the picture was captured, in nanoseconds of the monotonic clock; counts where pictures are
  /// held.
  let captured: UInt64

  init(
    frame: consuming Frame, wanted: Set<Selection>, number: Int, time: Double, stability: Double,
    captured: UInt64 = 0
  ) {
    self.frame = frame
    (self.wanted, self.number, self.time) = (wanted, number, time)
    (self.stability, self.captured) = (stability, captured)
  }
}

/// Where one thread leaves questions for another, which takes the newest, or the oldest of a few.
// What changes is guarded by the condition.
final class NewestQuestion: @unchecked Sendable {
  private let condition = NSCondition()
  private var questions: [SubjectQuestion] = []
  private let limit: Int
  private var isClosed = false

  /// - Parameter limit: how many wait, at least 1; the oldest makes room for another.
  init(limit: Int = 1) { self.limit = limit }

  /// Leaves one, where there is no room in place of another that was not taken.
  ///
  /// - Returns: the number of the other one's picture; nil for none.
  @discardableResult
  func put(_ question: SubjectQuestion) -> Int? {
    condition.lock()
    defer { condition.unlock() }
    let replaced = questions.count < limit ? nil : questions.removeFirst().number
    questions.append(question)
    condition.signal()
    return replaced
  }

  /// Waits for one; nil when there will be none.
  func take() -> SubjectQuestion? {
    condition.lock()
    defer { condition.unlock() }
    while questions.isEmpty && !isClosed { condition.wait() }
    return isClosed ? nil : questions.removeFirst()
  }

  /// Nothing that waits is asked any more.
  func clear() {
    condition.lock()
    questions = []
    condition.unlock()
  }

  func close() {
    condition.lock()
    isClosed = true
    condition.signal()
    condition.unlock()
  }
}
