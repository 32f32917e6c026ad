internal import SplashBase

/// A part of a picture in fractions of its width and height as displayed, from the upper left
/// corner.
package struct Spot: Equatable, Sendable {
  package var x, y, width, height: Double

  /// A rectangle; all four numbers are finite.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The square of a radius around a place, in pixels of a picture of a size.
  package init(x: Double, y: Double, radius: Double, width: Int, height: Int) {
    self.init(
      x: (x - radius) / Double(width), y: (y - radius) / Double(height),
      width: 2 * radius / Double(width), height: 2 * radius / Double(height))
  }

  /// The part of it that lies in the picture.
  package var clipped: Spot {
    let (left, top) = (max(x, 0), max(y, 0))
    return Spot(
      x: left, y: top, width: max(0, min(x + width, 1) - left),
      height: max(0, min(y + height, 1) - top))
  }

  /// The same part of the picture as stored, before it is turned for display.
  ///
  /// - Parameter rotation: degrees counter-clockwise that the picture is turned for display;
  ///   taken to the nearest quarter turn.
  package func stored(rotation: Double) -> Spot {
    switch quarterTurns(rotation) {
    case 1: Spot(x: 1 - y - height, y: x, width: height, height: width)
    case 2: Spot(x: 1 - x - width, y: 1 - y - height, width: width, height: height)
    case 3: Spot(x: y, y: 1 - x - width, width: height, height: width)
    default: self
    }
  }
}
