internal import SplashSubjects
internal import Synchronization

/// Runs networks for a thread and for frames that wait; frame numbers never decrease.
// The lock guards the finder.
final class SubjectSeeker: @unchecked Sendable {
  private let lock = Mutex(())
  private let finder: SubjectFinder
  private var last = 0

  init(_ finder: SubjectFinder) { self.finder = finder }

  /// - Returns: nil if networks already ran on a later frame.
  func find(_ question: SubjectQuestion) throws -> SubjectFinder.Found? {
    try lock.withLock { _ in
      guard question.number >= last else { return nil }
      last = question.number
      return try finder.find(
        question.wanted, in: question.frame, number: question.number, at: question.time,
        stability: question.stability)
    }
  }
}
