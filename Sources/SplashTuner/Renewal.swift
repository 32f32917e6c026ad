internal import Synchronization

/// Asks a filter to read the files of the settings again, and passes its errors on. Any thread.
final class Renewal: Sendable {
  private let isDue = Atomic(false)
  private let trouble = Mutex<String?>(nil)
  private let onTrouble: @Sendable (String?) -> Void

  /// - Parameter onTrouble: called with the error of a file; nil when it is over.
  init(onTrouble: @escaping @Sendable (String?) -> Void) { self.onTrouble = onTrouble }

  /// Asks the filter to read the files again, which have been replaced.
  func ask() { isDue.store(true, ordering: .relaxed) }

  /// Whether the files have to be read again; true once.
  func take() -> Bool { isDue.exchange(false, ordering: .relaxed) }

  /// Reports the error of the last frame, where it has changed.
  func tell(_ text: String?) {
    let isNews = trouble.withLock { trouble in
      defer { trouble = text }
      return trouble != text
    }
    if isNews { onTrouble(text) }
  }
}
