import SplashFilter
import TestSupport

/// A background out of focus, by its formula in double precision.
struct BokehTests {
  private static let (width, height) = (97, 100)

  /// Where squares are single samples: means over discs with fractions of samples at both ends of
  /// their rows, in which luma weighs as its light does.
  @Test(arguments: [0.0, 1, 2.7, 5], [8, 10]) func bokehMatchesItsFormula(
    percent: Double, depth: Int
  ) throws {
    var random = SeededGenerator(seed: 5)
    let samples = (0..<Self.width * Self.height).map { index in
      index % 5 == 0
        ? PixelMood.random.sample(depth: depth, using: &random)
        : (y: 40 << (depth - 8), cb: 90 << (depth - 8), cr: 150 << (depth - 8))
    }
    let result = try drawn(samples, depth, "bokeh=\(percent)")
    let weights = samples.map { 0.05 + pow(Double($0.y) / Double(1 << depth), 4) }
    for (plane, channel) in [\(y: Int, cb: Int, cr: Int).y, \.cb, \.cr].enumerated() {
      let codes = samples.map { Double($0[keyPath: channel]) }
      var worst = 0.0
      for index in codes.indices {
        let meant = Self.mean(codes, weights, around: index, radius: percent)
        worst = max(worst, abs(result[plane][index] - meant))
      }
      #expect(worst <= 0.51 + Double(depth - 8) / 100, "plane \(plane)")
    }
  }

  /// A light becomes a disc with an edge, not a hill as by `blur`: what is well inside is even, and
  /// what is well outside is untouched. Here squares have two samples a side.
  @Test func lightBecomesADisc() throws {
    let samples = (0..<Self.width * Self.height).map { index in
      let (x, y) = (index % Self.width, index / Self.width)
      return (y: (46..<50).contains(x) && (48..<52).contains(y) ? 235 : 30, cb: 128, cr: 128)
    }
    let luma = try drawn(samples, 8, "bokeh=10")[0]
    func codes(_ distances: ClosedRange<Double>) -> [Double] {
      luma.indices.filter {
        let (x, y) = (Double($0 % Self.width) - 47.5, Double($0 / Self.width) - 49.5)
        return distances ~= (x * x + y * y).squareRoot()
      }.map { luma[$0] }
    }
    let (inside, outside) = (codes(0...6), codes(16...30))
    #expect(inside.min()! > 50 && inside.max()! - inside.min()! < 12, "\(inside)")
    #expect(outside.allSatisfy { $0 == 30 })
  }

  /// The selection does not shine into the background, nor is it changed.
  @Test func bokehMixesOnlyItsOwnSideOfTheMask() throws {
    let samples = (0..<Self.width * Self.height).map { index in
      (y: index % Self.width < 48 ? 235 : 60, cb: 128, cr: 128)
    }
    let luma = try drawn(samples, 8, "bokeh=5", keep: "box=0,0,\(48.0 / 97),1")[0]
    for (index, code) in luma.enumerated() where abs(index % Self.width - 48) > 1 {
      #expect(abs(code - (index % Self.width < 48 ? 235 : 60)) <= 1, "\(index)")
    }
  }

  private func drawn(
    _ samples: [(y: Int, cb: Int, cr: Int)], _ depth: Int, _ rest: String,
    keep: String? = nil
  ) throws -> [[Double]] {
    var settings = SplashSettings()
    settings.rest = try LookStep.steps(rest)
    settings.whiteBalance = .off
    if let keep {
      (settings.hues, settings.keep) = ([], [try Selection(keep)])
    } else {
      // No pixel has both no saturation and full chroma, so nothing is kept.
      (settings.chromaFloor, settings.saturation, settings.gateSoftness) = (1, Interval(0, 0), 0)
      settings.hues = [HueRange(center: 0)]
    }
    var frame = try Frame(
      samples, Self.width, "yuv444p" + (depth > 8 ? "\(depth)le" : ""),
      ColorCoding(matrix: .bt709, range: .limited))
    try Splash(settings: settings).apply(to: &frame, StageClock())
    return frame.withPlanes { planes in
      (0..<3).map { plane in
        samples.indices.map { Double(planes.code(plane, $0 % Self.width, $0 / Self.width)) }
      }
    }!
  }

  /// The mean over a disc around a sample, whose rows may end within a sample.
  private static func mean(
    _ codes: [Double], _ weights: [Double], around index: Int, radius: Double
  ) -> Double {
    let (x, y, reach) = (index % width, index / width, radius + 0.5)
    var (sum, weight) = (0.0, 0.0)
    for row in max(0, y - Int(reach))...min(height - 1, y + Int(reach)) {
      let half = (reach * reach - Double((row - y) * (row - y))).squareRoot()
      let (left, right) = (Double(x) + 0.5 - half, Double(x) + 0.5 + half)
      for column in max(0, Int(left))...min(width - 1, Int(right)) {
        let share = min(right, Double(column + 1)) - max(left, Double(column))
        let own = share * weights[row * width + column]
        sum += own * codes[row * width + column]
        weight += own
      }
    }
    return sum / weight
  }
}
