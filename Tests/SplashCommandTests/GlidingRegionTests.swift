import TestSupport

/// Regions with keyframes are interpolated between them.
struct GlidingRegionTests {
  private let scratch = Scratch()
  private static let (width, height) = (160, 96)

  /// Where and how large the mask is in each of 11 frames.
  private func course(_ keys: String, _ arguments: String...) throws -> [ShownMasks.Place] {
    let clip = try scratch.greyBesideRed(Self.width, Self.height, rate: 10, seconds: 1.1)
    return try ShownMasks(
      of: clip, ["--white-balance", "off", "--timeline", keys] + arguments, in: scratch
    ).places
  }

  /// A shape at the start and at the end, with middle and area of both.
  struct Way: Sendable, CustomTestStringConvertible {
    var from, to: String
    /// Middle and area at both ends.
    var ends: (from: (x: Double, y: Double, area: Double), to: (x: Double, y: Double, area: Double))
    var testDescription: String { "\(from) to \(to)" }
  }

  static let ways = [
    Way(
      from: "box=0.1,0.2,0.2,0.2", to: "box=0.6,0.4,0.2,0.2",
      ends: ((0.2, 0.3, 0.04), (0.7, 0.5, 0.04))),
    Way(
      from: "ellipse=0.3,0.3,0.2,0.25", to: "ellipse=0.7,0.6,0.2,0.25",
      ends: ((0.3, 0.3, 0.05 * .pi), (0.7, 0.6, 0.05 * .pi))),
    Way(
      from: "polygon=0.1,0.1,0.4,0.1,0.1,0.4:0.02", to: "polygon=0.5,0.5,0.8,0.5,0.5,0.8:0.02",
      ends: ((0.2, 0.2, 0.045), (0.6, 0.6, 0.045))),
    Way(
      from: "curve=0.1,0.1,0.1,0.1,0.1,0.1,0.4,0.1,0.4,0.1,0.4,0.1,0.1,0.4,0.1,0.4,0.1,0.4",
      to: "curve=0.5,0.5,0.5,0.5,0.5,0.5,0.8,0.5,0.8,0.5,0.8,0.5,0.5,0.8,0.5,0.8,0.5,0.8",
      ends: ((0.2, 0.2, 0.045), (0.6, 0.6, 0.045))),
  ]

  @Test(arguments: ways) func keyframesMoveARegionInAStraightLine(way: Way) throws {
    let found = try course(
      "[{\"time\":0,\"transition\":1,\"settings\":{\"keep\":[\"\(way.to)\"]}}]",
      "--keep", way.from)
    try #require(found.count == 11)
    let (from, to) = way.ends
    for (index, place) in found.enumerated() {
      let share = Double(index) / 10
      #expect(abs(place.x - (from.x + share * (to.x - from.x))) < 0.01, "picture \(index)")
      #expect(abs(place.y - (from.y + share * (to.y - from.y))) < 0.01, "picture \(index)")
      #expect(abs(place.area - from.area) < 0.06 * from.area, "picture \(index): \(place.area)")
    }
  }

  /// Regions of two shapes, and polygons of other corners, cannot be interpolated: frames are
  /// crossfaded, and the new mask is shown.
  @Test(arguments: [
    ("box=0.1,0.2,0.2,0.2", "ellipse=0.7,0.5,0.1,0.1"),
    ("polygon=0.1,0.1,0.4,0.1,0.1,0.4", "polygon=0.5,0.5,0.8,0.5,0.8,0.8,0.5,0.8"),
  ]) func regionsOfDifferentShapesAreCrossfaded(from: String, to: String) throws {
    let found = try course(
      "[{\"time\":0,\"transition\":1,\"settings\":{\"keep\":[\"\(to)\"]}}]", "--keep", from)
    for place in found {
      #expect(abs(place.x - found[10].x) < 0.005 && abs(place.area - found[10].area) < 0.001)
    }
  }

  /// Each region of a list is interpolated with the one at the same place, in pixels too; so are
  /// windows.
  @Test func severalRegionsAndWindowsAreInterpolated() throws {
    let two = try course(
      """
      [{"time":0,"transition":1,"settings":{"keep":["box=0,0,16,96","box=0.8,0,0.2,1"],\
      "within":["box=0,0.5,1,0.5"]}}]
      """, "--keep", "box=32,0,16,96", "--keep", "box=0.4,0,0.2,1", "--within", "box=0,0,1,0.5")
    for (index, place) in two.enumerated() {
      let share = Double(index) / 10
      let middle = (0.1 * (0.25 - 0.2 * share) + 0.2 * (0.5 + 0.4 * share)) / 0.3
      #expect(abs(place.x - middle) < 0.01, "picture \(index): \(place.x), not \(middle)")
      #expect(abs(place.y - (0.25 + 0.5 * share)) < 0.02, "picture \(index)")
      #expect(abs(place.area - 0.15) < 0.01, "picture \(index)")
    }
  }

  /// Halfway, a gradient that turns around has no direction; every pixel lies on its edge.
  @Test func gradientCanTurnAroundBetweenKeyframes() throws {
    let clip = try scratch.greyBesideRed(Self.width, Self.height, rate: 10, seconds: 1.1)
    let keys = """
      [{"time":0,"transition":1,"settings":{"keep":["gradient=0.8,0.5,0.2,0.5"]}}]
      """
    let shown = try ShownMasks(
      of: clip,
      ["--white-balance", "off", "--keep", "gradient=0.2,0.5,0.8,0.5", "--timeline", keys],
      in: scratch)
    try #require(shown.masks.count == 11)
    #expect(Set(shown.masks[5]) == [110])
    for (picture, isKept) in [(0, true), (4, true), (6, false), (10, false)] {
      let (left, right) = (shown.masks[picture][24 * 80], shown.masks[picture][24 * 80 + 79])
      #expect(left == (isKept ? 219 : 0) && right == (isKept ? 0 : 219), "picture \(picture)")
    }
  }
}
