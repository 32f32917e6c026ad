import CSplashKernels
import Testing

/// The promises of the definitions, seen from outside.
struct MaskRuleTests {
  private let kernels = SplashDSP(.host)

  // MARK: - Despeckle

  private func cleaned(_ rows: [[UInt8]], _ size: Int32) -> [[UInt8]] {
    let mask = TestPlane(rows: rows)
    let result = TestPlane(rows[0].count, rows.count, seed: 3)
    var (source, target) = (mask.plane, result.plane)
    _ = kernels.despeckle(&source, &target, size, 0, source.height)
    return result.rows
  }

  private func picture(
    _ width: Int, _ height: Int, _ isSet: (Int, Int) -> Bool
  ) -> [[UInt8]] {
    (0..<height).map { y in (0..<width).map { isSet($0, y) ? 255 : 0 } }
  }

  @Test(arguments: 1...3)
  func despeckleRemovesSquaresUpToTheSize(size: Int) {
    for side in 1...4 {
      for (left, top) in [(5, 4), (0, 0), (20 - side, 11 - side), (0, 5)] {
        let speck = picture(20, 11) { x, y in
          (left..<left + side).contains(x) && (top..<top + side).contains(y)
        }
        let hole = speck.map { $0.map { 255 - $0 } }
        let gone = side <= size
        #expect(cleaned(speck, Int32(size)) == (gone ? picture(20, 11) { _, _ in false } : speck))
        #expect(cleaned(hole, Int32(size)) == (gone ? picture(20, 11) { _, _ in true } : hole))
      }
    }
  }

  @Test(arguments: 1...3)
  func despeckleKeepsLinesEdgesAndCorners(size: Int) {
    let shapes: [(Int, Int) -> Bool] = [
      { x, _ in x == 7 }, { _, y in y == 5 }, { x, y in x == y }, { x, _ in x > 9 },
      { x, y in x > 9 && y > 6 }, { x, y in x <= 4 && y <= 4 }, { x, y in x + y > 12 },
    ]
    for shape in shapes {
      let rows = picture(20, 11, shape)
      #expect(cleaned(rows, Int32(size)) == rows)
    }
  }

  @Test func despeckleLeavesPlanesSmallerThanTheSize() {
    for side in 1...3 {
      let rows = picture(side, side) { x, y in x == y }
      #expect(cleaned(rows, 3) == rows)
    }
  }

  // MARK: - Steady

  private func steadied(
    mask: [[UInt8]], last: [[UInt8]], guide: (before: UInt8, after: UInt8) = (90, 90),
    _ how: SplashSteadying
  ) -> (rows: [[UInt8]], changes: Int64) {
    let (width, height) = (mask[0].count, mask.count)
    func flat(_ sample: UInt8) -> TestPlane {
      TestPlane(rows: .init(repeating: .init(repeating: sample, count: width), count: height))
    }
    let (mask, last) = (TestPlane(rows: mask), TestPlane(rows: last))
    let (now, before, result) = (flat(guide.after), flat(guide.before), flat(1))
    var step = SplashSteadyStep(
      mask: mask.plane, last: last.plane, result: result.plane, guide: now.plane,
      smoothed: before.plane)
    var how = how
    let changes = kernels.steady(&how, &step, 0, Int32(height))
    return (result.rows, changes)
  }

  private let how = SplashSteadying(slew: 20, guide_floor: 4, mask_floor: 32)
  private let empty = [[UInt8]](repeating: .init(repeating: 0, count: 40), count: 20)

  @Test func smoothingSlowsIsolatedChanges() {
    let trembling = picture(40, 20) { x, y in x % 7 == 3 && y % 5 == 2 }
    let (rows, changes) = steadied(mask: trembling, last: empty, how)
    #expect(rows == trembling.map { $0.map { $0 == 255 ? 20 : 0 } })
    #expect(changes == 0)
  }

  @Test func smoothingTakesLargeChangesAtOnce() {
    let half = picture(40, 20) { x, _ in x < 20 }
    let (rows, changes) = steadied(mask: half, last: empty, how)
    #expect(rows == half)
    #expect(changes == 20 * 20)
  }

  @Test func smoothingStopsWhereLumaMoves() {
    let trembling = picture(40, 20) { x, y in x % 7 == 3 && y % 5 == 2 }
    #expect(steadied(mask: trembling, last: empty, guide: (90, 98), how).rows == trembling)
    #expect(steadied(mask: trembling, last: empty, guide: (90, 94), how).rows != trembling)
  }

  @Test func smoothingPassesSmallDifferences() {
    let flat = [[UInt8]](repeating: .init(repeating: 100, count: 40), count: 20)
    let close = flat.enumerated().map { y, row in row.indices.map { UInt8(90 + ($0 + y) % 20) } }
    #expect(steadied(mask: close, last: flat, how).rows == close)
  }

  // MARK: - The whole chain

  @Test func maskChainInBandsMatchesWholePlanes() {
    let (width, height) = (150, 131)
    func plane(_ seed: UInt32) -> TestPlane { TestPlane(width, height, .random, seed: seed) }
    let (cb, cr, luma) = (plane(1), plane(2), TestPlane(2 * width, 2 * height, .random, seed: 3))
    var picture = SplashPicture()
    picture.format = SplashFormat(
      layout: .planar, depth: 8, shift: 0, log2_width: 1, log2_height: 1)
    (picture.width, picture.height) = (Int32(2 * width), Int32(2 * height))
    (picture.luma, picture.luma_stride) = (UnsafePointer(luma.plane.data), luma.plane.stride)
    (picture.cb, picture.cb_stride) = (UnsafePointer(cb.plane.data), cb.plane.stride)
    (picture.cr, picture.cr_stride) = (UnsafePointer(cr.plane.data), cr.plane.stride)
    let hue = [
      SplashHue(
        center: 10, width: 60, softness: 10, drop: false, greys: false, has_saturation: false,
        has_value: false,
        saturation: .init(min: 0, max: 1), value: .init(min: 0, max: 1))
    ]
    let key = hue.withUnsafeBufferPointer { hues in
      var rule = SplashRule(
        kr: 0.2126, kb: 0.0722, depth: 8, full_range: false, red_gain: 1, green_gain: 1,
        blue_gain: 1, hues: hues.baseAddress, hue_count: 1, names: nil, dropped_names: nil,
        saturation: .init(min: 0, max: 1),
        value: .init(min: 0, max: 1), gate_softness: 0.1, chroma_floor: 0.04, invert: false,
        display: SplashDisplay())
      return SplashKey(&rule)
    }
    var kernels = kernels
    let rows = Int32(height)
    for (steadies, size) in [(true, 0), (true, 1), (true, 3), (false, 2)] as [(Bool, Int32)] {
      let raw = (plane(4), plane(4))
      let (last, guide) = (plane(5), (plane(6), plane(6)))
      let smoothed = (plane(7), plane(7))
      let (next, clean) = ((plane(8), plane(8)), (plane(9), plane(9)))
      var step = SplashSteadyStep(
        mask: raw.0.plane, last: last.plane, result: next.0.plane, guide: guide.0.plane,
        smoothed: smoothed.0.plane)
      (picture.mask, picture.mask_stride) = (raw.0.plane.data, raw.0.plane.stride)
      let changes = withUnsafePointer(to: key) { key in
        withUnsafePointer(to: picture) {
          SplashMaskWork(
            key: key, source: $0, target: nil, steadies: steadies, steadying: how, step: step,
            despeckle: size, clean: clean.0.plane, tidy: nil, shape: nil
          ).run(&kernels)
        }
      }
      (picture.mask, picture.mask_stride) = (raw.1.plane.data, raw.1.plane.stride)
      withUnsafePointer(to: key) { kernels.mask($0, &picture, 0, rows) }
      var (steady, guidePlane, steadying) = (raw.1.plane, guide.1.plane, how)
      var expected: Int64 = 0
      if steadies {
        kernels.guide(&picture, &guidePlane, 0, rows)
        (step.mask, step.result) = (raw.1.plane, next.1.plane)
        (step.guide, step.smoothed) = (guidePlane, smoothed.1.plane)
        expected = kernels.steady(&steadying, &step, 0, rows)
        steady = step.result
      }
      if size > 0 {
        var target = clean.1.plane
        expected = kernels.despeckle(&steady, &target, size, 0, rows)
        #expect(clean.0.equals(clean.1))
      }
      #expect(raw.0.equals(raw.1))
      #expect(!steadies || next.0.equals(next.1))
      #expect(changes == expected)
    }
  }
}
