/// A region of the frame, in shares of its width and height as displayed, from the upper left
/// corner.
public struct Region: Hashable, Sendable {
  public var shape: Shape
  /// How far the edge fades to the inside and to the outside, in shares of the frame's height: 0…1
  /// each.
  public var inner, outer: Double

  public enum Shape: Hashable, Sendable {
    case box(x: Double, y: Double, width: Double, height: Double)
    /// Center and radii.
    case ellipse(x: Double, y: Double, radiusX: Double, radiusY: Double)
    /// 3 to 64 corners; with the even-odd rule.
    case polygon([Point])
    /// A closed line of cubic Béziers with 2 to 64 corners of three points each: the corner, and
    /// the ends of its handles towards the previous corner and the next one.
    case curve([Point])
    /// Full up to the line through `from` perpendicular to the direction, empty from the line
    /// through `to`, and a linear fade between.
    case gradient(from: Point, to: Point)
    /// What a round brush touches on its way: its radius in shares of the frame's height, and 1 to
    /// 64 places.
    case stroke(radius: Double, [Point])
  }

  public struct Point: Hashable, Sendable {
    public var x, y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// - Parameters:
  ///   - shape: in shares of the displayed frame.
  ///   - feather: width of the fade, half of it inside.
  public init(_ shape: Shape, feather: Double = 0) {
    self.init(shape, inner: feather / 2, outer: feather / 2)
  }

  public init(_ shape: Shape, inner: Double, outer: Double) {
    (self.shape, self.inner, self.outer) = (shape, inner, outer)
  }
}

extension Region {
  /// Whether it has values between full and empty.
  var fades: Bool {
    if case .gradient = shape { true } else { inner > 0 || outer > 0 }
  }

  static let names = ["box", "ellipse", "polygon", "curve", "gradient", "stroke"]
  static let forms =
    "box=X,Y,W,H, ellipse=X,Y,RX,RY, polygon=X,Y,X,Y,…, curve=X,Y,BX,BY,AX,AY,… or "
    + "stroke=R,X,Y,X,Y,… with :FEATHER or :INNER,OUTER behind it, gradient=X,Y,X,Y"
  static let cornerLimit = 64

  /// Reads `box=X,Y,W,H`, `ellipse=X,Y,RX,RY`, `polygon=X,Y,X,Y,…`, `curve=X,Y,BX,BY,AX,AY,…` or
  /// `stroke=R,X,Y,X,Y,…`, each optionally followed by `:FEATHER` or `:INNER,OUTER`, or
  /// `gradient=X,Y,X,Y`.
  ///
  /// - Throws: `SettingError` for any other text, and for numbers that give no region.
  public init(_ text: String) throws {
    var scale = PictureScale.unknown
    self = try inside("region") { try Region(word: text, &scale) }
    guard !scale.metPixels else {
      throw SettingError(
        "region", given: text, cause: "in pixels of an unknown frame", remedy: "give shares")
    }
  }

  /// The same in a frame of the scale's size; the caller adds the setting's name to errors.
  init(word text: String, _ scale: inout PictureScale) throws {
    func unusable(_ cause: String, _ remedy: String = "give \(Self.forms)") -> SettingError {
      SettingError(given: text, cause: cause, remedy: remedy)
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { throw unusable("too many colons") }
    let name = parts[0].prefix { $0 != "=" }
    var words = parts[0].dropFirst(name.count + 1)
    var radius = 0.0
    if name == "stroke" {
      let first = words.prefix { $0 != "," }
      let lengths = scale.heights(first)
      radius = lengths.count == 1 ? lengths[0] : .nan
      // A few pixels of a large frame, or of one whose size is unknown.
      if scale.metPixels, radius > 0 { radius = max(radius, 0.001) }
      words = words.dropFirst(first.count + 1)
    }
    let numbers = scale.shares(words)
    let isSmall = numbers.allSatisfy { (-4...4).contains($0) }
    func need(_ count: Int, _ names: String) throws {
      guard numbers.count == count, !numbers.contains(where: \.isNaN) else {
        throw unusable(
          "not \(count) numbers", "write \(name)=\(names) in pixels, shares or per cent")
      }
    }
    func places() -> [Point] {
      stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    }
    /// Checks the number of corners; each has this many numbers.
    func needCorners(of count: Int, least: Int, _ cause: String, _ remedy: String) throws {
      guard numbers.count % count == 0,
        (least...Self.cornerLimit).contains(numbers.count / count),
        !numbers.contains(where: \.isNaN)
      else { throw unusable(cause, remedy) }
    }
    switch name {
    case "box":
      try need(4, "X,Y,WIDTH,HEIGHT")
      shape = .box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    case "ellipse":
      try need(4, "X,Y,RADIUS,RADIUS")
      shape = .ellipse(x: numbers[0], y: numbers[1], radiusX: numbers[2], radiusY: numbers[3])
    case "polygon":
      try needCorners(
        of: 2, least: 3, "not three corners or more",
        "write polygon=X,Y,X,Y,X,Y… with 3 to \(Self.cornerLimit) corners")
      shape = .polygon(places())
    case "curve":
      try needCorners(
        of: 6, least: 2, "not two corners or more with their handles",
        "write six numbers a corner, of 2 to \(Self.cornerLimit): itself, the handle before it, "
          + "the one behind it")
      shape = .curve(places())
    case "stroke":
      try needCorners(
        of: 2, least: 1, "no places",
        "write stroke=RADIUS,X,Y,X,Y… with 1 to \(Self.cornerLimit) places")
      guard (0.001...0.5).contains(radius) else {
        throw unusable(
          "the radius is no share of the frame's height", "give a radius of 0.001 to 0.5")
      }
      shape = .stroke(radius: radius, places())
    case "gradient":
      try need(4, "X,Y,X,Y")
      guard numbers[0] != numbers[2] || numbers[1] != numbers[3] else {
        throw unusable("no way from one place to the other", "give two places")
      }
      guard parts.count == 1 else {
        throw unusable("a gradient has no edge", "leave out what is behind the colon")
      }
      let places = places()
      shape = .gradient(from: places[0], to: places[1])
    default: throw unusable("no such region")
    }
    guard isSmall else {
      throw unusable("far outside of the frame", "shares of the frame are 0 to 1")
    }
    if name == "box" || name == "ellipse", numbers[2] <= 0 || numbers[3] <= 0 {
      throw unusable("has no size", "give a size above 0")
    }
    let softness = parts.count == 2 ? scale.heights(parts[1]) : [0]
    guard softness.count <= 2, softness.allSatisfy((0...1).contains) else {
      throw unusable(
        "the feather is no share of the frame's height",
        "write a share, pixels or per cent behind :, or two for inside and outside")
    }
    inner = softness.count == 2 ? softness[0] : softness[0] / 2
    outer = softness.count == 2 ? softness[1] : softness[0] / 2
  }

  /// The text of flags, with rounded numbers.
  public var text: String { text(\.short) }

  func text(_ digits: (Double) -> String) -> String {
    let (name, numbers): (String, [Double]) =
      switch shape {
      case .box(let x, let y, let width, let height): ("box", [x, y, width, height])
      case .ellipse(let x, let y, let radiusX, let radiusY): ("ellipse", [x, y, radiusX, radiusY])
      case .polygon(let corners): ("polygon", corners.flatMap { [$0.x, $0.y] })
      case .curve(let places): ("curve", places.flatMap { [$0.x, $0.y] })
      case .gradient(let from, let to): ("gradient", [from.x, from.y, to.x, to.y])
      case .stroke(_, let places): ("stroke", places.flatMap { [$0.x, $0.y] })
      }
    // Whole numbers above 1 would be read as pixels.
    let needsUnit = numbers.contains { $0 > 1 } && numbers.allSatisfy { $0 == $0.rounded() }
    let words = numbers.map { needsUnit ? digits(100 * $0) + "%" : digits($0) }
    var text = "\(name)="
    if case .stroke(let radius, _) = shape { text += digits(radius) + "," }
    text += words.joined(separator: ",")
    // Widths that are rounded to the same text are written as one.
    let sides = [digits(inner), digits(outer)]
    let even = inner == outer ? inner : Double(sides[0]) ?? 0
    guard sides[0] == sides[1], even <= 0.5 else { return "\(text):\(sides[0]),\(sides[1])" }
    return even > 0 ? text + ":" + digits(2 * even) : text
  }

  /// A region between this one and another, for a share of 0…1: each number, and each corner of
  /// polygons and curves with as many corners, is interpolated; nil for other shapes.
  func between(_ other: Region, _ share: Double) -> Region? {
    func way(_ from: Double, _ to: Double) -> Double { glide(from, to, share) }
    func way(_ from: Point, _ to: Point) -> Point {
      Point(x: way(from.x, to.x), y: way(from.y, to.y))
    }
    let shape: Shape
    switch (self.shape, other.shape) {
    case (.box(let x, let y, let width, let height), .box(let x2, let y2, let width2, let height2)):
      shape = .box(
        x: way(x, x2), y: way(y, y2), width: way(width, width2), height: way(height, height2))
    case (.ellipse(let x, let y, let rx, let ry), .ellipse(let x2, let y2, let rx2, let ry2)):
      shape = .ellipse(x: way(x, x2), y: way(y, y2), radiusX: way(rx, rx2), radiusY: way(ry, ry2))
    case (.polygon(let from), .polygon(let to)) where from.count == to.count:
      shape = .polygon(zip(from, to).map { way($0, $1) })
    case (.curve(let from), .curve(let to)) where from.count == to.count:
      shape = .curve(zip(from, to).map { way($0, $1) })
    case (.stroke(let radius, let from), .stroke(let radius2, let to)) where from.count == to.count:
      shape = .stroke(radius: way(radius, radius2), zip(from, to).map { way($0, $1) })
    case (.gradient(let from, let to), .gradient(let from2, let to2)):
      shape = .gradient(from: way(from, from2), to: way(to, to2))
    default: return nil
    }
    return Region(shape, inner: way(inner, other.inner), outer: way(outer, other.outer))
  }
}
