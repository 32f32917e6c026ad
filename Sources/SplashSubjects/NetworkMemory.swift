internal import Synchronization

/// The last outputs of a network by their inputs, so that a paused frame does not run the network
/// again. Any thread.
final class NetworkMemory<Output: Sendable>: Sendable {
  private let limit: Int
  /// The newest is last.
  private let known = Mutex<[(input: Int, output: Output)]>([])
  private let making = Mutex(())

  /// - Parameter limit: how many outputs are kept.
  init(limit: Int) { self.limit = limit }

  /// The output for an input: remembered, or made now. Only one is made at a time, since each run
  /// needs memory of its own; callers with the same input wait and get the same output.
  func output(
    of input: Tensor, _ make: () throws(SplashError) -> Output
  ) throws(SplashError) -> Output {
    var hasher = Hasher()
    input.values.withUnsafeBytes { hasher.combine(bytes: $0) }
    let digest = hasher.finalize()
    func remembered() -> Output? { known.withLock { $0.first { $0.input == digest }?.output } }
    if let output = remembered() { return output }
    return try making.withLock { (_) throws(SplashError) in
      if let output = remembered() { return output }
      let output = try make()
      known.withLock { known in
        known.append((digest, output))
        if known.count > limit { known.removeFirst() }
      }
      return output
    }
  }
}
