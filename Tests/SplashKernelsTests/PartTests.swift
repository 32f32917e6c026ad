import CSplashKernels
import Testing

/// Parts that are decided as wholes, against a flood fill and the definition in SplashMask.h.
struct PartTests {
  @Test func unionFindFindsWhatAFloodFillFinds() {
    var numbers = Numbers(seed: 31)
    for turn in 0..<300 {
      let (width, height) = (1 + Int(numbers.next() % 60), 1 + Int(numbers.next() % 24))
      let block = 1 + Int(numbers.next() % 5)
      let levels = (0..<60 * 24).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      let dark = (0..<60 * 24).map { _ in numbers.next() % 3 == 0 }
      let mask = TestPlane(width, height, seed: 1)
      let (luma, last) = (TestPlane(width, height, seed: 2), TestPlane(width, height, seed: 3))
      for y in 0..<height {
        for x in 0..<width {
          let place = y / block * 60 + x / block
          let noise = Int(numbers.next() % 40) - 20
          mask[x, y] = dark[place] ? 0 : UInt8(clamping: Int(levels[place]) + noise)
          luma[x, y] = UInt8(clamping: Int(levels[place] / 4) + noise / 2)
        }
      }
      let (kept, gone) = (Int32(128 + numbers.next() % 60), Int32(numbers.next() % 128))
      let isGuided = turn % 3 > 0
      let found = Decided(
        mask, kept, gone, guide: isGuided ? luma : nil, last: turn % 2 > 0 ? last : nil)
      let expected = PartOracle(
        mask: mask.rows, luma: isGuided ? luma.rows : nil, last: turn % 2 > 0 ? last.rows : nil,
        keptFrom: Int(kept), goneBelow: Int(gone))
      #expect(found.cells.rows == expected.cells, "turn \(turn): \(width)×\(height)")
      #expect(found.amendments.rows == expected.amendments, "turn \(turn): \(width)×\(height)")
    }
  }

  /// A part that is kept is raised down to an eighth, one that goes is gone, a line one cell wide is
  /// left to the colors.
  @Test func aPartIsKeptOrGoes() {
    func rows(_ inner: UInt8) -> [[UInt8]] {
      (0..<20).map { y in
        (0..<40).map { x in
          if x == 35 { return 100 }
          guard 4..<16 ~= y, 4..<30 ~= x else { return 0 }
          return 8..<12 ~= y && 8..<20 ~= x ? inner : 150
        }
      }
    }
    let kept = Decided(TestPlane(rows: rows(110)), 128, 128)
    #expect(kept.cells[10, 10] == 255 && kept.cells[25, 5] == 255 && kept.cells[35, 10] == 100)
    #expect(kept.amendments[10, 10] == 255 && kept.amendments[4, 4] == 128)
    #expect(kept.amendments[35, 10] == 128 && kept.amendments[2, 2] == 128)
    let gone = Decided(TestPlane(rows: rows(110)), 256, 160)
    #expect(gone.cells[10, 10] == 0 && gone.amendments[10, 10] == 0 && gone.amendments[3, 8] == 0)
    let undecided = Decided(TestPlane(rows: rows(110)), 200, 60)
    #expect(undecided.cells.rows == rows(110))
    #expect(undecided.amendments.rows.allSatisfy { $0.allSatisfy { $0 == 128 } })
  }
}

/// Cells and amendments of `splash_amendments` without holes and islands.
private struct Decided {
  let cells, amendments: TestPlane

  init(
    _ mask: TestPlane, _ keptFrom: Int32, _ goneBelow: Int32, guide: TestPlane? = nil,
    last: TestPlane? = nil
  ) {
    var source = mask.plane
    let (width, height) = (Int(source.width), Int(source.height))
    cells = TestPlane(width, height, seed: 5)
    amendments = TestPlane(width, height, seed: 6)
    var target = amendments.plane
    var runs = [SplashRun](repeating: SplashRun(), count: width * height)
    var rows = [Int32](repeating: 0, count: height + 1)
    var bits = [UInt64](repeating: .max, count: 2 * height * ((width + 63) / 64))
    let planes = [guide ?? mask, last ?? mask].map(\.plane)
    planes.withUnsafeBufferPointer { planes in
      var wholes = SplashWholes(
        kept_from: keptFrom, gone_below: goneBelow, cells: cells.plane,
        guide: guide == nil ? nil : planes.baseAddress!,
        last: last == nil ? nil : planes.baseAddress! + 1)
      runs.withUnsafeMutableBufferPointer { runs in
        rows.withUnsafeMutableBufferPointer { rows in
          bits.withUnsafeMutableBufferPointer { bits in
            withUnsafePointer(to: &wholes) { wholes in
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

/// The definition, by flood fills.
private struct PartOracle {
  private(set) var cells: [[UInt8]]
  private(set) var amendments: [[UInt8]]

  init(mask: [[UInt8]], luma: [[UInt8]]?, last: [[UInt8]]?, keptFrom: Int, goneBelow: Int) {
    let (width, height) = (mask[0].count, mask.count)
    cells = mask
    amendments = mask.map { $0.map { _ in 128 } }
    func neighbors(_ x: Int, _ y: Int) -> [(x: Int, y: Int)] {
      [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        .filter { 0..<width ~= $0.0 && 0..<height ~= $0.1 }
    }
    var part = mask.map { $0.map { _ in -1 } }
    var fates: [Bool?] = []
    for y in 0..<height {
      for x in 0..<width where mask[y][x] >= 8 && part[y][x] < 0 {
        var waiting = [(x: x, y: y)]
        var members: [(x: Int, y: Int)] = []
        part[y][x] = fates.count
        while let at = waiting.popLast() {
          members.append(at)
          for next in neighbors(at.x, at.y)
          where mask[next.y][next.x] >= 8 && part[next.y][next.x] < 0
            && abs(Int(mask[at.y][at.x]) - Int(mask[next.y][next.x])) <= 51
            && luma.map({ abs(Int($0[at.y][at.x]) - Int($0[next.y][next.x])) <= 31 }) ?? true
          {
            part[next.y][next.x] = fates.count
            waiting.append(next)
          }
        }
        let hasInside = members.contains { at in
          neighbors(at.x, at.y).allSatisfy { part[$0.y][$0.x] == fates.count }
        }
        let sum = members.reduce(0) { $0 + Int(mask[$1.y][$1.x]) }
        let past = last.map { last in members.reduce(0) { $0 + Int(last[$1.y][$1.x]) - 128 } } ?? 0
        let mean = (sum + past / 8) / members.count
        fates.append(!hasInside ? nil : mean >= keptFrom ? true : mean < goneBelow ? false : nil)
      }
    }
    func fate(_ x: Int, _ y: Int) -> Bool? { part[y][x] < 0 ? nil : fates[part[y][x]] }
    for y in 0..<height {
      for x in 0..<width {
        switch fate(x, y) {
        case true? where mask[y][x] >= 32: cells[y][x] = 255
        case false?: cells[y][x] = 0
        default: break
        }
      }
    }
    for y in 0..<height {
      for x in 0..<width {
        if fate(x, y) == true, mask[y][x] >= 32 {
          let isRim = neighbors(x, y).contains { cells[$0.y][$0.x] < 128 }
          amendments[y][x] = isRim ? 128 : 255
        } else if fate(x, y) == false
          || part[y][x] < 0 && neighbors(x, y).contains(where: { fate($0.x, $0.y) == false })
        {
          amendments[y][x] = 0
        }
      }
    }
  }
}
