/// A shape in units of the frame's height that can measure distances from its edge.
struct RegionOutline {
  private let shape: Region.Shape
  /// The length over which a gradient fades; nil for other shapes.
  let gradient: Double?

  /// - Parameters:
  ///   - aspect: width of the frame over its height.
  ///   - sample: distance between samples; curves become polygons that are off by at most an eighth
  ///     of it, within `pieceLimit`.
  init(_ shape: Region.Shape, aspect: Double, sample: Double) {
    func place(_ point: Region.Point) -> Region.Point { .init(x: point.x * aspect, y: point.y) }
    if case .gradient(let from, let to) = shape {
      let (across, down) = ((to.x - from.x) * aspect, to.y - from.y)
      gradient = (across * across + down * down).squareRoot()
    } else {
      gradient = nil
    }
    self.shape =
      switch shape {
      case .box(let x, let y, let width, let height):
        .box(x: x * aspect, y: y, width: width * aspect, height: height)
      case .ellipse(let x, let y, let radiusX, let radiusY):
        .ellipse(x: x * aspect, y: y, radiusX: radiusX * aspect, radiusY: radiusY)
      case .polygon(let corners): .polygon(corners.map(place))
      case .curve(let places): .polygon(Self.line(of: places.map(place), within: sample / 8))
      case .gradient(let from, let to): .gradient(from: place(from), to: place(to))
      case .stroke(let radius, let places): .stroke(radius: radius, places.map(place))
      }
  }

  /// The most pieces of a curve, or its number of corners if that is larger.
  private static let pieceLimit = 512

  /// A curve as a polygon. If each cubic Bézier is split into n pieces, they are off by at most 3/4
  /// d / n², where d is the larger second difference of its four points (Wang, "The subdivision
  /// method for finding the intersection between two Bézier curves or surfaces", 1984).
  private static func line(of places: [Region.Point], within error: Double) -> [Region.Point] {
    let count = places.count / 3
    var line: [Region.Point] = []
    for corner in 0..<count {
      let next = (corner + 1) % count
      let (a, b) = (places[3 * corner], places[3 * corner + 2])
      let (c, d) = (places[3 * next + 1], places[3 * next])
      let bend = max(Self.bend(a, b, c), Self.bend(b, c, d))
      let wanted = (0.75 * bend / error).squareRoot().rounded(.up)
      let pieces = Int(min(max(wanted, 1), Double(pieceLimit / count)))
      for piece in 0..<pieces {
        let t = Double(piece) / Double(pieces)
        let s = 1 - t
        let (wa, wb, wc, wd) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        let x: Double = wa * a.x + wb * b.x + wc * c.x + wd * d.x
        let y: Double = wa * a.y + wb * b.y + wc * c.y + wd * d.y
        line.append(.init(x: x, y: y))
      }
    }
    return line
  }

  private static func bend(_ a: Region.Point, _ b: Region.Point, _ c: Region.Point) -> Double {
    let (x, y) = (a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
    return (x * x + y * y).squareRoot()
  }

  enum Side { case inside, outside, edge }

  /// The side on which all points within `reach` of a point lie: `inside` if all are farther inside
  /// than `inner`, `outside` if all are farther outside than `outer`, by `distance`; else `edge`.
  func side(_ x: Double, _ y: Double, reach: Double, inner: Double, outer: Double) -> Side {
    let nearest: (out: Double, in: Double)
    if case .ellipse(let centerX, let centerY, let radiusX, let radiusY) = shape {
      // The implicit function changes by at most 1 / `least` per unit, which bounds the estimate
      // too.
      let least = min(radiusX, radiusY)
      let (u, v) = ((x - centerX) / radiusX, (y - centerY) / radiusY)
      let value = (u * u + v * v).squareRoot()
      nearest = ((value - 1) * least - reach, (value - 1) * least + reach)
    } else {
      // A distance changes by no more than the point moves.
      let distance = distance(x, y)
      nearest = (distance - reach, distance + reach)
    }
    if nearest.out > outer { return .outside }
    return nearest.in < -inner ? .inside : .edge
  }

  /// Distance from the edge, negative inside. Exact for boxes, polygons and strokes; for a
  /// gradient, from the line in its middle; for an ellipse the first-order estimate, the implicit
  /// function over the length of its gradient (Taubin, "Estimation of planar curves, surfaces, and
  /// nonplanar space curves", 1991).
  func distance(_ x: Double, _ y: Double) -> Double {
    switch shape {
    case .box(let left, let top, let width, let height):
      let outX = max(left - x, x - left - width), outY = max(top - y, y - top - height)
      if outX > 0, outY > 0 { return (outX * outX + outY * outY).squareRoot() }
      return max(outX, outY)
    case .ellipse(let centerX, let centerY, let radiusX, let radiusY):
      let (u, v) = ((x - centerX) / radiusX, (y - centerY) / radiusY)
      let value = (u * u + v * v).squareRoot()
      let (du, dv) = (u / radiusX, v / radiusY)
      let slope = (du * du + dv * dv).squareRoot()
      guard slope > 0 else { return -min(radiusX, radiusY) }
      let away = value * (value - 1) / slope
      // For an extremely thin ellipse the numbers overflow; its bounding box is used.
      return away.isNaN ? max(abs(x - centerX) - radiusX, abs(y - centerY) - radiusY) : away
    case .polygon(let corners), .curve(let corners): return distance(x, y, to: corners)
    case .stroke(let radius, let places):
      var (nearest, from) = (Double.infinity, places[0])
      for to in places {
        nearest = min(nearest, Self.square(x, y, to: from, to))
        from = to
      }
      return nearest.squareRoot() - radius
    case .gradient(let from, let to):
      let (across, down) = (to.x - from.x, to.y - from.y)
      let length = (across * across + down * down).squareRoot()
      let (right, below) = (x - (from.x + to.x) / 2, y - (from.y + to.y) / 2)
      // A transition that reverses a gradient makes its length 0 half-way; then every place counts
      // as on the edge.
      return length > 0 ? (right * across + below * down) / length : 0
    }
  }

  private func distance(_ x: Double, _ y: Double, to corners: [Region.Point]) -> Double {
    var nearest = Double.infinity
    var isInside = false
    var from = corners[corners.count - 1]
    for to in corners {
      nearest = min(nearest, Self.square(x, y, to: from, to))
      if (from.y > y) != (to.y > y), x < from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x) {
        isInside.toggle()
      }
      from = to
    }
    return isInside ? -nearest.squareRoot() : nearest.squareRoot()
  }

  /// The square of the distance from a line between two points.
  private static func square(
    _ x: Double, _ y: Double, to from: Region.Point, _ to: Region.Point
  ) -> Double {
    let (alongX, alongY) = (to.x - from.x, to.y - from.y)
    let length = alongX * alongX + alongY * alongY
    let share =
      length > 0 ? min(max(((x - from.x) * alongX + (y - from.y) * alongY) / length, 0), 1) : 0
    let (offX, offY) = (x - from.x - share * alongX, y - from.y - share * alongY)
    return offX * offX + offY * offY
  }
}
