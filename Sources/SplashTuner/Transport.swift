/// An input as it is played on the page.
protocol Transport: FrameSource, Sendable {
  /// True for a camera, which cannot seek.
  var isCamera: Bool { get }
  /// Whether the input can seek.
  var canSeek: Bool { get }
  /// Whether it can be paused.
  var canPause: Bool { get }
  var playback: Playback { get }

  /// Sets a function that is called after each change without an order, such as a still that stops
  /// by itself.
  func observe(_ change: @escaping @Sendable () -> Void)
  /// Tells whether any browser watches.
  func watch(_ isWatched: Bool)
  /// Gives the current frame again, soon and for a short while.
  func refresh()
  /// Sets whether to give the current frame once more when it has stood for a while.
  func settle(_ isDue: Bool)

  /// - Parameter rate: playback speed, 1 for normal; below 0 backwards. Not 0.
  func play(rate: Double) throws
  func pause() throws
  /// Seeks to a time, in seconds from the beginning.
  func seek(to time: Double) throws
  /// Pauses and steps by a number of frames forwards or backwards.
  func step(_ pictures: Int) throws
}

struct Playback {
  var isPlaying: Bool
  /// Playback speed, 1 for normal; below 0 backwards.
  var rate = 1.0
  /// True once the input is known to have a single frame.
  var isStill = false
  /// Seconds from the beginning.
  var position: Double
}
