internal import SplashCore
internal import SplashLook
internal import SplashSubjects
internal import Synchronization

/// Finds for a thread, and for whoever waits; pictures never go back.
// The finder is guarded by the lock.
final class SubjectSeeker: @unchecked Sendable {
  private let lock = Mutex(())
  private let finder: SubjectFinder
  private var last = 0

  init(_ finder: SubjectFinder) { self.finder = finder }

  /// - Returns: nil for a picture that was overtaken.
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
