internal import SplashCore

/// An input as it is played to those who look at it.
protocol Transport: FrameSource, Sendable {
  /// True for a camera, whose time cannot be chosen.
  var isCamera: Bool { get }
  /// True where a place in the clip can be chosen.
  var canSeek: Bool { get }
  /// True where it can be paused.
  var canPause: Bool { get }
  var playback: Playback { get }

  /// Calls a function after each change that was not ordered: a still that stops by itself.
  func observe(_ change: @escaping @Sendable () -> Void)
  /// Somebody looks, or nobody.
  func watch(_ isWatched: Bool)
  /// Gives the current picture again, soon and for a short while.
  func refresh()
  /// Whether the current picture is to be given once more when it has stood for a while; the last
  /// word counts.
  func settle(_ isDue: Bool)

  /// - Parameter rate: as many times as fast as it was filmed; below 0 backwards. Not 0.
  func play(rate: Double) throws
  func pause() throws
  /// Goes to a place, in seconds from the beginning.
  func seek(to time: Double) throws
  /// Pauses and goes a number of pictures on or back.
  func step(_ pictures: Int) throws
}

struct Playback {
  var isPlaying: Bool
  /// As many times as fast as it was filmed; below 0 backwards.
  var rate = 1.0
  /// True once it is known that there is one picture.
  var isStill = false
  /// Seconds from the beginning.
  var position: Double
}
