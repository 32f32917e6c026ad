internal import Foundation

/// Where the middle of a part is that follows a place: along one side, in shares of it.
///
/// The place goes through a critically damped g-h filter (Brookner, Tracking and Kalman Filtering
/// Made Easy, 1.2), which neither trembles with it nor lags behind one that moves evenly. The part
/// rests as long as the place stays close to its middle, and is never quicker than a whole side of
/// the picture in a second.
package struct Glide {
  /// Seconds in which the filter forgets.
  private static let memory = 0.3
  /// How far the place may be off before the part moves, as a share of the part.
  private static let rest = 0.025
  /// Sides of the picture in a second.
  private static let quickest = 1.0

  /// The middle of the part.
  package private(set) var middle = 0.5
  private var (place, speed) = (0.5, 0.0)
  private let slack: Double
  private var isFresh = true

  /// - Parameter part: its length as a share of the side.
  package init(part: Double) { slack = Self.rest * part }

  /// Another shot begins: the part is where the next place is at once.
  package mutating func cut() { isFresh = true }

  /// - Parameters:
  ///   - seen: the place in the next picture; nil where there is nothing to follow, and the part
  ///     comes to rest.
  ///   - seconds: since the last picture.
  package mutating func follow(_ seen: Double?, after seconds: Double) {
    defer { isFresh = false }
    if isFresh {
      (middle, place, speed) = (seen ?? middle, seen ?? middle, 0)
      return
    }
    let seconds = min(max(seconds, 0.001), 1)
    let kept = exp(-seconds / Self.memory)
    place += speed * seconds
    if let seen {
      let miss = seen - place
      place += (1 - kept * kept) * miss
      speed += (1 - kept) * (1 - kept) * miss / seconds
    } else {
      speed *= kept
    }
    place = min(max(place, 0), 1)
    let wanted = min(max(middle, place - slack), place + slack)
    let most = Self.quickest * seconds
    middle += min(max(wanted - middle, -most), most)
  }
}
