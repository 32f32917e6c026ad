internal import Synchronization

/// What a filter has to be told, and tells, of the files that settings name. Any thread.
final class Renewal: Sendable {
  private let isDue = Atomic(false)
  private let trouble = Mutex<String?>(nil)
  private let onTrouble: @Sendable (String?) -> Void

  /// - Parameter onTrouble: told what is wrong with a file; nil when it is over.
  init(onTrouble: @escaping @Sendable (String?) -> Void) { self.onTrouble = onTrouble }

  /// The files have others in their place.
  func ask() { isDue.store(true, ordering: .relaxed) }

  /// Whether somebody has asked; true once.
  func take() -> Bool { isDue.exchange(false, ordering: .relaxed) }

  /// Says how the last picture went, where that is news.
  func tell(_ text: String?) {
    let isNews = trouble.withLock { trouble in
      defer { trouble = text }
      return trouble != text
    }
    if isNews { onTrouble(text) }
  }
}
