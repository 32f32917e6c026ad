import CSplashKernels
import Testing

/// Edges that grow, shrink, are smoothed and feathered, against formulas in double precision.
struct ShapeTests {
  private let kernels = SplashDSP(.host)

  private func shaped(
    _ mask: TestPlane, _ kernel: (inout SplashPlane, inout SplashPlane) -> Void
  ) -> [[UInt8]] {
    let result = TestPlane(Int(mask.plane.width), Int(mask.plane.height), seed: 3)
    var (source, target) = (mask.plane, result.plane)
    kernel(&source, &target)
    return result.rows
  }

  private func grown(_ mask: TestPlane, _ reach: Int) -> [[UInt8]] {
    shaped(mask) { _ = kernels.grow(&$0, &$1, 16 * Int32(reach), 0, $0.height) }
  }

  private func smoothed(_ mask: TestPlane, _ reach: Int) -> [[UInt8]] {
    shaped(mask) { _ = kernels.smooth(&$0, &$1, Int32(reach), 0, $0.height) }
  }

  private func feathered(_ mask: TestPlane, _ reach: Int) -> [[UInt8]] {
    shaped(mask) { _ = kernels.feather(&$0, &$1, Int32(reach), 0, $0.height) }
  }

  /// The extreme of a pixel and its neighbors within the reach, inside of the plane.
  private func extreme(_ rows: [[UInt8]], _ x: Int, _ y: Int, _ reach: Int) -> UInt8 {
    let n = abs(reach)
    let around = (max(0, y - n)...min(rows.count - 1, y + n)).flatMap { row in
      (max(0, x - n)...min(rows[0].count - 1, x + n)).filter {
        ($0 - x) * ($0 - x) + (row - y) * (row - y) <= n * n
      }.map { rows[row][$0] }
    }
    return reach < 0 ? around.min()! : around.max()!
  }

  @Test(arguments: [-32, -5, -1, 0, 1, 2, 7, 31]) func growTakesTheExtremeWithinTheReach(reach: Int)
  {
    for (width, height) in [(1, 1), (5, 70), (70, 5), (300, 90)] {
      let mask = TestPlane(width, height, .specks, seed: UInt32(width + reach + 40))
      let rows = grown(mask, reach)
      for y in stride(from: 0, to: height, by: 7) {
        for x in 0..<width {
          #expect(rows[y][x] == extreme(mask.rows, x, y, reach), "\(width)×\(height) \(x), \(y)")
        }
      }
    }
  }

  /// In sixteenths between the results of whole reaches.
  @Test(arguments: [-57, -9, 3, 40, 509]) func growInterpolatesFractionsOfAPixel(sixteenths: Int) {
    let (width, height) = (270, 68)
    let mask = TestPlane(width, height, .specks, seed: 77)
    let rows = shaped(mask) { _ = kernels.grow(&$0, &$1, Int32(sixteenths), 0, $0.height) }
    let whole = sixteenths / 16
    let (less, more) = (grown(mask, whole), grown(mask, whole + sixteenths.signum()))
    let share = Double(abs(sixteenths) % 16) / 16
    for (y, row) in rows.enumerated() {
      for (x, sample) in row.enumerated() {
        let mean = Double(less[y][x]) * (1 - share) + Double(more[y][x]) * share
        #expect(abs(Double(sample) - mean) <= 0.5, "\(x), \(y)")
      }
    }
  }

  @Test(arguments: 1...8) func smoothTakesTheMedian(reach: Int) {
    for (width, height) in [(1, 1), (5, 70), (70, 5), (270, 68)] {
      for mood in [Mood.random, .specks] {
        let mask = TestPlane(width, height, mood, seed: UInt32(width + reach))
        let rows = smoothed(mask, reach)
        for y in stride(from: 0, to: height, by: 5) {
          for x in stride(from: 0, to: width, by: 3) {
            var around: [UInt8] = []
            for v in -reach...reach {
              for u in -reach...reach where u * u + v * v <= reach * reach {
                around.append(mask[min(max(x + u, 0), width - 1), min(max(y + v, 0), height - 1)])
              }
            }
            around.sort()
            #expect(rows[y][x] == around[around.count / 2], "\(width)×\(height) \(x), \(y)")
          }
        }
      }
    }
  }

  /// Teeth of three pixels are removed, and a soft straight edge stays as it is.
  @Test func smoothRemovesTeethAndKeepsStraightEdges() {
    func edge(_ place: (Int) -> Int, softness: Int) -> TestPlane {
      TestPlane(
        rows: (0..<60).map { y in
          (0..<90).map { x in
            UInt8(min(max((place(y) - x) * 255 / softness + 128, 0), 255))
          }
        })
    }
    let soft = edge({ _ in 45 }, softness: 12)
    #expect(smoothed(soft, 8) == soft.rows)
    let comb = smoothed(edge({ $0 / 3 % 2 == 0 ? 42 : 48 }, softness: 1), 6)
    let places = comb[12..<48].map { row in row.count { $0 > 127 } }
    #expect(places.max()! - places.min()! <= 1, "\(places)")
  }

  /// Weights 1, 2 … n + 1 … 2, 1 in both directions; each of four means rounds by half a code.
  @Test(arguments: [1, 2, 3, 8, 21, 32]) func featherIsATriangleWeightedMean(reach: Int) {
    let (width, height) = (270, 68)
    let mask = TestPlane(width, height, .random, seed: UInt32(reach + 1))
    let rows = feathered(mask, reach)
    let weights = (-reach...reach).map { Double(reach + 1 - abs($0)) }
    let total = Double((reach + 1) * (reach + 1))
    for y in stride(from: 0, to: height, by: 5) {
      for x in stride(from: 0, to: width, by: 3) {
        var mean = 0.0
        for (k, down) in zip(-reach...reach, weights) {
          let row = min(max(y + k, 0), height - 1)
          for (i, along) in zip(-reach...reach, weights) {
            mean += down * along * Double(mask[min(max(x + i, 0), width - 1), row])
          }
        }
        #expect(abs(Double(rows[y][x]) - mean / (total * total)) <= 2.1, "\(x), \(y)")
      }
    }
  }

  @Test(arguments: 1...32) func edgeStepsKeepFlatMasks(reach: Int) {
    for sample in [0, 1, 127, 128, 254, 255] as [UInt8] {
      let flat = [[UInt8]](repeating: .init(repeating: sample, count: 75), count: 9)
      #expect(feathered(TestPlane(rows: flat), reach) == flat)
      if reach <= 8 { #expect(smoothed(TestPlane(rows: flat), reach) == flat) }
      #expect(grown(TestPlane(rows: flat), reach) == flat)
      #expect(grown(TestPlane(rows: flat), -reach) == flat)
    }
  }

  /// A disc that grows and shrinks again is the same disc, and grows round.
  @Test func growAndShrinkKeepDiscsRound() {
    func disc(_ radius: Double) -> [[UInt8]] {
      (0..<121).map { y in
        (0..<140).map { x in
          let (u, v) = (Double(x) - 70, Double(y) - 60)
          return u * u + v * v <= radius * radius ? 255 : 0
        }
      }
    }
    func overlap(_ a: [[UInt8]], _ b: [[UInt8]]) -> Double {
      let pairs = Array(zip(a.joined(), b.joined()))
      let (both, any) = (
        pairs.filter { $0.0 > 0 && $0.1 > 0 }.count, pairs.filter { $0.0 > 0 || $0.1 > 0 }.count
      )
      return Double(both) / Double(any)
    }
    let small = TestPlane(rows: disc(30))
    let large = grown(small, 8)
    #expect(overlap(large, disc(38)) >= 0.99)
    #expect(overlap(grown(TestPlane(rows: large), -8), disc(30)) >= 0.99)
  }
}
