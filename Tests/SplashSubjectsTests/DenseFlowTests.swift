import Foundation
import SplashSubjects
import Testing

/// Motion between two frames, against known motions.
struct DenseFlowTests {
  private static let (width, height) = (256, 144)

  /// A smooth endless picture, shifted by `right` and `down`.
  private func picture(_ right: Double, _ down: Double, light: Double = 0) -> LumaPyramid {
    let values = (0..<Self.width * Self.height).map { index -> Float in
      let (x, y) = (Double(index % Self.width) + right, Double(index / Self.width) + down)
      let waves = sin(x / 5) + cos(y / 7) + sin((x + 2 * y) / 11) + cos((3 * x - y) / 23)
      return Float(116 + light + 28 * waves)
    }
    return LumaPyramid(width: Self.width, height: Self.height, values)
  }

  /// Within a tenth of a pixel on average away from the edges, where both frames overlap.
  @Test(arguments: [(0.0, 0.0), (1, 0), (3.3, -2.2), (-6.5, 4), (12, 9)])
  func flowFindsAShift(right: Double, down: Double) {
    let flow = DenseFlow(from: picture(0, 0), to: picture(-right, -down))
    var (error, count) = (0.0, 0)
    for y in 24..<Self.height - 24 {
      for x in 24..<Self.width - 24 {
        let index = y * Self.width + x
        error += hypot(Double(flow.x[index]) - right, Double(flow.y[index]) - down)
        count += 1
      }
    }
    #expect(error / Double(count) < 0.1)
  }

  /// A brighter frame has not moved.
  @Test func flowIgnoresBrightnessChanges() {
    let flow = DenseFlow(from: picture(0, 0), to: picture(0, 0, light: 12))
    #expect((flow.x + flow.y).allSatisfy { abs($0) < 0.2 })
  }
}
