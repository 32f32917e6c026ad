internal import SplashBase
internal import Synchronization

/// What a network made of the inputs it saw last, so that a picture that stands costs it nothing
/// when it is shown again. Any thread.
final class NetworkMemory: Sendable {
  private let limit: Int
  /// The newest last.
  private let known = Mutex<[(input: Int, mask: NetworkMask)]>([])

  /// - Parameter limit: how many masks are kept.
  init(limit: Int) { self.limit = limit }

  /// The mask of an input: the one that is known, or a new one.
  func mask(
    of input: Tensor, _ make: () throws(SplashError) -> NetworkMask
  ) throws(SplashError) -> NetworkMask {
    var hasher = Hasher()
    input.values.withUnsafeBytes { hasher.combine(bytes: $0) }
    let digest = hasher.finalize()
    if let mask = known.withLock({ $0.first { $0.input == digest }?.mask }) { return mask }
    let mask = try make()
    known.withLock { known in
      known.append((digest, mask))
      if known.count > limit { known.removeFirst() }
    }
    return mask
  }
}
