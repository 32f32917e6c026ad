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

  /// Has a decoder's complaints counted. This object must outlive it.
  func listen(to context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
  }

  /// Counts a logged error, if a decoder that somebody listens to has logged it. Its threads'
  /// contexts are copies of its own.
  static func heard(from source: UnsafeMutableRawPointer) {
    guard ff_is_codec_context(source) else { return }
    let context = source.assumingMemoryBound(to: AVCodecContext.self)
    guard let opaque = context.pointee.opaque else { return }
    let counter = Unmanaged<DamageCounter>.fromOpaque(opaque).takeUnretainedValue()
    let picture = ff_frame_number(context)
    counter.state.withLock { state in
      if state.latest.updateValue(picture, forKey: UInt(bitPattern: source)) != picture {
        state.count += 1
      }
    }
  }
}
