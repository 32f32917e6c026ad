import SplashCore
import TestSupport

/// Regions, through the command, against the share of each pixel that lies in the shape.
struct RegionTests {
  private let scratch = Scratch()
  private static let (width, height) = (160, 96)

  /// A shape as the command takes it, and as a rule for places in shares of the frame.
  struct Shape: Sendable, CustomTestStringConvertible {
    var text: String
    var contains: @Sendable (_ x: Double, _ y: Double) -> Bool
    var testDescription: String { text }
  }

  static let shapes = [
    Shape(text: "box=0.2,0.25,0.5,0.4") { (0.2...0.7).contains($0) && (0.25...0.65).contains($1) },
    Shape(text: "box=-0.5,-0.5,1,1") { $0 <= 0.5 && $1 <= 0.5 },
    Shape(text: "ellipse=0.5,0.45,0.3,0.35") {
      let (x, y) = (($0 - 0.5) / 0.3, ($1 - 0.45) / 0.35)
      return x * x + y * y <= 1
    },
    Shape(text: "polygon=0.1,0.1,0.9,0.1,0.1,0.9") { $0 >= 0.1 && $1 >= 0.1 && $0 + $1 <= 1 },
    // Its handles lie on its corners.
    Shape(text: "curve=0.1,0.1,0.1,0.1,0.1,0.1,0.9,0.1,0.9,0.1,0.9,0.1,0.1,0.9,0.1,0.9,0.1,0.9") {
      $0 >= 0.1 && $1 >= 0.1 && $0 + $1 <= 1
    },
    // Four Béziers that are an ellipse but for 3 in 10,000 of its radii.
    Shape(
      text: "curve=0.5,0.1,0.33431,0.1,0.66569,0.1,0.8,0.45,0.8,0.2567,0.8,0.6433,"
        + "0.5,0.8,0.66569,0.8,0.33431,0.8,0.2,0.45,0.2,0.6433,0.2,0.2567"
    ) {
      let (x, y) = (($0 - 0.5) / 0.3, ($1 - 0.45) / 0.35)
      return x * x + y * y <= 1
    },
    // Two corners: a parabola over a line, y of a cubic whose ends are 0.6 and handles 0.2.
    Shape(text: "curve=0.2,0.6,0.2,0.6,0.4,0.2,0.8,0.6,0.6,0.2,0.8,0.6") { x, y in
      let t = (x - 0.2) / 0.6
      return (0...1).contains(t) && y <= 0.6 && y >= 0.6 - 0.4 * 3 * t * (1 - t)
    },
  ]

  private func clip(turned angle: Int? = nil) throws -> String {
    try scratch.greyBesideRed(Self.width, Self.height, rate: 5, seconds: 0.2, turned: angle)
  }

  private func mask(
    _ clip: String, _ arguments: String..., isTurned: Bool = false
  ) throws -> [UInt8] {
    let arguments = arguments + ["--white-balance", "off"]
    return try #require(
      ShownMasks(of: clip, arguments, in: scratch, isTurned: isTurned).masks.first)
  }

  /// The share of each chroma sample that lies in the shape, 0…219.
  private func shares(_ shape: Shape, width: Int, height: Int) -> [Double] {
    let (columns, rows, parts) = (width / 2, height / 2, 16)
    return (0..<rows * columns).map { index in
      var inside = 0
      for part in 0..<parts * parts {
        let x = (Double(index % columns) + (Double(part % parts) + 0.5) / Double(parts))
        let y = (Double(index / columns) + (Double(part / parts) + 0.5) / Double(parts))
        inside += shape.contains(x / Double(columns), y / Double(rows)) ? 1 : 0
      }
      return 219 * Double(inside) / Double(parts * parts)
    }
  }

  /// A straight edge is as sharp as its distance tells; across a corner or a slanted sample a
  /// quarter of the range may lie between that and the area.
  @Test(arguments: shapes, [nil, 90, 180, -90])
  func regionCoversItsPixels(shape: Shape, angle: Int?) throws {
    let isUpright = angle == nil || angle == 180
    let found = try mask(
      clip(turned: angle), "--keep", shape.text, isTurned: !isUpright)
    let expected = shares(
      shape, width: isUpright ? Self.width : Self.height,
      height: isUpright ? Self.height : Self.width)
    let errors = zip(found, expected).map { abs(Double($0) - $1) }
    #expect(errors.max()! < 0.3 * 219, "\(errors.max()!)")
    #expect(errors.reduce(0, +) / Double(errors.count) < 1)
  }

  @Test func regionsAndHuesAreBothKept() throws {
    let path = try clip()
    // Columns at the middle of the grey and of the red half, at chroma resolution.
    func at(_ mask: [UInt8], _ x: Int, _ y: Int = 24) -> UInt8 { mask[y * 80 + x] }
    let both = try mask(path, "--hue", "red", "--keep", "box=0,0,0.25,1")
    #expect(at(both, 10) == 219 && at(both, 30) == 0 && at(both, 60) == 219)
    let alone = try mask(path, "--keep", "box=0,0,0.25,1")
    #expect(at(alone, 10) == 219 && at(alone, 60) == 0)
    let within = try mask(path, "--hue", "red", "--within", "box=0,0,1,0.4")
    #expect(at(within, 60, 5) == 219 && at(within, 60, 40) == 0 && at(within, 10, 5) == 0)
    let without = try mask(path, "--hue", "red", "--without", "box=0,0,1,0.4")
    #expect(at(without, 60, 5) == 0 && at(without, 60, 40) == 219)
    let dropped = try mask(path, "--keep", "box=0,0,1,1", "--exclude", "red")
    #expect(at(dropped, 10) == 219 && at(dropped, 60) == 0)
    let inverted = try mask(path, "--hue", "red", "--within", "box=0,0,1,0.4", "--invert")
    #expect(at(inverted, 60, 5) == 0 && at(inverted, 60, 40) == 219 && at(inverted, 10, 5) == 219)
  }

  /// Half of the fade lies inside of the edge, half outside.
  @Test func featherFadesEvenlyAroundTheEdge() throws {
    let found = try mask(clip(), "--keep", "box=-1,-1,1.5,3:0.5")
    let row = found[24 * 80..<25 * 80]
    for (x, code) in row.enumerated() {
      let distance = (Double(x) + 0.5 - 40) / 48
      let expected = min(max(0.5 - distance / 0.5, 0), 1) * 219
      #expect(abs(Double(code) - expected) < 1.5, "\(x)")
    }
  }

  /// Inner and outer side of the edge fade as far as given.
  @Test(arguments: [(0.3, 0.1), (0, 0.25), (0.25, 0)])
  func innerAndOuterFeatherAreIndependent(inner: Double, outer: Double) throws {
    let found = try mask(clip(), "--keep", "box=-1,-1,1.5,3:\(inner),\(outer)")
    for (x, code) in found[24 * 80..<25 * 80].enumerated() {
      let distance = (Double(x) + 0.5 - 40) / 48
      let expected = min(max((outer - distance) / (inner + outer), 0), 1) * 219
      #expect(abs(Double(code) - expected) < 1.5, "\(x): \(code), not \(expected)")
    }
  }

  /// Full up to the first place, zero from the second one on, and linear between.
  @Test(arguments: [nil, 90, 180, -90])
  func gradientFadesBetweenItsTwoPlaces(angle: Int?) throws {
    let isUpright = angle == nil || angle == 180
    let (width, height) = isUpright ? (80, 48) : (48, 80)
    let found = try mask(
      clip(turned: angle), "--keep", "gradient=0.2,0.3,0.7,0.6", isTurned: !isUpright)
    let aspect = Double(width) / Double(height)
    for (index, code) in found.enumerated() {
      let x = (Double(index % width) + 0.5) / Double(width) * aspect
      let y = (Double(index / width) + 0.5) / Double(height)
      let way = (x: 0.5 * aspect, y: 0.3)
      let along = (x - 0.2 * aspect) * way.x + (y - 0.3) * way.y
      let expected = min(max(1 - along / (way.x * way.x + way.y * way.y), 0), 1) * 219
      #expect(abs(Double(code) - expected) < 1.5, "\(index): \(code), not \(expected)")
    }
  }

  /// Selected pixels keep their color and the others have none.
  @Test func colorIsKeptOnlyInsideTheRegion() throws {
    let path = try clip()
    let output = Media(scratch.path("out.mkv"))
    try Command.splash(
      path, "-o", output.path, "--codec", "ffv1", "--keep", "box=0,0,1,0.5", "--white-balance",
      "off")
    let (before, after) = (
      try Media(path).samples("yuv420p", frames: 1), try output.samples("yuv420p", frames: 1)
    )
    let luma = Self.width * Self.height
    #expect(before[..<luma] == after[..<luma])
    let half = 80 * 23
    #expect(before[luma..<luma + half] == after[luma..<luma + half])
    #expect(after[(luma + 80 * 25)..<(luma + 80 * 48)].allSatisfy { $0 == 128 })
  }

  /// The reported share is that of the mask, however thin it is.
  @Test(arguments: [("0,0,1,0.02", 2.0), ("0,0.45,1,0.03", 3), ("0,0,1,0.5", 50)])
  func reportedShareIsThatOfTheMask(box: String, share: Double) throws {
    let report = scratch.path("report.json")
    try Command.splash(
      "test:1280x720", "--frames", "40", "-o", "null", "--keep", "box=\(box)", "--stats-json",
      report
    ).checked()
    let kept = try JSONDecoder().decode(
      RunReport.self, from: Data(of: report)
    ).kept
    #expect(abs(100 * kept - share) < 0.5, "\(kept)")
  }

  /// An ellipse too thin for its numbers is drawn, also where a block of pixels has its middle.
  @Test(arguments: ["ellipse=0.5,0.5,1e-200,0.5", "ellipse=0.5,0.5,0.5,1e-200"], [16, 160])
  func ellipseWithoutWidthDoesNotFail(text: String, size: Int) throws {
    let path = try scratch.greyBesideRed(size, size, rate: 5, seconds: 0.2)
    #expect(try mask(path, "--keep", text).allSatisfy { $0 <= 110 })
  }

  /// Both sides of an edge in pixels, be one of them a single one.
  @Test func featherCanBeGivenInPixels() throws {
    let path = try clip()
    let found = try mask(path, "--keep", "ellipse=32,32,10,10:1,20")
    #expect(try found == mask(path, "--keep", "ellipse=32px,32px,10px,10px:1px,20px"))
    #expect(found.contains(219) && found.contains { (1..<219).contains($0) })
  }
}
