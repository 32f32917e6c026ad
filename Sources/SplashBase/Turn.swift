/// How stored frames are turned and mirrored for display, to the nearest quarter turn: one of eight
/// ways.
///
/// If it transposes, that comes first; flips follow.
public struct Turn: Hashable, Sendable {
  /// Whether rows become columns.
  public let transposes: Bool
  /// Whether left and right of the result are swapped.
  public let flipsColumns: Bool
  /// Whether top and bottom of the result are swapped.
  public let flipsRows: Bool

  public init(transposes: Bool = false, flipsColumns: Bool = false, flipsRows: Bool = false) {
    (self.transposes, self.flipsColumns, self.flipsRows) = (transposes, flipsColumns, flipsRows)
  }

  /// Frames are displayed as they are stored.
  public static let upright = Turn()

  /// All eight, in the order of Exif's numbers from 1 (Exif 2.3, section 4.6.4, tag 274).
  public static let all: [Turn] = [
    upright, Turn(flipsColumns: true), Turn(flipsColumns: true, flipsRows: true),
    Turn(flipsRows: true), Turn(transposes: true), Turn(transposes: true, flipsColumns: true),
    Turn(transposes: true, flipsColumns: true, flipsRows: true),
    Turn(transposes: true, flipsRows: true),
  ]

  /// - Parameter orientation: as Exif writes it, 1…8; any other number counts as 1.
  public init(orientation: Int) {
    self = Self.all.indices.contains(orientation - 1) ? Self.all[orientation - 1] : .upright
  }

  /// As Exif writes it, 1…8.
  public var orientation: Int { Self.all.firstIndex(of: self)! + 1 }

  /// The turn of a display matrix.
  ///
  /// - Parameter matrix: nine numbers as libavutil's display.h lays them out: a stored point (p, q)
  ///   is shown at (p·m₀ + q·m₃, p·m₁ + q·m₄), moved back to positive coordinates. With fewer
  ///   numbers the turn is upright.
  package init(displayMatrix matrix: [Int32]) {
    guard matrix.count >= 9 else {
      self = .upright
      return
    }
    let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
    let transposes =
      UInt64(b.magnitude) + UInt64(c.magnitude) > UInt64(a.magnitude) + UInt64(d.magnitude)
    self.init(
      transposes: transposes, flipsColumns: (transposes ? c : a) < 0,
      flipsRows: (transposes ? b : d) < 0)
  }

  /// The display matrix of this turn.
  package var displayMatrix: [Int32] {
    let one: Int32 = 1 << 16
    let (x, y) = (flipsColumns ? -one : one, flipsRows ? -one : one)
    return transposes ? [0, y, 0, x, 0, 0, 0, 0, 1 << 30] : [x, 0, 0, 0, y, 0, 0, 0, 1 << 30]
  }

  /// This turn and then another one, combined.
  public func followed(by next: Turn) -> Turn {
    let flips = next.transposes ? (flipsRows, flipsColumns) : (flipsColumns, flipsRows)
    return Turn(
      transposes: transposes != next.transposes, flipsColumns: flips.0 != next.flipsColumns,
      flipsRows: flips.1 != next.flipsRows)
  }

  /// The turn from displayed frames back to stored ones.
  public var inverse: Turn {
    transposes
      ? Turn(transposes: true, flipsColumns: flipsRows, flipsRows: flipsColumns) : self
  }

  /// The size of a frame after the turn.
  package func turned<Length>(_ width: Length, _ height: Length) -> (width: Length, height: Length)
  {
    transposes ? (height, width) : (width, height)
  }

  /// Where a point of the stored frame is displayed, both in shares of the frame's sides.
  package func displayed(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let (x, y) = turned(x, y)
    return (flipsColumns ? 1 - x : x, flipsRows ? 1 - y : y)
  }

  /// Where a point of the displayed frame is stored, both in shares of the frame's sides.
  package func stored(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    inverse.displayed(x, y)
  }

  /// Where a sample of a stored frame of `width` × `height` is displayed.
  package func displayed(
    column: Int, row: Int, width: Int, height: Int
  ) -> (column: Int, row: Int) {
    let (size, place) = (turned(width, height), turned(column, row))
    return (
      flipsColumns ? size.width - 1 - place.width : place.width,
      flipsRows ? size.height - 1 - place.height : place.height
    )
  }
}
