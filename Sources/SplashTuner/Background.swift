internal import Dispatch
internal import Synchronization

/// Runs slow work in the background: one piece of each kind at a time, and of those that arrive
/// meanwhile only the newest. Any thread.
final class Background: Sendable {
  private let queue = DispatchQueue(label: "background", attributes: .concurrent)
  /// For each kind that is running, the newest waiting piece.
  private let kinds = Mutex<[String: Piece?]>([:])
  private let hasEnded = Flag()
  private let done = Atomic(0)

  /// `isNewest` returns whether no newer piece of the kind waits.
  typealias Piece = @Sendable (_ isNewest: () -> Bool) -> Void

  /// Number of pieces done so far.
  var count: Int { done.load(ordering: .relaxed) }

  /// Maximum number of kinds at a time: a user never starts more.
  private static let limit = 16

  /// - Throws: `SplashError` when too many kinds are running already.
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

  /// Starts no more pieces. Any thread.
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

/// An event that happens once. Any thread.
final class Flag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}
