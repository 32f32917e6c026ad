package import SplashBase

/// What looks at a picture, or at a part of it, whatever was seen in others: the same picture gives
/// the same.
package protocol Looker: AnyObject, Sendable {
  associatedtype Seen: Sendable

  /// What is in a picture.
  ///
  /// - Parameter turn: for display.
  /// - Throws: `SplashError` of kind failure where it cannot be told.
  func look(at picture: borrowing PlaneView, turn: Turn) throws(SplashError) -> Seen
}

/// Who looks at pictures, and when.
package protocol LookingOrder: AnyObject {
  /// What somebody sees in the picture at hand, by now or at once.
  ///
  /// - Parameter turn: for display.
  /// - Throws: what the looker throws.
  func seen<Eye: Looker>(
    by eye: Eye, in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> Eye.Seen

  /// Has somebody look at a picture that is yet to come, once; `seenOnce` has what he sees.
  ///
  /// - Parameters:
  ///   - turn: for display.
  ///   - distance: how many of the pictures that are looked at it is behind the one at hand; 1 or
  ///     more.
  func order<Eye: Looker>(_ eye: Eye, turn: Turn, distance: Int)

  /// What somebody sees in the picture at hand, where that says nothing of whether he is asked
  /// again.
  ///
  /// - Parameter turn: for display.
  /// - Throws: what the looker throws.
  func seenOnce<Eye: Looker>(
    by eye: Eye, in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> Eye.Seen
}

/// Who has pictures that are yet to come.
package protocol ComingPictures: AnyObject {
  /// Shows a picture.
  ///
  /// - Parameters:
  ///   - distance: how many of the pictures that are looked at it is behind the one at hand; 0 or
  ///     more.
  ///   - picture: the one at hand.
  /// - Returns: nil where it is not there.
  func withPicture<Result>(
    _ distance: Int, of picture: borrowing PlaneView,
    _ body: (borrowing PlaneView) throws -> Result
  ) rethrows -> Result?
}

/// Each picture is looked at when it is asked for.
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
