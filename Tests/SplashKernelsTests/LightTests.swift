import CSplashKernels
import Foundation
import Testing

/// The light of synthetic pictures whose light is known.
struct LightTests {
  private static let layouts = [
    "yuv420p8", "yuv422p10", "nv12", "p010", "yuyv422", "uyvy422",
  ].map(TestFormat.named)

  private static func rule(depth: UInt8) -> SplashRule {
    var rule = SplashRule()
    (rule.kr, rule.kb, rule.depth) = (0.2126, 0.0722, Int32(depth))
    return rule
  }

  /// The light of a picture of 64 × 64 chroma samples, each of the color that `paint` gives it.
  private func light(
    _ format: SplashFormat = layouts[0], area: SplashArea? = nil,
    _ paint: (_ x: Int, _ y: Int) -> (red: Double, green: Double, blue: Double)
  ) -> SplashLight {
    let (columns, rows) = (64, 64)
    let (width, height) = (columns << format.log2_width, rows << format.log2_height)
    let scale = Double(1 << (format.depth - 8))
    var (luma, chroma) = ([UInt16](), [[UInt16]]())
    luma = .init(repeating: 0, count: width * height)
    chroma = .init(repeating: .init(repeating: 0, count: columns * rows), count: 2)
    for y in 0..<rows {
      for x in 0..<columns {
        let (red, green, blue) = paint(x, y)
        let value = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        let (cb, cr) = ((blue - value) / 1.8556, (red - value) / 1.5748)
        chroma[0][y * columns + x] = UInt16((scale * (128 + 224 * cb)).rounded())
        chroma[1][y * columns + x] = UInt16((scale * (128 + 224 * cr)).rounded())
        for j in 0..<(1 << format.log2_height) {
          for i in 0..<(1 << format.log2_width) {
            let place = ((y << format.log2_height) + j) * width + (x << format.log2_width) + i
            luma[place] = UInt16((scale * (16 + 219 * value)).rounded())
          }
        }
      }
    }
    return read(
      format, width, height, luma, chroma, area ?? .init(x: 0, y: 0, width: 64, height: 64))
  }

  private func read(
    _ format: SplashFormat, _ width: Int, _ height: Int, _ luma: [UInt16], _ chroma: [[UInt16]],
    _ area: SplashArea
  ) -> SplashLight {
    func bytes(_ samples: [UInt16]) -> [UInt8] {
      guard format.depth > 8 else { return samples.map { UInt8($0) } }
      return samples.flatMap { sample in
        withUnsafeBytes(of: sample << format.shift) { Array($0) }
      }
    }
    let pairs = zip(chroma[0], chroma[1]).flatMap { [$0, $1] }
    let isPacked = format.layout == .yuyv || format.layout == .uyvy
    let first: [UInt8] =
      isPacked
      ? zip(luma, pairs).flatMap {
        format.layout == .yuyv ? [UInt8($0), UInt8($1)] : [UInt8($1), UInt8($0)]
      }
      : bytes(luma)
    let second = bytes(format.layout == .planar ? chroma[0] : pairs)
    let third = bytes(chroma[1])
    let size = format.depth > 8 ? 2 : 1
    return first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        third.withUnsafeBufferPointer { third in
          var picture = SplashPicture()
          picture.format = format
          (picture.width, picture.height) = (Int32(width), Int32(height))
          (picture.luma, picture.luma_stride) = (first.baseAddress, width * (isPacked ? 2 : size))
          (picture.cb, picture.cr) = (second.baseAddress, third.baseAddress)
          picture.cb_stride = width / 2 * size * (format.layout == .semiplanar ? 2 : 1)
          picture.cr_stride = width / 2 * size
          var rule = Self.rule(depth: format.depth)
          return SplashLight(&rule, &picture, area)
        }
      }
    }
  }

  /// Greys of many values, and a quarter of the picture vivid green.
  private func scene(_ x: Int, _ y: Int, _ red: Double, _ blue: Double) -> (Double, Double, Double)
  {
    let value = 0.15 + 0.5 * Double((x * 7 + y * 13) % 64) / 64
    return x < 16 ? (0.1 * red, value, 0.1 * blue) : (value * red, value, value * blue)
  }

  @Test(arguments: layouts)
  func everyLayoutTellsTheSameLight(format: SplashFormat) {
    let light = light(format) { x, y in
      let (red, green, blue) = scene(x, y, 1.2, 0.75)
      return (red, green, blue)
    }
    #expect(light.count == 48 * 48)
    #expect(abs(Double(light.red) - 0.263) < 0.03)
    #expect(abs(Double(light.blue) + 0.415) < 0.04)
    #expect(light.support > 0.5)
  }

  @Test(arguments: [(1.0, 1.0), (1.25, 0.7), (0.85, 1.2), (1.4, 0.5)])
  func aCastMovesTheEstimateByItself(red: Double, blue: Double) {
    let light = light { scene($0, $1, red, blue) }
    #expect(abs(exp2(Double(light.red)) - red) < 0.03)
    #expect(abs(exp2(Double(light.blue)) - blue) < 0.03)
  }

  @Test func clippedRedStillTells() {
    // A third of the greys are so bright that red clips.
    let light = light { x, y in
      let value = x < 20 ? 0.9 : 0.3 + 0.002 * Double(y)
      return (min(value * 1.25, 1), value, value * 0.7)
    }
    #expect(abs(exp2(Double(light.red)) - 1.25) < 0.04)
    #expect(abs(exp2(Double(light.blue)) - 0.7) < 0.03)
  }

  @Test(arguments: [(0.8, 0.1, 0.15), (0.1, 0.7, 0.1), (0.75, 0.1, 0.7)])
  func oneVividColorHasNoSupport(red: Double, green: Double, blue: Double) {
    #expect(light { _, _ in (red, green, blue) }.support < 0.1)
  }

  /// What a light rests on is squared value: a scene four times darker has a sixteenth of it.
  @Test func theDarkTellsLittle() {
    for (value, evidence) in [(0.8, 0.64), (0.4, 0.16), (0.1, 0.01)] {
      let light = light { _, _ in (value, value, value) }
      #expect(abs(Double(light.evidence) - evidence) < 0.05 * evidence)
      #expect(light.support > 0.9)
    }
    let half = light { x, _ in x < 32 ? (0.5, 0.5, 0.5) : (0.1, 0.7, 0.1) }
    #expect(abs(half.evidence - 0.125) < 0.01)
  }

  /// One of 27 colors, and grey on every third patch, with the light of a lamp on it.
  private func manyColors(
    _ x: Int, _ y: Int, _ light: (red: Double, blue: Double)
  ) -> (Double, Double, Double) {
    let shades = [0.25, 0.4, 0.6]
    let patch = (x / 6 * 5 + y / 6 * 7) % 27
    let isGrey = (x / 6 + y / 6) % 3 == 0
    let (red, green, blue) =
      isGrey
      ? (shades[patch % 3], shades[patch % 3], shades[patch % 3])
      : (shades[patch % 3], shades[patch / 3 % 3], shades[patch / 9])
    return (red * light.red, green, blue * light.blue)
  }

  /// From daylight over a cold sky, tungsten and a green tube.
  @Test(arguments: [(1.0, 1.0), (0.85, 1.2), (1.25, 0.7), (1.5, 0.5), (0.87, 0.87)])
  func aLampOverManyColorsIsBelieved(red: Double, blue: Double) {
    let light = light { x, y in
      let (red, green, blue) = manyColors(x, y, (red, blue))
      return (red, green, blue)
    }
    #expect(light.belief > 0.75)
    #expect(abs(exp2(Double(light.red)) / red - 1) < 0.1)
    #expect(abs(exp2(Double(light.blue)) / blue - 1) < 0.15)
  }

  /// Things that fill the picture, with a person of many colors before them.
  @Test(
    arguments: [
      (name: "blue backdrop", color: (0.15, 0.25, 0.55)), ("dim blue set", (0.10, 0.16, 0.32)),
      ("orange", (0.94, 0.55, 0.16)), ("red wall", (0.6, 0.12, 0.1)), ("lawn", (0.3, 0.5, 0.12)),
    ])
  func aBackdropIsNoLight(name: String, color: (Double, Double, Double)) {
    let light = light { x, y in
      if (28..<36).contains(x) && y >= 44 {
        let (red, green, blue) = manyColors(x, y, (1, 1))
        return (red, green, blue)
      }
      let shade = 0.9 + 0.1 * Double((x * 5 + y * 3) % 16) / 16
      return (color.0 * shade, color.1 * shade, color.2 * shade)
    }
    let believed = Double(light.support < 0.08 ? 0 : light.belief)
    #expect(abs(believed * Double(light.red)) < 0.1, "\(name): \(light.belief)")
    #expect(abs(believed * Double(light.blue)) < 0.1, "\(name): \(light.belief)")
  }

  /// An orange frame, whatever its darkest part, with a white spot.
  @Test(arguments: [4, 8, 12]) func aWhiteSpotInOrangeIsNoLight(size: Int) {
    let light = light { x, y in
      if x < size && y < size { return (0.92, 0.92, 0.92) }
      let shade = 0.8 + 0.2 * Double(y) / 64
      return (0.94 * shade, 0.55 * shade, 0.16 * shade)
    }
    #expect(light.belief * abs(light.blue) < 0.1)
  }

  /// The sky is warm and bright, what stands before it dark and blue.
  @Test func aSunsetIsNoLight() {
    let light = light { x, y in
      let height = Double(y) / 64
      return y < 40
        ? (0.9 - 0.3 * height, 0.55 - 0.25 * height, 0.3) : (0.14 + 0.1 * height, 0.13, 0.15)
    }
    #expect(light.belief < 0.1)
  }

  /// Things of a color before others of it: what changes from place to place does so in the light's
  /// color, whatever color fills the picture.
  @Test(arguments: [(1.0, 1.0), (1.25, 0.7), (0.85, 1.2)])
  func stepsHaveTheColorOfTheLight(red: Double, blue: Double) {
    let light = light { x, y in
      let step = 0.2 * Double((x / 5 + y / 7) % 2)
      return ((0.1 + step) * red, 0.4 + step, (0.2 + step) * blue)
    }
    #expect(abs(Double(light.step_red) - log2(red)) < 0.08)
    #expect(abs(Double(light.step_blue) - log2(blue)) < 0.08)
    #expect(light.steps > 0.02)
  }

  @Test func withoutStepsThereAreNone() {
    for color in [(0.3, 0.3, 0.3), (0.6, 0.1, 0.2)] {
      let flat = light { _, _ in color }
      #expect(flat.steps == 0 && flat.step_red == 0 && flat.step_blue == 0)
    }
    let green = light { x, _ in (0.3, x < 32 ? 0.2 : 0.5, 0.3) }
    #expect(green.steps == 0, "one channel steps alone")
  }

  @Test func blackAndWhiteClippedSayNothing() {
    for value in [0.0, 0.02, 1.0] {
      let light = light { _, _ in (value, value, value) }
      #expect(light.red == 0 && light.blue == 0 && light.support == 0)
    }
  }

  @Test func aCardIsReadAlone() {
    let card = SplashArea(x: 8, y: 8, width: 6, height: 5)
    let light = light(area: card) { x, y in
      (8..<14).contains(x) && (8..<13).contains(y) ? (0.5, 0.4, 0.25) : (0.2, 0.6, 0.6)
    }
    #expect(light.count == 30)
    #expect(abs(light.mean_red - 0.5) < 0.01 && abs(light.mean_green - 0.4) < 0.01)
    #expect(abs(light.mean_blue - 0.25) < 0.01)
  }
}
