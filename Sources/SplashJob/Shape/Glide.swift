internal import Foundation

/// The center of a crop that follows a place along one side, as a share of that side.
///
/// The place goes through a critically damped g-h filter (Brookner, Tracking and Kalman Filtering
/// Made Easy, 1.2), which neither trembles with the place nor lags behind even motion. The crop
/// rests as long as the place stays close to its center, and never moves faster than one whole side
/// of the frame per second.
package struct Glide {
  /// Time constant of the filter in seconds.
  private static let memory = 0.3
  /// Distance of the place from the center below which the crop rests, as a share of the crop.
  private static let rest = 0.025
  /// Maximum speed in sides of the frame per second.
  private static let quickest = 1.0

  /// The center of the crop as a share of the side, 0…1.
  package private(set) var middle = 0.5
  private var (place, speed) = (0.5, 0.0)
  private let slack: Double
  private var isFresh = true

  /// - Parameter part: length of the crop as a share of the side.
  package init(part: Double) { slack = Self.rest * part }

  /// Begins another shot: the crop jumps to the next place.
  package mutating func cut() { isFresh = true }

  /// - Parameters:
  ///   - seen: the place in the next frame; nil where there is nothing to follow, and the crop
  ///     comes to rest.
  ///   - seconds: since the last frame.
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
