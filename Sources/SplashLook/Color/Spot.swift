/// A rectangle in shares of a frame's width and height as displayed, from the upper left corner.
public struct Spot: Equatable, Sendable {
  public var x, y, width, height: Double

  /// All four numbers must be finite.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The square around a point; center and radius are in pixels of a frame of `width` × `height`.
  package init(x: Double, y: Double, radius: Double, width: Int, height: Int) {
    self.init(
      x: (x - radius) / Double(width), y: (y - radius) / Double(height),
      width: 2 * radius / Double(width), height: 2 * radius / Double(height))
  }

  /// The part of it inside the frame.
  package var clipped: Spot {
    let (left, top) = (max(x, 0), max(y, 0))
    return Spot(
      x: left, y: top, width: max(0, min(x + width, 1) - left),
      height: max(0, min(y + height, 1) - top))
  }

  /// The same rectangle in the frame as stored, before it is turned for display.
  package func stored(_ turn: Turn) -> Spot { displayed(turn.inverse) }

  /// The same rectangle in the frame as displayed, if this one is in the stored frame.
  package func displayed(_ turn: Turn) -> Spot {
    let (place, size) = (turn.turned(x, y), turn.turned(width, height))
    return Spot(
      x: turn.flipsColumns ? 1 - place.width - size.width : place.width,
      y: turn.flipsRows ? 1 - place.height - size.height : place.height, width: size.width,
      height: size.height)
  }
}
