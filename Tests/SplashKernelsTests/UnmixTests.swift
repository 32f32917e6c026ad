import CSplashKernels
import Glibc
import TestSupport

/// Foreground colors, freed of the background that shines through.
struct UnmixTests {
  /// A component's codes, row after row, each a sample with its depth and place in memory.
  private struct Component {
    let width, height: Int
    var codes: [Int]
    var depth = 8
    var shift = 0
    var step = 1

    private var bytes: Int { depth > 8 ? 2 : 1 }

    func unmixed(alpha: [UInt8], isFlipped: Bool = false, _ set: CPUFlags) -> Component {
      var result = self
      let stride = width * step * bytes
      var memory = [UInt8](repeating: 0x5a, count: stride * height)
      for (index, code) in codes.enumerated() {
        let at = index * step * bytes
        memory[at] = UInt8(truncatingIfNeeded: code << shift)
        if bytes == 2 { memory[at + 1] = UInt8(truncatingIfNeeded: (code << shift) >> 8) }
      }
      var sizes: [(Int, Int)] = [(width, height)]
      let count = Int(log2(Double(max(width, height))).rounded(.up))
      if count > 0 {
        func side(_ side: Int, _ level: Int) -> Int {
          Int(pow(Double(side), Double(level) / Double(count)).rounded())
        }
        sizes = (0...count).map { (side(width, $0), side(height, $0)) }
      }
      let words = sizes.flatMap { [Int32($0.0), Int32($0.1)] }
      var cells = [UInt8](repeating: 0xff, count: sizes.reduce(0) { $0 + ($1.0 + 15) / 16 * $1.1 })
      var colors = [Float](repeating: .nan, count: sizes.reduce(0) { $0 + 2 * $1.0 * $1.1 })
      var rows = [Float](repeating: .nan, count: max(36 * (width + 32) + 32, 18464))
      var columns = [Int32](repeating: -1, count: 2 * width + 128)
      var alpha = alpha
      let kernels = SplashDSP(set)
      memory.withUnsafeMutableBufferPointer { memory in
        alpha.withUnsafeMutableBufferPointer { alpha in
          words.withUnsafeBufferPointer { words in
            cells.withUnsafeMutableBufferPointer { cells in
              colors.withUnsafeMutableBufferPointer { colors in
                rows.withUnsafeMutableBufferPointer { rows in
                  columns.withUnsafeMutableBufferPointer { columns in
                    var how = SplashUnmixing(
                      alpha: SplashPlane(
                        data: alpha.baseAddress!, stride: width, width: Int32(width),
                        height: Int32(height)),
                      flip: isFlipped ? 255 : 0, level_count: Int32(sizes.count),
                      sizes: words.baseAddress!, cells: cells.baseAddress!,
                      colors: colors.baseAddress!, rows: rows.baseAddress!,
                      columns: columns.baseAddress!)
                    var channel = SplashChannel(
                      from: memory.baseAddress!, from_stride: stride, to: memory.baseAddress!,
                      to_stride: stride, width: Int32(width), height: Int32(height),
                      depth: UInt8(depth), shift: UInt8(shift), step: UInt8(step))
                    kernels.unmix(&how, &channel)
                  }
                }
              }
            }
          }
        }
      }
      for index in codes.indices {
        let at = index * step * bytes
        let word = Int(memory[at]) | (bytes == 2 ? Int(memory[at + 1]) << 8 : 0)
        result.codes[index] = word >> shift
      }
      return result
    }
  }

  /// The algorithm as it was published, sample after sample in double precision, over all of them.
  private func published(_ codes: [Int], _ alpha: [UInt8], _ width: Int, _ height: Int)
    -> [Double]
  {
    let image = codes.map { Double($0) / 255 }
    let shares = alpha.map { Double($0) / 255 }
    func mean(_ isMember: (Double) -> Bool) -> Double {
      let members = zip(image, shares).filter { isMember($0.1) }.map(\.0)
      return members.isEmpty ? 0 : members.reduce(0, +) / Double(members.count)
    }
    var (front, back) = ([mean { $0 > 0.9 }], [mean { $0 < 0.1 }])
    var size = (1, 1)
    let count = Int(log2(Double(max(width, height))).rounded(.up))
    for level in 0...count {
      let share = Double(level) / Double(count)
      let (w, h) = (
        Int(pow(Double(width), share).rounded()), Int(pow(Double(height), share).rounded())
      )
      func nearest(_ plane: [Double], _ from: (Int, Int)) -> [Double] {
        (0..<h).flatMap { (y: Int) -> [Double] in
          let row: Int = y * from.1 / h * from.0
          return (0..<w).map { (x: Int) -> Double in plane[row + x * from.0 / w] }
        }
      }
      let (i, a) = (nearest(image, (width, height)), nearest(shares, (width, height)))
      (front, back) = (nearest(front, size), nearest(back, size))
      size = (w, h)
      for _ in 0..<(w <= 32 && h <= 32 ? 10 : 2) {
        for y in 0..<h {
          for x in 0..<w {
            let at = y * w + x
            let around = [
              max(y - 1, 0) * w + x, min(y + 1, h - 1) * w + x, y * w + max(x - 1, 0),
              y * w + min(x + 1, w - 1),
            ]
            let weights = around.map { abs(a[at] - a[$0]) + 1e-5 }
            let all: Double = weights.reduce(0, +)
            let f: Double = zip(weights, around).reduce(0.0) { $0 + $1.0 * front[$1.1] } / all
            let b: Double = zip(weights, around).reduce(0.0) { $0 + $1.0 * back[$1.1] } / all
            let c = 1 - a[at]
            let rest = (i[at] - a[at] * f - c * b) / (all + a[at] * a[at] + c * c)
            front[at] = min(max(f + a[at] * rest, 0), 1)
            back[at] = min(max(b + c * rest, 0), 1)
          }
        }
      }
    }
    return front.map { $0 * 255 }
  }

  /// A disc with a soft edge over waves; its own colors are other waves.
  private struct Composite {
    let width = 211
    let height = 160
    let alpha: [UInt8]
    let own, seen: [Int]

    init(softness: Double, front: Double, back: Double) {
      var (alpha, own, seen): ([UInt8], [Int], [Int]) = ([], [], [])
      for y in 0..<height {
        for x in 0..<width {
          let distance = hypot(Double(x) - 105, Double(y) - 80)
          let share = UInt8((255 * min(max(0.5 - (distance - 50) / softness, 0), 1)).rounded())
          let thing = front + 20 * sin(Double(x + 2 * y) / 17)
          let behind = back + 25 * sin(Double(y - x) / 13)
          let part = Double(share) / 255
          alpha.append(share)
          own.append(Int(thing.rounded()))
          seen.append(Int((part * thing + (1 - part) * behind).rounded()))
        }
      }
      (self.alpha, self.own, self.seen) = (alpha, own, seen)
    }

    /// Mean difference of two planes where alpha is soft.
    func difference(_ a: [Double], _ b: [Double]) -> Double {
      let soft = alpha.indices.filter { alpha[$0] > 0 && alpha[$0] < 255 }
      return soft.reduce(0) { $0 + abs(a[$1] - b[$1]) } / Double(soft.count)
    }
  }

  @Test(arguments: [3.0, 12, 40], [(200.0, 50.0), (60, 190), (128, 30)])
  func unmixMatchesThePublishedAlgorithm(softness: Double, colors: (Double, Double)) {
    let composite = Composite(softness: softness, front: colors.0, back: colors.1)
    let component = Component(
      width: composite.width, height: composite.height, codes: composite.seen)
    let made = component.unmixed(alpha: composite.alpha, .host).codes.map(Double.init)
    let expected = published(
      composite.seen, composite.alpha, composite.width, composite.height)
    let (own, seen) = (composite.own.map(Double.init), composite.seen.map(Double.init))
    #expect(composite.difference(made, expected) <= 0.7)
    #expect(composite.difference(made, own) <= 0.4 * composite.difference(seen, own))
    for index in made.indices where composite.alpha[index] == 0 || composite.alpha[index] == 255 {
      #expect(made[index] == seen[index])
    }
  }

  /// One side of a mask gives the same as the other side of the inverted mask.
  @Test func unmixingTheBackgroundEqualsAnInvertedMask() {
    let composite = Composite(softness: 10, front: 200, back: 60)
    let component = Component(
      width: composite.width, height: composite.height, codes: composite.seen)
    let left = component.unmixed(alpha: composite.alpha.map { 255 - $0 }, .host)
    let right = component.unmixed(alpha: composite.alpha, isFlipped: true, .host)
    #expect(left.codes == right.codes)
  }

  /// Every set that this machine has gives the bits of the reference, at each depth and place, of
  /// any size, and of masks of all kinds. `ParityTests` reports which sets it lacks.
  @Test(arguments: [(8, 0, 1), (8, 0, 2), (10, 0, 1), (10, 6, 2), (12, 4, 1), (14, 0, 1)])
  func unmixKernelsMatchTheReference(depth: Int, shift: Int, step: Int) {
    for (width, height) in [
      (1, 1), (1, 9), (9, 1), (17, 33), (32, 32), (33, 20), (70, 45), (130, 81), (401, 37),
    ] {
      var random = SeededGenerator(seed: UInt64(width * 1000 + height + depth))
      for kind in 0..<4 {
        let codes = (0..<width * height).map { _ in Int.random(in: 0..<1 << depth, using: &random) }
        let alpha = (0..<width * height).map { index -> UInt8 in
          switch kind {
          case 0: .random(in: 0...255, using: &random)
          case 1: index % width < width / 2 ? 255 : 0
          case 2: UInt8(min(max(index % width * 40 - 20 * width + 128, 0), 255))
          default: Int.random(in: 0..<50, using: &random) == 0 ? 77 : 255
          }
        }
        let component = Component(
          width: width, height: height, codes: codes, depth: depth, shift: shift, step: step)
        let expected = component.unmixed(alpha: alpha, .reference)
        for set in [CPUFlags.sse2, .avx2, .avx512, .neon] where CPUFlags.host.contains(set) {
          let made = component.unmixed(alpha: alpha, set)
          #expect(made.codes == expected.codes, "\(set.rawValue) \(width)×\(height) \(kind)")
        }
      }
    }
  }
}
