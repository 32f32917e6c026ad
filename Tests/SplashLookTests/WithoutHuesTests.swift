import SplashLook
import TestSupport

/// Regions without hues, for which no hue mask is drawn.
struct WithoutHuesTests {
  private static let (width, height) = (66, 38)

  /// Frames in yuv420p without pure colors, with moving noise.
  private static func film(_ dice: inout SeededGenerator) -> [[UInt8]] {
    let (luma, chroma) = (width * height, 2 * (width / 2) * (height / 2))
    return (0..<4).map { _ in
      (0..<luma + chroma).map { index in
        index < luma ? .random(in: 60...190, using: &dice) : .random(in: 100...156, using: &dice)
      }
    }
  }

  private static func run(
    _ timeline: LookTimeline, over film: [[UInt8]]
  ) throws -> (film: [[UInt8]], flicker: Double?) {
    let filter = try PixelFilter(timeline)
    let layout = try #require(PixelLayout(name: "yuv420p"))
    var result: [[UInt8]] = []
    for (number, picture) in film.enumerated() {
      var bytes = picture
      try bytes.withUnsafeMutableBytes {
        filter.apply(
          to: try PixelBuffer(
            $0, width: width, height: height, layout: layout, time: Double(number) / 25))
      }
      result.append(bytes)
    }
    return (result, filter.flicker)
  }

  /// A hue that no pixel has is the same as no hue at all.
  @Test(
    arguments: [
      (keep: "box=0.2,0.2,0.5,0.5:0.1", rest: "grey", change: { @Sendable _ in }),
      (keep: "ellipse=0.5,0.5,0.3,0.4", rest: "sepia", change: { @Sendable in $0.feather = 3 }),
      (
        keep: "box=0,0,0.5,1", rest: "blur=2",
        change: { @Sendable in ($0.fill, $0.clean, $0.grow) = (5, 5, 2) }
      ),
      (keep: "box=0,0,0.5,1", rest: "grey", change: { @Sendable in $0.invert = true }),
      (
        keep: "box=0.1,0.1,0.8,0.8", rest: "grey",
        change: { @Sendable in $0.drops = [HueRange(center: 120, width: 40)] }
      ),
      (keep: "box=0.1,0.1,0.8,0.8", rest: "grey", change: { @Sendable in $0.balanceOutput = true }),
      (
        keep: "box=0.1,0.1,0.8,0.8", rest: "grey",
        change: { @Sendable in ($0.stability, $0.despeckle, $0.fill, $0.clean) = (0, 0, 0, 0) }
      ),
      (keep: "box=0.1,0.1,0.8,0.8", rest: "grey", change: { @Sendable in $0.show = .mask }),
    ] as [(keep: String, rest: String, change: @Sendable (inout SplashSettings) -> Void)])
  func regionWithoutHuesMatchesOneWithAnEmptyHue(
    keep: String, rest: String, change: @Sendable (inout SplashSettings) -> Void
  ) throws {
    var dice = SeededGenerator(seed: 4)
    let film = Self.film(&dice)
    var settings = SplashSettings()
    settings.keep = [try Selection(keep)]
    settings.rest = try LookStep.steps(rest)
    settings.gateSoftness = 0
    change(&settings)
    var other = settings
    other.hues = [
      HueRange(
        center: 0, width: 0, softness: 0, saturation: Interval(1, 1), value: Interval(1, 1))
    ]
    let (found, expected) = (
      try Self.run(LookTimeline(base: settings, entries: []), over: film),
      try Self.run(LookTimeline(base: other, entries: []), over: film)
    )
    #expect(found.film == expected.film && found.film != film)
    #expect(found.flicker == expected.flicker && found.flicker == 0)
  }

  /// A hue of a later keyframe shows at once, without smoothing from the missing mask.
  @Test func huesOfALaterKeyframeShowAtOnce() throws {
    var dice = SeededGenerator(seed: 5)
    let film = Self.film(&dice)
    var settings = SplashSettings()
    (settings.whiteBalance, settings.keep) = (.off, [try Selection("box=0,0,0.2,0.2")])
    var later = settings
    later.hues = [HueRange(center: 30, width: 90)]
    let found = try Self.run(
      LookTimeline(base: settings, entries: [.init(time: 0.08, settings: later)]), over: film)
    let fresh = try Self.run(
      LookTimeline(base: later, entries: []), over: Array(film[2...]))
    #expect(found.film[2...] == fresh.film[...])
  }
}
