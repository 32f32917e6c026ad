/// A part of the picture, in shares of its width and height as displayed, from its upper left
/// corner.
public struct Region: Hashable, Sendable {
  public var shape: Shape
  /// Over how much the edge fades, in shares of the picture's height, half of it inside: 0…1.
  public var feather: Double

  public enum Shape: Hashable, Sendable {
    case box(x: Double, y: Double, width: Double, height: Double)
    /// Center and radii.
    case ellipse(x: Double, y: Double, radiusX: Double, radiusY: Double)
    /// Three corners or more, 64 at most; what an odd number of its turns surrounds.
    case polygon([Point])
  }

  public struct Point: Hashable, Sendable {
    public var x, y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  public init(_ shape: Shape, feather: Double = 0) {
    self.shape = shape
    self.feather = feather
  }
}

extension Region {
  static let names = ["box", "ellipse", "polygon"]
  static let forms = "box=X,Y,W,H, ellipse=X,Y,RX,RY or polygon=X,Y,X,Y,… with :FEATHER behind it"
  private static let cornerLimit = 64

  /// Reads `box=X,Y,W,H`, `ellipse=X,Y,RX,RY` or `polygon=X,Y,X,Y,…`, and `:FEATHER` behind it.
  ///
  /// - Throws: `SettingError` for any other text, and for numbers that make no region.
  public init(_ text: String) throws {
    var scale = PictureScale.unknown
    self = try inside("region") { try Region(word: text, &scale) }
    guard !scale.metPixels else {
      throw SettingError(
        "region", given: text, cause: "in pixels of an unknown picture", remedy: "give shares")
    }
  }

  /// The same for a word that somebody else names in errors, in a picture of that size.
  init(word text: String, _ scale: inout PictureScale) throws {
    func unusable(_ cause: String, _ remedy: String = "give \(Self.forms)") -> SettingError {
      SettingError(given: text, cause: cause, remedy: remedy)
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { throw unusable("too many colons") }
    let name = parts[0].prefix { $0 != "=" }
    let numbers = scale.shares(parts[0].dropFirst(name.count + 1))
    let isSmall = numbers.allSatisfy { (-4...4).contains($0) }
    func need(_ count: Int, _ names: String) throws {
      guard numbers.count == count, !numbers.contains(where: \.isNaN) else {
        throw unusable(
          "not \(count) numbers", "write \(name)=\(names) in pixels, shares or per cent")
      }
    }
    switch name {
    case "box":
      try need(4, "X,Y,WIDTH,HEIGHT")
      shape = .box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    case "ellipse":
      try need(4, "X,Y,RADIUS,RADIUS")
      shape = .ellipse(x: numbers[0], y: numbers[1], radiusX: numbers[2], radiusY: numbers[3])
    case "polygon":
      guard numbers.count % 2 == 0, (3...Self.cornerLimit).contains(numbers.count / 2),
        !numbers.contains(where: \.isNaN)
      else {
        throw unusable(
          "not three corners or more",
          "write polygon=X,Y,X,Y,X,Y… with 3 to \(Self.cornerLimit) corners")
      }
      shape = .polygon(
        stride(from: 0, to: numbers.count, by: 2).map {
          Point(x: numbers[$0], y: numbers[$0 + 1])
        })
    default: throw unusable("no such region")
    }
    guard isSmall else {
      throw unusable("far outside of the picture", "shares of the picture are 0 to 1")
    }
    if name != "polygon", numbers[2] <= 0 || numbers[3] <= 0 {
      throw unusable("has no size", "give a size above 0")
    }
    feather = parts.count == 2 ? scale.height(parts[1]) : 0
    guard (0...1).contains(feather) else {
      throw unusable(
        "the feather is no share of the picture's height",
        "write a share, pixels or per cent behind :")
    }
  }

  /// The form that flags take, with as many digits as are worth typing.
  public var text: String { text(\.short) }

  func text(_ digits: (Double) -> String) -> String {
    let (name, numbers): (String, [Double]) =
      switch shape {
      case .box(let x, let y, let width, let height): ("box", [x, y, width, height])
      case .ellipse(let x, let y, let radiusX, let radiusY): ("ellipse", [x, y, radiusX, radiusY])
      case .polygon(let corners): ("polygon", corners.flatMap { [$0.x, $0.y] })
      }
    // Numbers that would be read as pixels.
    let needsUnit = numbers.contains { $0 > 1 } && numbers.allSatisfy { $0 == $0.rounded() }
    let words = numbers.map { needsUnit ? digits(100 * $0) + "%" : digits($0) }
    return "\(name)=" + words.joined(separator: ",")
      + (feather > 0 ? ":" + digits(feather) : "")
  }
}

extension Region {
  /// A region on the way to another of its shape, 0…1 of it: each number, and each corner of polygons
  /// of equal corners in their order, goes straight; nil for other shapes.
  func between(_ other: Region, _ share: Double) -> Region? {
    func way(_ from: Double, _ to: Double) -> Double { glide(from, to, share) }
    let shape: Shape
    switch (self.shape, other.shape) {
    case (.box(let x, let y, let width, let height), .box(let x2, let y2, let width2, let height2)):
      shape = .box(
        x: way(x, x2), y: way(y, y2), width: way(width, width2), height: way(height, height2))
    case (.ellipse(let x, let y, let rx, let ry), .ellipse(let x2, let y2, let rx2, let ry2)):
      shape = .ellipse(x: way(x, x2), y: way(y, y2), radiusX: way(rx, rx2), radiusY: way(ry, ry2))
    case (.polygon(let from), .polygon(let to)) where from.count == to.count:
      shape = .polygon(zip(from, to).map { Point(x: way($0.x, $1.x), y: way($0.y, $1.y)) })
    default: return nil
    }
    return Region(shape, feather: way(feather, other.feather))
  }
}
