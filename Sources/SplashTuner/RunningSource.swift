internal import Synchronization

/// An input for outputs: played once from beginning to end, at its own pace, with all its streams,
/// whether or not a browser watches.
// The source belongs to the thread that calls `next`; any thread may call its `interrupt`.
final class RunningSource: Transport, ForwardingSource, @unchecked Sendable {
  let isCamera: Bool
  let canSeek = false
  let canPause = false
  let source: any FrameSource
  private let position = Mutex(0.0)
  private var first: Double?
  private var given = 0

  /// - Parameter source: paced, unless it is a camera.
  init(_ source: any FrameSource, isCamera: Bool) {
    self.source = source
    self.isCamera = isCamera
  }

  /// A file drops no frames for a slow output.
  var isLive: Bool { isCamera }

  func next(_ clock: StageClock) throws -> Item? {
    guard let item = try source.next(clock) else { return nil }
    switch consume item {
    case .packet(let packet): return .packet(packet)
    case .picture(var frame):
      given += 1
      frame.number = given
      frame.captureTime = frame.captureTime ?? monotonicNanoseconds()
      if let time = frame.presentationTime {
        let first = first ?? time
        self.first = first
        position.withLock { $0 = time - first }
      }
      return .picture(frame)
    }
  }

  var playback: Playback { Playback(isPlaying: true, position: position.withLock { $0 }) }
  func observe(_ change: @escaping @Sendable () -> Void) {}
  func watch(_ isWatched: Bool) {}
  func refresh() {}
  func settle(_ isDue: Bool) {}
  func play(rate: Double) throws { if rate != 1 { throw refusal } }
  func pause() throws { throw refusal }
  func seek(to time: Double) throws { throw refusal }
  func step(_ pictures: Int) throws { throw refusal }

  private var refusal: SplashError {
    SplashError(
      .usage, "\(media.name): it goes to an output",
      cause: "what is left out would be missing there")
  }
}
