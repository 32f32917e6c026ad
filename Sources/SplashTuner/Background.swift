internal import Dispatch
internal import SplashCore
internal import Synchronization

/// Work that may take its time, beside what nobody should wait for: of each kind one piece at a
/// time, and of those that come meanwhile the newest. Any thread.
final class Background: Sendable {
  private let queue = DispatchQueue(label: "background", attributes: .concurrent)
  /// The newest piece of each kind that is under way, where one waits.
  private let kinds = Mutex<[String: Piece?]>([:])
  private let hasEnded = Flag()
  private let done = Atomic(0)

  /// Tells whether no newer piece of the kind waits.
  typealias Piece = @Sendable (_ isNewest: () -> Bool) -> Void

  /// Pieces that have been done so far.
  var count: Int { done.load(ordering: .relaxed) }

  /// More kinds at a time come from nobody's hand.
  private static let limit = 16

  /// - Throws: `SplashError` when there is too much under way already.
  func run(_ kind: String, _ piece: @escaping Piece) throws(SplashError) {
    enum Turn { case now, later, never }
    let turn = kinds.withLock { kinds -> Turn in
      if kinds[kind] != nil {
        kinds[kind] = .some(piece)
        return .later
      }
      guard kinds.count < Self.limit else { return .never }
      kinds[kind] = .some(nil)
      return .now
    }
    switch turn {
    case .now: begin(kind, piece)
    case .later: break
    case .never:
      throw SplashError(.failure, "too much is being read", remedy: "ask later")
    }
  }

  /// Nothing begins any more. Any thread.
  func end() { hasEnded.set() }

  private func begin(_ kind: String, _ piece: @escaping Piece) {
    queue.async { [self] in
      guard !hasEnded.isSet else { return }
      piece { kinds.withLock { ($0[kind] ?? nil) == nil } }
      done.wrappingAdd(1, ordering: .relaxed)
      let next = kinds.withLock { kinds -> Piece? in
        guard let waiting = kinds[kind] ?? nil else {
          kinds.removeValue(forKey: kind)
          return nil
        }
        kinds[kind] = .some(nil)
        return waiting
      }
      if let next { begin(kind, next) }
    }
  }
}
