package import SplashBase

/// What looks at the whole of a picture, whatever was seen in others: the same picture gives the same.
package protocol Looker: AnyObject, Sendable {
  associatedtype Seen: Sendable

  /// What is in a picture.
  ///
  /// - Parameter turn: for display.
  /// - Throws: `SplashError` of kind failure where it cannot be told.
  func look(at picture: borrowing PlaneView, turn: Turn) throws(SplashError) -> Seen
}

/// Who looks at whole pictures, and when.
package protocol LookingOrder: AnyObject {
  /// What somebody sees in the picture at hand, by now or at once.
  ///
  /// - Parameter turn: for display.
  /// - Throws: what the looker throws.
  func seen<Eye: Looker>(
    by eye: Eye, in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> Eye.Seen
}

/// Each picture is looked at when it is asked for.
package final class LookingAtOnce: LookingOrder {
  package init() {}

  package func seen<Eye: Looker>(
    by eye: Eye, in picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> Eye.Seen {
    try eye.look(at: picture, turn: turn)
  }
}
