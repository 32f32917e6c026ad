internal import Dispatch
internal import Synchronization

/// Runs slow work in the background: one piece of each kind at a time, and of those that arrive
/// meanwhile only the newest. Each kind has a thread of its own while it runs: pieces wait for AI
/// models, and would block the system's few threads, which answer requests. Any thread.
final class Background: Sendable {
  /// Pieces at a time, each of which holds frames.
  private let places = DispatchSemaphore(value: 4)
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

  /// - Throws: `SplashError` when too many kinds are running already, or the system starts no
  ///   thread.
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
    case .now: try begin(kind, piece)
    case .later: break
    case .never:
      throw SplashError(.failure, "too much is being read", remedy: "ask later")
    }
  }

  /// Starts no more pieces. Any thread.
  func end() { hasEnded.set() }

  private func begin(_ kind: String, _ first: @escaping Piece) throws(SplashError) {
    do {
      _ = try Worker("background") { [self] in
        var piece: Piece? = first
        while let next = piece {
          places.wait()
          defer { places.signal() }
          guard !hasEnded.isSet else { return }
          next { kinds.withLock { ($0[kind] ?? nil) == nil } }
          done.wrappingAdd(1, ordering: .relaxed)
          piece = newest(of: kind)
        }
      }
    } catch {
      kinds.withLock { _ = $0.removeValue(forKey: kind) }
      throw error
    }
  }

  /// Takes the newest waiting piece; without one the kind ends.
  private func newest(of kind: String) -> Piece? {
    kinds.withLock { kinds in
      let waiting = kinds[kind] ?? nil
      if waiting == nil { kinds.removeValue(forKey: kind) } else { kinds[kind] = .some(nil) }
      return waiting
    }
  }
}

/// An event that happens once. Any thread.
final class Flag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}
