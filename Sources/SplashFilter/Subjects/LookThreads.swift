internal import Glibc
internal import SplashCore
internal import SplashLook
internal import Synchronization

/// A thread that follows pictures, and one in which networks look at the newest of those. Any thread.
final class LookThreads: Sendable {
  private let pictures: NewestQuestion
  private let questions = NewestQuestion()
  private let outcome = Outcome()
  private let threads: [Worker]

  private final class Outcome: Sendable {
    let failure = Mutex<(any Error)?>(nil)
    let news = Mutex<[ObjectNews]>([])
  }

  /// - Parameters:
  ///   - limit: pictures that wait to be followed, at least 1.
  ///   - follow: goes on to a picture.
  ///   - passOver: told of the number of a picture that was followed and will not be looked at.
  ///   - find: looks at a picture, and gives what became of those that are followed. What it throws is
  ///     the end of looking.
  /// - Throws: `SplashError` of kind failure when there is no thread to be had.
  init(
    limit: Int = 1, follow: @escaping @Sendable (SubjectQuestion) -> Void,
    passOver: @escaping @Sendable (Int) -> Void = { _ in },
    find: @escaping @Sendable (SubjectQuestion) throws -> [ObjectNews]
  ) throws {
    let pictures = NewestQuestion(limit: limit)
    self.pictures = pictures
    let (questions, outcome) = (questions, outcome)
    let finding = try Self.worker("subject") {
      do {
        while let question = questions.take() {
          let news = try find(question)
          outcome.news.withLock { $0 += news }
        }
      } catch {
        outcome.failure.withLock { $0 = error }
      }
    }
    do {
      let following = try Self.worker("carry") {
        while let question = pictures.take() {
          follow(question)
          if let other = questions.put(question), other != question.number { passOver(other) }
        }
      }
      threads = [following, finding]
    } catch {
      questions.close()
      finding.join()
      throw error
    }
  }

  /// Whoever shows pictures goes first.
  private static func worker(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) throws -> Worker {
    try Worker(name) {
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
      body()
    }
  }

  deinit {
    pictures.close()
    questions.close()
    for thread in threads { thread.join() }
  }

  /// Takes a picture, in place of the oldest that waits where there are too many.
  func put(_ question: SubjectQuestion) { pictures.put(question) }

  /// No picture that was put is looked at any more.
  func clear() {
    pictures.clear()
    questions.clear()
  }

  /// - Throws: what ended looking.
  func check() throws {
    if let failure = outcome.failure.withLock({ $0 }) { throw failure }
  }

  func add(_ news: [ObjectNews]) { outcome.news.withLock { $0 += news } }

  /// What became of those that are followed, since somebody asked.
  func takeNews() -> [ObjectNews] {
    outcome.news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}
