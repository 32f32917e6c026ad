import CSplashKernels
import TestSupport

/// Linear maps from luma to mask at a fraction of a plane's size.
struct TestLines {
  let log2Size, columns, rows: Int
  let slope, offset: [Float]

  init(_ width: Int, _ height: Int, log2Size: Int, seed: UInt32) {
    self.log2Size = log2Size
    let size = 1 << log2Size
    (columns, rows) = ((width + size - 1) / size, (height + size - 1) / size)
    var random = SeededGenerator(seed: UInt64(seed))
    slope = (0..<columns * rows).map { _ in Float.random(in: -3...3, using: &random) }
    offset = (0..<columns * rows).map { _ in Float.random(in: -200...400, using: &random) }
  }

  /// Draws the rows between the ends, one call for each.
  func draw(_ kernels: SplashDSP, _ guide: TestPlane, _ result: TestPlane, _ ends: [Int]) {
    var room = [Float](repeating: 0, count: 4 * Int(guide.plane.width))
    room.withUnsafeMutableBufferPointer { room in
      slope.withUnsafeBufferPointer { slope in
        offset.withUnsafeBufferPointer { offset in
          var lines = SplashLines(
            log2_size: UInt8(log2Size), slope: slope.baseAddress!, offset: offset.baseAddress!,
            room: room.baseAddress!)
          var (source, target) = (guide.plane, result.plane)
          for (first, end) in zip(ends, ends.dropFirst()) {
            kernels.lines(&lines, &source, &target, Int32(first), Int32(end))
          }
        }
      }
    }
  }
}

/// A mask by linear maps, against double precision.
struct LinesTests {
  @Test(arguments: 0...4) func linesKernelMatchesBilinearInterpolation(log2Size: Int) {
    for (width, height) in [(1, 1), (37, 21), (64, 48), (131, 5)] {
      let guide = TestPlane(width, height, .random, seed: UInt32(width + log2Size))
      let lines = TestLines(width, height, log2Size: log2Size, seed: UInt32(height))
      let result = TestPlane(width, height, seed: 9)
      lines.draw(SplashDSP(.host), guide, result, [0, height])
      for y in 0..<height {
        for x in 0..<width {
          let slope = Self.between(lines.slope, lines, x, y)
          let offset = Self.between(lines.offset, lines, x, y)
          let expected = min(max(slope * Double(guide[x, y]) + offset, 0), 255)
          #expect(abs(Double(result[x, y]) - expected) < 0.51, "\(width)×\(height) \(x), \(y)")
        }
      }
    }
  }

  /// Bilinear between the middles of the squares.
  private static func between(_ values: [Float], _ lines: TestLines, _ x: Int, _ y: Int) -> Double {
    func place(_ index: Int, _ count: Int) -> (Int, Int, Double) {
      let size = Double(1 << lines.log2Size)
      let place = min(max((Double(index) + 0.5) / size - 0.5, 0), Double(count - 1))
      return (Int(place), min(Int(place) + 1, count - 1), place - place.rounded(.down))
    }
    let ((left, right, across), (top, bottom, down)) = (
      place(x, lines.columns), place(y, lines.rows)
    )
    func value(_ x: Int, _ y: Int) -> Double { Double(values[y * lines.columns + x]) }
    let upper = value(left, top) + across * (value(right, top) - value(left, top))
    let lower = value(left, bottom) + across * (value(right, bottom) - value(left, bottom))
    return upper + down * (lower - upper)
  }
}
