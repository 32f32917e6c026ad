internal import CFFmpeg
internal import Synchronization

/// Counts the frames about which a decoder logs errors.
///
/// FFmpeg marks damaged frames too, but with several threads it sometimes marks an internal copy;
/// its log is the same in every run.
final class DamageCounter: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// The number of the frame that each decoder thread logged an error about last.
    var latest: [UInt: Int64] = [:]
    var count = 0
  }

  var count: Int { state.withLock { $0.count } }

  /// The counters by the `opaque` pointer of their contexts, which tells these from contexts of
  /// other FFmpeg users in the process.
  private static let listening = Mutex<[UInt: DamageCounter]>([:])

  private var key: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// Counts the errors of a decoder and of its threads, whose contexts are copies of its own.
  func listen(to context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    Self.listening.withLock { $0[key] = self }
  }

  /// To be called when the decoder has been freed.
  func stop() {
    _ = Self.listening.withLock { $0.removeValue(forKey: key) }
  }

  /// Counts a logged error, if it comes from a decoder with a counter.
  static func heard(from source: UnsafeMutableRawPointer) {
    guard ff_is_codec_context(source) else { return }
    let context = source.assumingMemoryBound(to: AVCodecContext.self)
    let key = UInt(bitPattern: context.pointee.opaque)
    guard let counter = listening.withLock({ $0[key] }) else { return }
    let picture = ff_frame_number(context)
    counter.state.withLock { state in
      if state.latest.updateValue(picture, forKey: UInt(bitPattern: source)) != picture {
        state.count += 1
      }
    }
  }
}
