internal import SplashBase
internal import Synchronization

/// What a network made of the inputs it saw last, so that a picture that stands costs it nothing
/// when it is shown again. Any thread.
final class NetworkMemory<Output: Sendable>: Sendable {
  private let limit: Int
  /// The newest last.
  private let known = Mutex<[(input: Int, output: Output)]>([])
  private let making = Mutex(())

  /// - Parameter limit: how many outputs are kept.
  init(limit: Int) { self.limit = limit }

  /// What is made of an input: what is known, or made now, one after another: each run of a network
  /// takes memory of its own, and whoever asks about the same picture meanwhile has the answer then.
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
