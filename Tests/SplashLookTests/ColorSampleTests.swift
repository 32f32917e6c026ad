import Foundation
import SplashLook
import Testing

/// The hue range that the eyedropper makes of a spot.
struct ColorSampleTests {
  private func color(hue: Double, saturation: Double = 0.8, value: Double = 0.7) -> RGB {
    func channel(_ offset: Double) -> Double {
      let k = (offset + hue / 60).truncatingRemainder(dividingBy: 6)
      return value - value * saturation * max(0, min(k, 4 - k, 1))
    }
    return RGB(red: channel(5), green: channel(3), blue: channel(1))
  }

  @Test func sampledHueWrapsAroundZero() throws {
    let sample = ColorSample((350...370).map { color(hue: Double($0 % 360)) })
    let hue = try #require(sample.hue)
    #expect(hueDistance(hue, 0) < 0.01)
    #expect(sample.spread == 9)
    let range = try #require(sample.range(for: SplashSettings()))
    #expect(range.center == 0 && range.width == 20)
    // Three fifths of 0.8.
    #expect(range.saturation == Interval(0.48, 1) && range.value == nil && range.softness == nil)
  }

  @Test func greyPixelsDoNotCountForTheSampledHue() throws {
    let greys = (0..<60).map { index in
      color(hue: Double(index * 37 % 360), saturation: 0.03, value: 0.5)
    }
    #expect(ColorSample(greys).hue == nil)
    #expect(ColorSample(greys).range(for: SplashSettings()) == nil)
    let mixed = ColorSample(greys + (0..<40).map { _ in color(hue: 200) })
    #expect(hueDistance(try #require(mixed.hue), 200) < 1)
    #expect(mixed.spread < 1)
    #expect(mixed.saturation.min > 0.7)
  }

  @Test func sampleBelowTheQualifiersWidensThem() throws {
    let pale = ColorSample([color(hue: 120, saturation: 0.12, value: 0.9)])
    let range = try #require(pale.range(for: SplashSettings()))
    #expect(range.saturation == Interval(0.06, 1) && range.value == nil)
    var narrow = SplashSettings()
    narrow.value = Interval(0.1, 0.6)
    #expect(try #require(pale.range(for: narrow)).value == Interval(0.1, 0.95))
    // No hue range can lift a color over the chroma floor.
    narrow.chromaFloor = 0.2
    #expect(pale.range(for: narrow) == nil)
  }

  @Test func suggestedRangeUsesTheBalancedColor() throws {
    let orange = RGB(red: 0.8, green: 0.5, blue: 0.3)
    let sample = ColorSample([orange], gains: Gains(red: 0.75, green: 1, blue: 1.2))
    #expect(abs(try #require(sample.hue) - 24) < 0.01)
    // 0.6, 0.5, 0.36
    #expect(abs(try #require(sample.gateHue) - 35) < 0.01)
    #expect(sample.range(for: SplashSettings())?.center == 35)
  }

  @Test func wideningSpansBothHuesTheShortWay() {
    let settings = SplashSettings()
    let red = HueRange(center: 350, width: 10, saturation: Interval(0.3, 1))
    let wide = red.widened(by: HueRange(center: 20, width: 5), for: settings)
    #expect(wide.center == 2.5 && wide.width == 22.5)
    #expect(wide.saturation == Interval(0.2, 1) && wide.value == nil)
    let inside = red.widened(by: HueRange(center: 352, width: 2), for: settings)
    #expect(inside.center == 350 && inside.width == 10)
    let opposite = HueRange(center: 0, width: 150).widened(
      by: HueRange(center: 180, width: 60), for: settings)
    #expect(opposite.width == 180)
  }

  @Test func rotatedSpotIsTheSamePartOfTheFrame() {
    let spot = Spot(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
    func isNear(_ one: Spot, _ two: Spot) -> Bool {
      [one.x - two.x, one.y - two.y, one.width - two.width, one.height - two.height]
        .allSatisfy { abs($0) < 1e-12 }
    }
    // As Exif 2.3 describes the displayed picture: the sides of the first row and column.
    let shown = [
      spot, Spot(x: 0.6, y: 0.2, width: 0.3, height: 0.4),
      Spot(x: 0.6, y: 0.4, width: 0.3, height: 0.4), Spot(x: 0.1, y: 0.4, width: 0.3, height: 0.4),
      Spot(x: 0.2, y: 0.1, width: 0.4, height: 0.3), Spot(x: 0.4, y: 0.1, width: 0.4, height: 0.3),
      Spot(x: 0.4, y: 0.6, width: 0.4, height: 0.3), Spot(x: 0.2, y: 0.6, width: 0.4, height: 0.3),
    ]
    for (index, turn) in Turn.all.enumerated() {
      #expect(isNear(spot.displayed(turn), shown[index]), "orientation \(index + 1)")
      #expect(isNear(spot.displayed(turn).stored(turn), spot))
      #expect(Turn(orientation: index + 1) == turn && turn.orientation == index + 1)
      #expect(Turn(displayMatrix: turn.displayMatrix) == turn)
      #expect(turn.inverse.inverse == turn)
    }
  }
}
