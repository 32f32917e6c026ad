internal import CFFmpeg
internal import Synchronization

/// Counts the pictures that a decoder complains about.
///
/// FFmpeg marks damaged pictures too, but with several threads it sometimes marks a copy that
/// nobody sees; what it logs is the same in every run.
final class DamageCounter: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// The picture that each of the decoder's threads has complained about last.
    var latest: [UInt: Int64] = [:]
    var count = 0
  }

  var count: Int { state.withLock { $0.count } }

  /// Counters by what is `opaque` of the contexts they listen to, by which they are told from those of others in
  /// the process that use FFmpeg.
  private static let listening = Mutex<[UInt: DamageCounter]>([:])

  private var key: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// Has a decoder's complaints counted, and those of its threads, whose contexts are copies of its own.
  func listen(to context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    Self.listening.withLock { $0[key] = self }
  }

  /// To be called when the decoder is gone.
  func stop() {
    _ = Self.listening.withLock { $0.removeValue(forKey: key) }
  }

  /// Counts a logged error, if a decoder that somebody listens to has logged it.
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
