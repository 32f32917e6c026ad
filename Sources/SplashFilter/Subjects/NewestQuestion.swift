internal import Foundation

/// A frame, and the selections to find in it.
final class SubjectQuestion: Sendable {
  let frame: Frame
  let wanted: Set<Selection>
  /// Number of the frame; equal in all calls for the same frame.
  let number: Int
  /// Time of the frame, in seconds from the beginning of the clip.
  let time: Double
  /// Temporal smoothing, 0…1.
  let stability: Double
  /// When the frame was captured, in nanoseconds of the monotonic clock; used only if frames are
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

/// A queue from one thread to another that keeps only the newest questions.
// The condition guards all variables.
final class NewestQuestion: @unchecked Sendable {
  private let condition = NSCondition()
  private var questions: [SubjectQuestion] = []
  private let limit: Int
  private var isClosed = false

  /// - Parameter limit: how many questions may wait, at least 1; a new one replaces the oldest.
  init(limit: Int = 1) { self.limit = limit }

  /// Adds a question; if the queue is full, it replaces the oldest one.
  ///
  /// - Returns: the frame number of the replaced question; nil if there was room.
  @discardableResult
  func put(_ question: SubjectQuestion) -> Int? {
    condition.lock()
    defer { condition.unlock() }
    let replaced = questions.count < limit ? nil : questions.removeFirst().number
    questions.append(question)
    condition.signal()
    return replaced
  }

  /// Waits for a question and removes it; nil once the queue is closed.
  func take() -> SubjectQuestion? {
    condition.lock()
    defer { condition.unlock() }
    while questions.isEmpty && !isClosed { condition.wait() }
    return isClosed ? nil : questions.removeFirst()
  }

  /// Drops all waiting questions.
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
