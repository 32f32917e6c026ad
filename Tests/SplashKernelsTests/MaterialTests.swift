import CSplashKernels
import Glibc
import Testing

/// Regions that are kept or removed as a whole, against the definitions of Felzenszwalb and
/// Huttenlocher (2004) and of SplashMask.h.
struct MaterialTests {
  @Test func segmentationMatchesItsDefinition() {
    var numbers = Numbers(seed: 31)
    for turn in 0..<150 {
      let (width, height) = (1 + Int(numbers.next() % 40), 1 + Int(numbers.next() % 24))
      let block = 1 + Int(numbers.next() % 9)
      let spread = 1 + numbers.next() % 60
      let places = (0..<41 * 25).map { _ in (0..<4).map { _ in Int(numbers.next() % spread) } }
      let (mask, luma) = (TestPlane(width, height, seed: 1), TestPlane(width, height, seed: 2))
      let last = TestPlane(width, height, seed: 3)
      var chroma: [[Float]] = [[], []]
      for y in 0..<height {
        for x in 0..<width {
          let place = places[y / block * 41 + x / block]
          let noise = Int(numbers.next() % 3)
          // Its fifths are whole numbers.
          luma[x, y] = UInt8(5 * ((place[0] + noise) % 50))
          // Its twentieths are whole numbers.
          mask[x, y] = UInt8(20 * ((255 * place[3] / Int(spread) + noise) / 20))
          last[x, y] = UInt8(10 * ((place[1] / 20 * 9 + noise) % 26))
          // On all sides of grey.
          for i in 0..<2 { chroma[i].append(Float(100 + place[1 + i] + Int(numbers.next() % 3))) }
        }
      }
      let (kept, gone) = (Int32(100 + numbers.next() % 80), Int32(numbers.next() % 100))
      let hasLast = turn % 2 > 0
      // The kernel changes it.
      let lastRows = last.rows
      // Each cell has moved by 16, or was other by 4 or 12.
      let means = (0..<width * height).map { i in
        let mask = Float(mask[i % width, i / width])
        let kind = numbers.next() % 3
        let change = Float([16, 4, 12][Int(kind)]) * (numbers.next() % 2 > 0 ? 1 : -1)
        return SplashCell(
          luma: Float(luma[i % width, i / width]) + (kind == 0 ? change : 0),
          cb: chroma[0][i] + (kind == 1 ? change : 0), cr: chroma[1][i] + (kind == 2 ? change : 0),
          mask: mask < 80 ? mask + 80 : mask - 80, is_still: false, is_raised: false)
      }
      let found = Decided(
        mask, luma, chroma, kept, gone, last: hasLast ? last : nil, means: means)
      let expected = RegionOracle(
        mask: mask.rows, luma: luma.rows, chroma: chroma, last: hasLast ? lastRows : nil,
        means: means, keptFrom: Int(kept), goneBelow: Int(gone))
      #expect(found.cells.rows == expected.cells, "turn \(turn): \(width)×\(height)")
      #expect(found.luma == expected.luma)
      #expect(found.amendments.rows == expected.amendments, "turn \(turn): \(width)×\(height)")
    }
  }

  /// Three stripes with a third of the mask: one beside a kept object of its material is kept, one
  /// with nothing kept around it goes with a certain cell in it, and one beside another color goes.
  @Test func doubtfulRegionGoesWithWhatItTouches() {
    let (width, height) = (72, 16)
    let (mask, luma) = (TestPlane(width, height, seed: 1), TestPlane(width, height, seed: 2))
    let masks = [0, 255, 80, 0, 80, 0, 255, 74, 0]
    let colors: [Float] = [100, 138, 138, 138, 138, 138, 200, 138, 100]
    let lumas = [120, 140, 120, 90, 120, 90, 120, 120, 120]
    var chroma: [[Float]] = [[], []]
    for y in 0..<height {
      for x in 0..<width {
        mask[x, y] = x == 36 && y == 4 ? 240 : UInt8(masks[x / 8])
        luma[x, y] = UInt8(lumas[x / 8])
        chroma[0].append(128)
        chroma[1].append(colors[x / 8])
      }
    }
    let decided = Decided(mask, luma, chroma, 102, 51)
    #expect(decided.cells[20, 8] == 255 && decided.cells[36, 8] == 0)
    #expect(decided.cells[36, 4] == 0 && decided.cells[60, 8] == 0)
    // With weaker limits they stay as the colors draw them.
    let undecided = Decided(mask, luma, chroma, 200, 20)
    #expect(undecided.cells[20, 8] == 80 && undecided.cells[36, 8] == 80)
  }

  /// Two objects of one material each, one half kept and one a sixth, with slow falls between: the
  /// first is kept up to its edge, which the colors decide, and the second is removed.
  @Test func halfKeptObjectIsFilledAndTheOtherRemoved() {
    let (width, height) = (40, 20)
    func isIn(_ x: Int, _ y: Int, from start: Int) -> Bool {
      start..<start + 12 ~= x && 4..<16 ~= y
    }
    let (mask, luma) = (TestPlane(width, height, seed: 1), TestPlane(width, height, seed: 2))
    var chroma: [[Float]] = [[], []]
    for y in 0..<height {
      for x in 0..<width {
        let (first, second) = (isIn(x, y, from: 4), isIn(x, y, from: 24))
        let fall = first ? 220 - 20 * max(0, y - 6) : second ? 100 - 20 * abs(x - 30) : 0
        mask[x, y] = UInt8(max(0, fall))
        // Light and shade of the first are one material.
        luma[x, y] = first && x < 10 ? 160 : 120
        chroma[0].append(first ? 90 : second ? 170 : 128)
        chroma[1].append(first ? 190 : second ? 90 : 128)
      }
    }
    let decided = Decided(mask, luma, chroma, 102, 77)
    #expect(decided.cells[8, 14] == 255 && decided.cells[30, 8] == 0)
    #expect(decided.amendments[8, 14] == 255 && decided.amendments[30, 8] == 0)
    #expect(decided.amendments[4, 8] == 128 && decided.amendments[26, 8] == 0)
    // Where nothing is removed is no amendment.
    #expect(decided.cells[20, 8] == 0 && decided.amendments[20, 8] == 128)
    let undecided = Decided(mask, luma, chroma, 256, 0)
    #expect(undecided.cells.rows == mask.rows)
    #expect(undecided.amendments.rows.allSatisfy { $0.allSatisfy { $0 == 128 } })
    // An inverted mask gets the inverted result, not that of limits from its other end.
    let inverted = TestPlane(width, height, seed: 1)
    for y in 0..<height { for x in 0..<width { inverted[x, y] = 255 - mask[x, y] } }
    let rest = Decided(inverted, luma, chroma, 102, 77, inverts: true)
    #expect(rest.cells.rows == decided.cells.rows.map { $0.map { 255 - $0 } })
    #expect(
      rest.amendments.rows == decided.amendments.rows.map { $0.map { $0 == 128 ? 128 : 255 - $0 } })
  }
}

/// Cells and amendments of `splash_amendments` without holes and islands.
private struct Decided {
  let cells, amendments: TestPlane
  /// The means over time.
  private(set) var luma: [Float] = []

  init(
    _ mask: TestPlane, _ luma: TestPlane, _ chroma: [[Float]], _ keptFrom: Int32,
    _ goneBelow: Int32, last: TestPlane? = nil, means: [SplashCell] = [], inverts: Bool = false
  ) {
    var source = mask.plane
    let (width, height) = (Int(source.width), Int(source.height))
    let count = width * height
    cells = TestPlane(width, height, seed: 5)
    amendments = TestPlane(width, height, seed: 6)
    var target = amendments.plane
    var runs = [SplashRun](repeating: SplashRun(), count: count)
    var rows = [Int32](repeating: 0, count: height + 1)
    var bits = [UInt64](repeating: .max, count: 2 * height * ((width + 63) / 64))
    var colors = chroma[0] + chroma[1] + [0]
    var differences = [UInt16](repeating: 0, count: 2 * count)
    var edges = [Int32](repeating: 0, count: 2 * count)
    var means = means.isEmpty ? [SplashCell](repeating: SplashCell(), count: count) : means
    defer { self.luma = means.map(\.luma) }
    let planes = [luma.plane, (last ?? mask).plane]
    planes.withUnsafeBufferPointer { planes in
      colors.withUnsafeMutableBufferPointer { colors in
        differences.withUnsafeMutableBufferPointer { differences in
          edges.withUnsafeMutableBufferPointer { edges in
            means.withUnsafeMutableBufferPointer { means in
              runs.withUnsafeMutableBufferPointer { runs in
                rows.withUnsafeMutableBufferPointer { rows in
                  bits.withUnsafeMutableBufferPointer { bits in
                    let (start, room) = (planes.baseAddress!, colors.baseAddress!)
                    let wholes = SplashWholes(
                      kept_from: keptFrom, gone_below: goneBelow, cells: cells.plane, luma: start,
                      chroma: (room, room + count), chroma_share: 1, log2_size: 0,
                      means: means.baseAddress!,
                      raised: target, differences: differences.baseAddress!,
                      edges: edges.baseAddress!, room: room,
                      last: last == nil ? nil : start + 1, inverts: inverts)
                    withUnsafePointer(to: wholes) { wholes in
                      var areas = SplashAreas(
                        fill: 0, clean: 0, runs: runs.baseAddress!, rows: rows.baseAddress!,
                        bits: bits.baseAddress!, wholes: wholes, residue: false)
                      splash_amendments(&source, &areas, &target)
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

/// The definition, with sets of cells.
private struct RegionOracle {
  private(set) var cells: [[UInt8]]
  private(set) var amendments: [[UInt8]]
  let luma: [Float]

  init(
    mask drawn: [[UInt8]], luma: [[UInt8]], chroma: [[Float]], last: [[UInt8]]?,
    means: [SplashCell], keptFrom: Int, goneBelow: Int
  ) {
    let (width, height) = (drawn[0].count, drawn.count)
    cells = drawn
    amendments = drawn.map { $0.map { _ in 128 } }
    var (mask, chroma) = (drawn, chroma)
    let now = (0..<width * height).map { i in
      [
        Float(luma[i / width][i % width]), chroma[0][i], chroma[1][i],
        Float(drawn[i / width][i % width]),
      ]
    }
    let then = means.map { [$0.luma, $0.cb, $0.cr, $0.mask] }
    let changes = zip(now, then).map { now, then in
      (0..<3).map { min(abs(now[$0] - then[$0]), 16) }.max()!
    }
    let quartile = changes.sorted()[(changes.count + 3) / 4 - 1]
    let still = min(4.5 * quartile, 16)
    let mixed = now.indices.map { i in
      let share = last != nil && changes[i] < still ? max(0.25, changes[i] / still) : 1
      return (0..<4).map { then[i][$0] + share * (now[i][$0] - then[i][$0]) }
    }
    self.luma = mixed.map { $0[0] }
    for (i, cell) in mixed.enumerated() {
      (chroma[0][i], chroma[1][i]) = (cell[1], cell[2])
      mask[i / width][i % width] = UInt8(cell[3])
    }
    let color = mixed.indices.map { i in
      [
        Double(mixed[i][0]) / 5, Double(mask[i / width][i % width]) / 20, Double(chroma[0][i]),
        Double(chroma[1][i]),
      ]
    }
    /// In sixteenths of a code.
    func difference(_ a: Int, _ b: Int) -> Int {
      let squares = zip(color[a], color[b]).map { ($0 - $1) * ($0 - $1) }
      return Int(16 * squares.reduce(0, +).squareRoot())
    }
    var edges: [(a: Int, b: Int, weight: Int)] = []
    for i in 0..<width * height {
      if i % width + 1 < width { edges.append((i, i + 1, difference(i, i + 1))) }
      if i / width + 1 < height { edges.append((i, i + width, difference(i, i + width))) }
    }
    let order = edges.indices.sorted { (edges[$0].weight, $0) < (edges[$1].weight, $1) }
    var region = Array(0..<width * height)
    var members = region.map { [$0] }
    /// The largest edge within a region, and the limit for edges to others.
    var limit = [Int](repeating: 2400, count: width * height)
    func join(_ edge: (a: Int, b: Int, weight: Int)) {
      let (a, b) = (region[edge.a], region[edge.b])
      for cell in members[b] { region[cell] = a }
      members[a] += members[b]
      members[b] = []
      limit[a] = edge.weight + 2400 / members[a].count
    }
    for edge in order.map({ edges[$0] }) where region[edge.a] != region[edge.b] {
      if edge.weight <= min(limit[region[edge.a]], limit[region[edge.b]]) { join(edge) }
    }
    for edge in order.map({ edges[$0] }) where region[edge.a] != region[edge.b] {
      if min(members[region[edge.a]].count, members[region[edge.b]].count) < 8 { join(edge) }
    }
    let means = members.map { members -> Int in
      guard !members.isEmpty else { return 0 }
      let sum = members.reduce(0) { $0 + Int(mask[$1 / width][$1 % width]) }
      let past =
        last.map { last in members.reduce(0) { $0 + Int(last[$1 / width][$1 % width]) - 128 } }
        ?? 0
      return min(max((sum + past / 2) / members.count, 0), 255)
    }
    /// Means of the regions beyond the sides of a region's cells, or its own across 12 codes.
    var around = members.map { _ in [Int]() }
    for edge in edges where region[edge.a] != region[edge.b] {
      let (a, b) = (region[edge.a], region[edge.b])
      around[a].append(means[edge.weight < 192 ? b : a])
      around[b].append(means[edge.weight < 192 ? a : b])
    }
    let fates = means.indices.map { index -> Bool? in
      let (mean, around) = (means[index], around[index])
      if mean >= keptFrom { return true }
      if mean < goneBelow { return false }
      let both = mean + (around.isEmpty ? mean : around.reduce(0, +) / around.count)
      return both >= 2 * keptFrom - goneBelow ? true : both < 3 * goneBelow ? false : nil
    }
    /// The color of what is selected in regions that are kept, and of what is not in those that go.
    let deciding = members.indices.map { index in
      members[index].reduce(into: (cb: 0, cr: 0)) { sum, i in
        let own = Int(mask[i / width][i % width])
        let weight = (fates[index] == true ? own : 255 - own) >> 4
        sum.cb += weight * Int(chroma[0][i] - 128)
        sum.cr += weight * Int(chroma[1][i] - 128)
      }
    }
    /// The angle between a cell's hue and that of its region's colors, nil if the cell has no color of its own.
    func angle(_ i: Int) -> Double? {
      let (cb, cr) = (Double(chroma[0][i] - 128), Double(chroma[1][i] - 128))
      let all = deciding[region[i]]
      guard (cb * cb + cr * cr).squareRoot() >= 6, all != (0, 0) else { return nil }
      let turn = atan2(cr, cb) - atan2(Double(all.cr), Double(all.cb))
      return abs(remainder(turn, 2 * .pi)) * 180 / .pi
    }
    func fate(_ x: Int, _ y: Int) -> Bool? {
      let i = y * width + x
      switch fates[region[i]] {
      case true: return (angle(i) ?? 0) > (mask[y][x] < 8 ? 20 : 90) ? nil : true
      case false: return (angle(i) ?? 0) > 90 || isCertain(x, y) ? nil : false
      default: return nil
      }
    }
    /// The cell and its eight neighbors.
    func square(_ x: Int, _ y: Int) -> [(x: Int, y: Int)] {
      (max(y - 1, 0)...min(y + 1, height - 1)).flatMap { row in
        (max(x - 1, 0)...min(x + 1, width - 1)).map { ($0, row) }
      }
    }
    func isCertain(_ x: Int, _ y: Int) -> Bool {
      square(x, y).contains { middle in
        square(middle.x, middle.y).allSatisfy { mask[$0.y][$0.x] >= 200 }
      }
    }
    for y in 0..<height {
      for x in 0..<width {
        guard let own = fate(x, y) else { continue }
        cells[y][x] = own ? 255 : 0
        let neighbors = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
          .filter { 0..<width ~= $0.0 && 0..<height ~= $0.1 }
        if own || drawn[y][x] != 0, neighbors.allSatisfy({ fate($0.0, $0.1) == own }) {
          amendments[y][x] = cells[y][x]
        }
      }
    }
  }
}
