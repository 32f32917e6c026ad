internal import CFFmpeg
internal import SplashCore
internal import Synchronization

/// Lets another thread end the blocking calls that FFmpeg makes for an address, and ends them by
/// itself when the other side gives nothing for too long.
///
/// A reader gives up at once. A writer gets two seconds to hand over what is left, since a stop in
/// good order still has a trailer to send.
final class Interruption: Sendable {
  /// Monotonic nanoseconds at which to give up.
  private let deadline = Atomic(UInt64.max)
  private let grace: UInt64
  /// Nanoseconds that the other side may be silent.
  private let patience: UInt64
  /// Monotonic nanoseconds at which the other side has been silent for too long.
  private let silence = Atomic(UInt64.max)
  private let gaveUp = Atomic(false)
  /// What is read, to see whether bytes come. Touched only by the thread that reads.
  private nonisolated(unsafe) var source: UnsafePointer<AVFormatContext>?
  private nonisolated(unsafe) var bytes: Int64 = 0

  /// - Parameters:
  ///   - grace: nanoseconds from `interrupt()` to giving up.
  ///   - patience: seconds that the other side may be silent.
  init(grace: UInt64, patience: Double = .infinity) {
    self.grace = grace
    self.patience = patience < 1e9 ? UInt64(patience * 1e9) : .max
  }

  static let writerGrace: UInt64 = 2_000_000_000

  func interrupt() {
    deadline.store(monotonicNanoseconds() + grace, ordering: .relaxed)
  }

  /// True when a call was ended because the other side was silent.
  var hasTimedOut: Bool { gaveUp.load(ordering: .relaxed) }

  /// Makes a call that may wait, and bounds how long it may wait without a byte.
  ///
  /// - Parameter source: what is read; it must outlive the call.
  func watch<Result>(_ source: UnsafePointer<AVFormatContext>?, _ call: () -> Result) -> Result {
    self.source = source
    renew()
    defer {
      self.source = nil
      silence.store(.max, ordering: .relaxed)
    }
    return call()
  }

  private func renew() {
    guard patience != .max else { return }
    silence.store(monotonicNanoseconds() + patience, ordering: .relaxed)
  }

  private var mustGiveUp: Bool {
    if let count = source?.pointee.pb?.pointee.bytes_read, count != bytes {
      bytes = count
      renew()
    }
    let now = monotonicNanoseconds()
    if now >= deadline.load(ordering: .relaxed) { return true }
    guard now >= silence.load(ordering: .relaxed) else { return false }
    gaveUp.store(true, ordering: .relaxed)
    return true
  }

  /// For FFmpeg, which must not use it after this object is gone.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { opaque in
        Unmanaged<Interruption>.fromOpaque(opaque!).takeUnretainedValue().mustGiveUp ? 1 : 0
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}
