internal import CFFmpeg
internal import SplashCore
internal import Synchronization

/// Lets another thread end the blocking calls that FFmpeg makes for an address.
///
/// A reader gives up at once. A writer gets two seconds to hand over what is left, since a stop in
/// good order still has a trailer to send.
final class Interruption: Sendable {
  /// Monotonic nanoseconds at which to give up.
  private let deadline = Atomic(UInt64.max)
  private let grace: UInt64

  /// - Parameter grace: nanoseconds from `interrupt()` to giving up.
  init(grace: UInt64) { self.grace = grace }

  static let writerGrace: UInt64 = 2_000_000_000

  func interrupt() {
    deadline.store(monotonicNanoseconds() + grace, ordering: .relaxed)
  }

  /// For FFmpeg, which must not use it after this object is gone.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { opaque in
        let own = Unmanaged<Interruption>.fromOpaque(opaque!).takeUnretainedValue()
        let deadline = own.deadline.load(ordering: .relaxed)
        return deadline != .max && monotonicNanoseconds() >= deadline ? 1 : 0
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}
