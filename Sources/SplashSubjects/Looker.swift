/// Analyzes a frame, or a part of it, such as by a network. The result depends only on that frame.
package protocol Looker<Seen>: AnyObject, Sendable {
  associatedtype Seen: Sendable

  /// Analyzes a frame.
  ///
  /// - Parameter turn: for display.
  /// - Throws: `SplashError` of kind failure if that fails.
  func look(at picture: borrowing PlaneView, turn: Turn) throws(SplashError) -> Seen
}

/// Decides when lookers run, and on which thread.
package protocol LookingOrder: AnyObject {
  /// The result of a looker for the current frame: made ahead, or now. It also announces that the
  /// looker will be needed again.
  ///
  /// - Parameter turn: for display.
  /// - Throws: the looker's error.
  func seen<Eye: Looker>(
    by eye: Eye, in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> Eye.Seen

  /// Orders one run of a looker on a frame that is yet to come; `seenOnce` returns the result.
  ///
  /// - Parameters:
  ///   - turn: for display.
  ///   - distance: how many frames ahead, counting those on which networks run; 1 or more.
  func order<Eye: Looker>(_ eye: Eye, turn: Turn, distance: Int)

  /// The result of a looker for the current frame or one that is yet to come, without announcing
  /// that it will be needed again.
  ///
  /// - Parameter turn: for display.
  /// - Throws: the looker's error.
  func seenOnce<Eye: Looker>(
    by eye: Eye, in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> Eye.Seen
}

/// Gives access to frames that are yet to come.
package protocol ComingPictures: AnyObject {
  /// Calls `body` with a frame.
  ///
  /// - Parameters:
  ///   - distance: how many frames ahead, counting those on which networks run; 0 or more.
  ///   - picture: the current frame.
  /// - Returns: nil if the frame is not there yet.
  func withPicture<Result>(
    _ distance: Int, of picture: borrowing PlaneView,
    _ body: (borrowing PlaneView) throws -> Result
  ) rethrows -> Result?

  /// The time of a frame in seconds, counted from anywhere; nil if it is unknown or the frame is
  /// not there yet.
  ///
  /// - Parameter distance: as above.
  func time(_ distance: Int) -> Double?
}

/// Runs each looker when its result is needed.
package final class LookingAtOnce: LookingOrder {
  package init() {}

  package func seen<Eye: Looker>(
    by eye: Eye, in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> Eye.Seen {
    try eye.look(at: picture, turn: turn)
  }

  package func order<Eye: Looker>(_ eye: Eye, turn: Turn, distance: Int) {}

  package func seenOnce<Eye: Looker>(
    by eye: Eye, in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> Eye.Seen {
    try eye.look(at: picture, turn: turn)
  }
}
