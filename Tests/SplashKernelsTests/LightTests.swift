import CSplashKernels
import Foundation
import Testing

/// The estimated light of synthetic frames whose light is known.
struct LightTests {
  private static let layouts = [
    "yuv420p8", "yuv422p10", "nv12", "p010", "yuyv422", "uyvy422",
  ].map(TestFormat.named)

  private static func rule(depth: UInt8) -> SplashRule {
    var rule = SplashRule()
    (rule.kr, rule.kb, rule.depth) = (0.2126, 0.0722, Int32(depth))
    return rule
  }

  /// The light of a frame of 64 × 64 chroma samples with the colors that `paint` gives.
  private func light(
    _ format: SplashFormat = layouts[0], area: SplashArea? = nil, anchor: [Float]? = nil,
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
      format, width, height, luma, chroma, area ?? .init(x: 0, y: 0, width: 64, height: 64), anchor)
  }

  private func read(
    _ format: SplashFormat, _ width: Int, _ height: Int, _ luma: [UInt16], _ chroma: [[UInt16]],
    _ area: SplashArea, _ anchor: [Float]? = nil
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
          return SplashLight(&rule, &picture, area, guesses: true, anchor: anchor)
        }
      }
    }
  }

  /// Greys of many values, and a quarter of the frame vivid green.
  private func scene(_ x: Int, _ y: Int, _ red: Double, _ blue: Double) -> (Double, Double, Double)
  {
    let value = 0.15 + 0.5 * Double((x * 7 + y * 13) % 64) / 64
    return x < 16 ? (0.1 * red, value, 0.1 * blue) : (value * red, value, value * blue)
  }

  /// One of 27 colors, and grey on every third patch, lit by a lamp.
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

  @Test(arguments: layouts)
  func lightEstimateIsTheSameInEveryLayout(format: SplashFormat) {
    let light = light(format) { x, y in
      let (red, green, blue) = scene(x, y, 1.2, 0.75)
      return (red, green, blue)
    }
    #expect(light.count == 64 * 64)
    #expect(abs(Double(light.guess.red) - 0.263) < 0.05)
    #expect(abs(Double(light.guess.blue) + 0.415) < 0.05)
  }

  /// From daylight over a cold sky, tungsten and a green tube.
  @Test(arguments: [(1.0, 1.0), (0.85, 1.2), (1.25, 0.7), (1.5, 0.5), (0.87, 0.87)])
  func lightEstimateMovesWithTheCast(red: Double, blue: Double) {
    for paint in [scene, { manyColors($0, $1, ($2, $3)) }] {
      let guess = light { x, y in
        let (red, green, blue) = paint(x, y, red, blue)
        return (red, green, blue)
      }.guess
      #expect(abs(exp2(Double(guess.red)) / red - 1) < 0.1)
      #expect(abs(exp2(Double(guess.blue)) / blue - 1) < 0.1)
    }
  }

  /// An estimate has a covariance, and one color alone tells no light.
  @Test(
    arguments: [
      (0.8, 0.1, 0.15), (0.1, 0.7, 0.1), (0.75, 0.1, 0.7), (0.94, 0.55, 0.16), (0.5, 0.5, 0.5),
      (0, 0, 0), (1, 1, 1),
    ])
  func lightEstimateOfOneColorIsUncertain(red: Double, green: Double, blue: Double) {
    let flat = light { _, _ in (red, green, blue) }.guess
    #expect(flat.red_red + flat.blue_blue > 0.5 * 0.5)
    #expect(flat.red_red > 0 && flat.blue_blue > 0)
    #expect(flat.red_blue * flat.red_blue <= flat.red_red * flat.blue_blue)
  }

  /// The place of a pixel does not matter, as long as neighbors stay neighbors.
  @Test func mirroredFrameHasTheSameLightEstimate() {
    let guess = light { x, y in
      let (red, green, blue) = manyColors(x, y, (1.25, 0.7))
      return (red, green, blue)
    }.guess
    let mirrored = light { x, y in
      let (red, green, blue) = manyColors(63 - x, 63 - y, (1.25, 0.7))
      return (red, green, blue)
    }.guess
    #expect(abs(guess.red - mirrored.red) < 0.001 && abs(guess.blue - mirrored.blue) < 0.001)
    #expect(abs(guess.red_red - mirrored.red_red) < 0.001)
  }

  /// The mean of pixels that are neither clipped nor black, whatever their color.
  @Test func meanColorSkipsBlackAndClippedPixels() {
    let light = light { x, _ in
      x < 16 ? (0.03, 0.02, 0.05) : x < 32 ? (1, 0.9, 0.4) : (0.6, 0.4, 0.2)
    }
    #expect(abs(light.mean_red - 0.6) < 0.01 && abs(light.mean_green - 0.4) < 0.01)
    #expect(abs(light.mean_blue - 0.2) < 0.01)
    for value in [0.0, 0.02, 1.0] {
      let nothing = self.light { _, _ in (value, value, value) }
      #expect(nothing.mean_red == 0 && nothing.mean_green == 0 && nothing.mean_blue == 0)
    }
  }

  @Test func cardAreaIsMeasuredAlone() {
    let card = SplashArea(x: 8, y: 8, width: 6, height: 5)
    let light = light(area: card) { x, y in
      (8..<14).contains(x) && (8..<13).contains(y) ? (0.5, 0.4, 0.25) : (0.2, 0.6, 0.6)
    }
    #expect(light.count == 30)
    #expect(abs(light.mean_red - 0.5) < 0.01 && abs(light.mean_green - 0.4) < 0.01)
    #expect(abs(light.mean_blue - 0.25) < 0.01)
  }
}
