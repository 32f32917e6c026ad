internal import CFFmpeg
internal import Foundation
internal import Synchronization

/// Lets another thread end blocking FFmpeg calls for an address, and ends them by itself when the
/// server sends nothing for too long, or takes too long to begin.
///
/// A reader gives up at once. A writer gets two seconds to hand over what is left, since a stop in
/// good order still has a trailer to send.
final class Interruption: Sendable {
  /// Monotonic nanoseconds at which a call gives up.
  private let deadline = Atomic(UInt64.max)
  private let grace: UInt64
  private let isGivenUp: @Sendable () -> Bool
  /// Maximum nanoseconds of silence.
  private let patience: UInt64
  /// Monotonic nanoseconds at which the server has been silent for too long.
  private let silence = Atomic(UInt64.max)
  /// Monotonic nanoseconds at which opening has taken too long.
  private let opening = Atomic(UInt64.max)
  private let wasSilent = Atomic(false)
  private let wasSlow = Atomic(false)
  /// The thread that reads; FFmpeg's `async:` asks from a thread of its own, too.
  private let reader = Atomic<pthread_t>(0)
  /// The input that is read, to see whether bytes arrive. Only the reading thread uses it.
  private nonisolated(unsafe) var source: UnsafePointer<AVFormatContext>?
  private nonisolated(unsafe) var bytes: Int64 = 0

  /// - Parameters:
  ///   - grace: nanoseconds from `interrupt()` to giving up.
  ///   - patience: maximum seconds of silence, and of opening altogether: a server that sends a
  ///     byte now and then is never silent.
  ///   - isGivenUp: called again and again while a call waits; true ends it at once.
  init(
    grace: UInt64, patience: Double = .infinity,
    isGivenUp: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.grace, self.isGivenUp) = (grace, isGivenUp)
    self.patience = patience < 1e9 ? UInt64(max(0, patience) * 1e9) : .max
    if self.patience != .max {
      opening.store(monotonicNanoseconds() + self.patience, ordering: .relaxed)
    }
  }

  static let writerGrace: UInt64 = 2_000_000_000

  func interrupt() {
    deadline.store(monotonicNanoseconds() + grace, ordering: .relaxed)
  }

  /// Ends the time limit for opening: from now on only silence counts.
  func endOpening() { opening.store(.max, ordering: .relaxed) }

  /// Why a call was ended without `interrupt()`, in words; nil where none was.
  var complaint: String? {
    let time = String(format: "%g s", Double(patience) / 1e9)
    if wasSilent.load(ordering: .relaxed) { return "the server sent nothing for \(time)" }
    return wasSlow.load(ordering: .relaxed)
      ? OptionNames.current.spelled(
        "the server gave no frame within \(time), the \(option: "timeout")") : nil
  }

  /// Makes a call that may wait, and limits how long it may wait without a byte.
  ///
  /// - Parameter source: the input that is read; it must outlive the call.
  func watch<Result>(_ source: UnsafePointer<AVFormatContext>?, _ call: () -> Result) -> Result {
    reader.store(pthread_self(), ordering: .relaxed)
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
    if reader.load(ordering: .relaxed) == pthread_self(),
      let count = source?.pointee.pb?.pointee.bytes_read, count != bytes
    {
      bytes = count
      renew()
    }
    let now = monotonicNanoseconds()
    if now >= deadline.load(ordering: .relaxed) || isGivenUp() { return true }
    let (isSilent, isSlow) = (
      now >= silence.load(ordering: .relaxed), now >= opening.load(ordering: .relaxed)
    )
    if isSilent { wasSilent.store(true, ordering: .relaxed) }
    if isSlow { wasSlow.store(true, ordering: .relaxed) }
    return isSilent || isSlow
  }

  /// The callback for FFmpeg, which must not use it after this object is gone.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { opaque in
        Unmanaged<Interruption>.fromOpaque(opaque!).takeUnretainedValue().mustGiveUp ? 1 : 0
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}
