import CSplashKernels
import Testing

/// Holes and islands against a flood fill, one pixel after another.
struct AmendmentTests {
  /// Random masks, from nearly empty to nearly full, in blocks of several sizes so that parts
  /// are large, nested and touch at corners.
  @Test func holesAndIslandsMatchAFloodFill() {
    var numbers = Numbers(seed: 12)
    for turn in 0..<400 {
      let (width, height) = (1 + Int(numbers.next() % 80), 1 + Int(numbers.next() % 24))
      let (density, block) = (numbers.next() % 11, 1 + Int(numbers.next() % 4))
      let mask = TestPlane(width, height, seed: 1)
      let blocks = (0..<80 * 40).map { _ in numbers.next() % 10 < density }
      for y in 0..<height {
        for x in 0..<width {
          let sample = UInt8(numbers.next() % 128)
          mask[x, y] = blocks[y / block * 80 + x / block] ? 128 + sample : sample
        }
      }
      let fill = Int(numbers.next() % 3 * (numbers.next() % 50))
      let clean = Int(numbers.next() % 3 * (numbers.next() % 50))
      let found = amendments(of: mask, fill: fill, clean: clean)
      let expected = Flood(mask.rows).amendments(fill: fill, clean: clean)
      #expect(found.rows == expected, "turn \(turn): \(width)×\(height), \(fill), \(clean)")
      #expect(found.isGuarded)
    }
  }

  /// As many runs as there are pixels, and one part that winds through all of the plane.
  @Test func worstMasksFitTheBuffers() {
    let (width, height) = (257, 129)
    for kind in 0..<3 {
      let mask = TestPlane(width, height, seed: 1)
      for y in 0..<height {
        for x in 0..<width {
          mask[x, y] =
            switch kind {
            case 0: (x + y) % 2 == 0 ? 255 : 0
            case 1: x % 2 == 0 ? 255 : 0
            default: y % 2 == 0 || x == (y / 2 % 2 == 0 ? 0 : width - 1) ? 255 : 0
            }
        }
      }
      let found = amendments(of: mask, fill: 9, clean: 9)
      #expect(found.rows == Flood(mask.rows).amendments(fill: 9, clean: 9))
    }
  }

  @Test func holesAndIslandsIncludeWhatLiesInThem() {
    var rows = [[UInt8]](repeating: [UInt8](repeating: 0, count: 40), count: 30)
    func square(_ from: Int, _ to: Int, _ sample: UInt8) {
      for y in from..<to { for x in from..<to { rows[y][x] = sample } }
    }
    square(1, 29, 255)
    square(5, 25, 0)  // A hole of 384 samples,
    square(11, 15, 255)  // in it an island of 16.
    let mask = TestPlane(rows: rows)
    #expect(amendments(of: mask, fill: 384, clean: 20)[12, 12] != 0)
    #expect(amendments(of: mask, fill: 384, clean: 20)[6, 6] == 255)
    #expect(amendments(of: mask, fill: 383, clean: 20)[12, 12] == 0)
    #expect(amendments(of: mask, fill: 383, clean: 20)[6, 6] == 128)
    // The ring is 384 samples.
    #expect(amendments(of: mask, fill: 900, clean: 384)[8, 8] == 128)
    #expect(amendments(of: mask, fill: 900, clean: 384)[2, 2] == 0)
  }

  /// Pixels with nothing half kept within two pixels, once islands are gone and holes are closed.
  @Test func residueIsOnlyFarFromKeptPixels() {
    var numbers = Numbers(seed: 21)
    for turn in 0..<200 {
      let (width, height) = (1 + Int(numbers.next() % 200), 1 + Int(numbers.next() % 30))
      let density = 1 + numbers.next() % 40
      let mask = TestPlane(width, height, seed: 1)
      for y in 0..<height {
        for x in 0..<width { mask[x, y] = numbers.next() % density == 0 ? 200 : 40 }
      }
      let clean = Int(numbers.next() % 4)
      let (plain, made) = (
        amendments(of: mask, fill: 2, clean: clean),
        amendments(of: mask, fill: 2, clean: clean, residue: true)
      )
      func isSolid(_ x: Int, _ y: Int) -> Bool {
        mask[x, y] >= 128 ? plain[x, y] != 0 : plain[x, y] == 255
      }
      for y in 0..<height {
        for x in 0..<width {
          let isNear = (max(0, y - 2)...min(height - 1, y + 2)).contains { row in
            (max(0, x - 2)...min(width - 1, x + 2)).contains { isSolid($0, row) }
          }
          let meant = isNear ? plain[x, y] : 0
          guard made[x, y] == meant else {
            Issue.record("turn \(turn): \(width)×\(height) at \(x), \(y)")
            return
          }
        }
      }
    }
  }

  private func amendments(
    of mask: TestPlane, fill: Int, clean: Int, residue: Bool = false
  ) -> TestPlane {
    var source = mask.plane
    let (width, height) = (Int(source.width), Int(source.height))
    let result = TestPlane(width, height, seed: 5)
    var runs = [SplashRun](repeating: SplashRun(), count: width * height)
    var rows = [Int32](repeating: 0, count: height + 1)
    var target = result.plane
    var bits = [UInt64](repeating: .max, count: 2 * height * ((width + 63) / 64))
    runs.withUnsafeMutableBufferPointer { runs in
      rows.withUnsafeMutableBufferPointer { rows in
        bits.withUnsafeMutableBufferPointer { bits in
          var areas = SplashAreas(
            fill: Int32(fill), clean: Int32(clean), runs: runs.baseAddress!,
            rows: rows.baseAddress!, bits: bits.baseAddress!, wholes: nil,
            residue: residue)
          splash_amendments(&source, &areas, &target)
        }
      }
    }
    return result
  }
}

/// The definition, by flood fills: the parts, what encloses each, and what becomes of it.
private struct Flood {
  private struct Part {
    var kept: Bool
    var samples: [(x: Int, y: Int)] = []
    var reachesEnd = false
    /// The part of the pixel to the left of its first one, in reading order.
    var around: Int?
  }

  private let rows: [[UInt8]]
  private var parts: [Part] = []

  init(_ rows: [[UInt8]]) {
    self.rows = rows
    let (width, height) = (rows[0].count, rows.count)
    var labels = [[Int]](repeating: [Int](repeating: -1, count: width), count: height)
    for y in 0..<height {
      for x in 0..<width where labels[y][x] < 0 {
        var part = Part(kept: rows[y][x] >= 128, around: x > 0 ? labels[y][x - 1] : nil)
        var open = [(x: x, y: y)]
        labels[y][x] = parts.count
        while let at = open.popLast() {
          part.samples.append(at)
          for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (x, y) = (at.x + dx, at.y + dy)
            guard rows.indices.contains(y), rows[y].indices.contains(x) else {
              if dx == 0 || dy == 0 { part.reachesEnd = true }
              continue
            }
            guard part.kept || dx == 0 || dy == 0 else { continue }
            if labels[y][x] < 0, (rows[y][x] >= 128) == part.kept {
              labels[y][x] = parts.count
              open.append((x, y))
            }
          }
        }
        parts.append(part)
      }
    }
  }

  func amendments(fill: Int, clean: Int) -> [[UInt8]] {
    var result = rows.map { $0.map { _ in UInt8(128) } }
    var keptAfter: [Bool] = []
    var amended: [Part] = []
    for part in parts {
      let inKept = part.around.map { keptAfter[$0] } ?? false
      let isAmended =
        part.kept
        ? part.samples.count <= clean && !inKept
        : part.samples.count <= fill && !part.reachesEnd && inKept
      keptAfter.append(part.kept != isAmended)
      if isAmended { amended.append(part) }
    }
    for part in amended {
      for (x, y) in part.samples { result[y][x] = part.kept ? 0 : 255 }
    }
    // The part around them, unless they also touch something that stays.
    let parts = result
    for y in rows.indices {
      for x in rows[0].indices where parts[y][x] == 128 {
        let kept = rows[y][x] >= 128
        let others = (max(0, y - 1)...min(rows.count - 1, y + 1)).flatMap { row in
          (max(0, x - 1)...min(rows[0].count - 1, x + 1)).filter { (rows[row][$0] >= 128) != kept }
            .map { parts[row][$0] }
        }
        if let first = others.first, first != 128, others.allSatisfy({ $0 == first }) {
          result[y][x] = first
        }
      }
    }
    return result
  }
}
