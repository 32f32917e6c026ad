internal import Glibc
internal import Synchronization

/// A thread that tracks motion from frame to frame, and one that runs networks on the newest of
/// these frames. Any thread.
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
  ///   - limit: how many frames may wait for the first thread, at least 1.
  ///   - follow: tracks motion up to a frame.
  ///   - passOver: called with the number of a tracked frame on which networks will not run.
  ///   - find: runs networks on a frame and returns what happened to tracked selections. If it
  ///     throws, networks stop.
  /// - Throws: `SplashError` of kind failure if no thread can be started.
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

  /// Runs with lower priority than the threads that show frames.
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

  /// Queues a frame; if too many wait, it replaces the oldest.
  func put(_ question: SubjectQuestion) { pictures.put(question) }

  /// Drops all queued frames.
  func clear() {
    pictures.clear()
    questions.clear()
  }

  /// - Throws: the error that stopped the networks, if any.
  func check() throws {
    if let failure = outcome.failure.withLock({ $0 }) { throw failure }
  }

  func add(_ news: [ObjectNews]) { outcome.news.withLock { $0 += news } }

  /// What happened to tracked selections since the last call.
  func takeNews() -> [ObjectNews] {
    outcome.news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}
