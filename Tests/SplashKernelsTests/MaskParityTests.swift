import CSplashKernels
import Testing

/// Every instruction set gives the bits of the reference, for every width up to a few vectors and
/// in slices too.
struct MaskParityTests {
  private static let host = CPUFlags.host
  private static let reference = SplashDSP(.reference)

  @Test(.enabled(if: host.contains(.sse2), "this machine has no SSE2"))
  func sse2MaskKernelsMatchTheReference() { check(.sse2) }
  @Test(.enabled(if: host.contains(.avx2), "this machine has no AVX2"))
  func avx2MaskKernelsMatchTheReference() { check(.avx2) }
  @Test(.enabled(if: host.contains(.avx512), "this machine has no AVX-512"))
  func avx512MaskKernelsMatchTheReference() { check(.avx512) }
  @Test(.enabled(if: host.contains(.neon), "this machine has no NEON"))
  func neonMaskKernelsMatchTheReference() { check(.neon) }

  private func check(_ set: CPUFlags) {
    let kernels = SplashDSP(set)
    #expect(kernels.flags == set)
    for width in Array(1...70) + [95, 127, 128, 129, 191, 960, 1023, 1024, 1025, 1100, 2050] {
      for height in [1, 2, 3, 5, 8] {
        for (index, mood) in Mood.allCases.enumerated() {
          let seed = UInt32(width * 64 + height * 4 + index)
          steady(kernels, width, height, mood, seed)
          amend(kernels, width, height, mood, seed)
          halve(kernels, width, height, mood, seed)
          shape(kernels, width, height, mood, seed)
          join(kernels, width, height, mood, seed)
          lines(kernels, width, height, mood, seed)
          for size in 1...3 { despeckle(kernels, size, width, height, mood, seed) }
        }
      }
    }
  }

  private func lines(
    _ kernels: SplashDSP, _ width: Int, _ height: Int, _ mood: Mood, _ seed: UInt32
  ) {
    let guide = TestPlane(width, height, mood, seed: seed)
    for size in 0...3 {
      let lines = TestLines(width, height, log2Size: size, seed: seed)
      let (expected, found) = (
        TestPlane(width, height, seed: 1), TestPlane(width, height, seed: 2)
      )
      lines.draw(Self.reference, guide, expected, [0, height])
      lines.draw(kernels, guide, found, [0, height / 2, height])
      #expect(found.equals(expected), "lines \(width)×\(height) size \(size) seed \(seed)")
      #expect(found.isGuarded)
    }
  }

  private func steady(
    _ kernels: SplashDSP, _ width: Int, _ height: Int, _ mood: Mood, _ seed: UInt32
  ) {
    func plane(_ mood: Mood, _ offset: UInt32) -> TestPlane {
      TestPlane(width, height, mood, seed: seed &+ offset &* 7919)
    }
    let (mask, last, guide) = (plane(mood, 1), plane(mood, 2), plane(.nearlyFlat, 3))
    let expected = (result: plane(.random, 4), smoothed: plane(.nearlyFlat, 5))
    let found = (result: plane(.random, 6), smoothed: plane(.nearlyFlat, 5))
    var how = SplashSteadying(
      slew: UInt8(seed % 60), guide_floor: UInt8(seed % 5), mask_floor: UInt8(seed % 40))
    var step = SplashSteadyStep(
      mask: mask.plane, last: last.plane, result: expected.result.plane, guide: guide.plane,
      smoothed: expected.smoothed.plane)
    let rows = Int32(height)
    let expectedChanges = Self.reference.steady(&how, &step, 0, rows)
    (step.result, step.smoothed) = (found.result.plane, found.smoothed.plane)
    var changes = kernels.steady(&how, &step, 0, rows / 2)
    changes += kernels.steady(&how, &step, rows / 2, rows)
    #expect(changes == expectedChanges, "steady \(width)×\(height) \(mood) seed \(seed)")
    #expect(found.result.equals(expected.result), "steady \(width)×\(height) \(mood) \(seed)")
    #expect(found.smoothed.equals(expected.smoothed), "guide \(width)×\(height) seed \(seed)")
    #expect(found.result.isGuarded && found.smoothed.isGuarded)
  }

  private func despeckle(
    _ kernels: SplashDSP, _ size: Int, _ width: Int, _ height: Int, _ mood: Mood,
    _ seed: UInt32
  ) {
    let mask = TestPlane(width, height, mood, seed: seed)
    let expected = TestPlane(width, height, seed: seed &+ 1)
    let found = TestPlane(width, height, seed: seed &+ 1)
    var (source, target, rows) = (mask.plane, expected.plane, Int32(height))
    let expectedChanges = Self.reference.despeckle(&source, &target, Int32(size), 0, rows)
    target = found.plane
    var changes = kernels.despeckle(&source, &target, Int32(size), 0, rows / 2)
    changes += kernels.despeckle(&source, &target, Int32(size), rows / 2, rows)
    rows = 0
    #expect(changes == expectedChanges, "despeckle \(size) \(width)×\(height) \(mood) \(seed)")
    #expect(found.equals(expected), "despeckle \(size) \(width)×\(height) \(mood) \(seed)")
    #expect(found.isGuarded)
  }

  /// Against the formula too: the larger of two, within a third.
  private func join(
    _ kernels: SplashDSP, _ width: Int, _ height: Int, _ mood: Mood, _ seed: UInt32
  ) {
    let planes = (0..<4).map { TestPlane(width, height, mood, seed: seed &+ $0 * 7919) }
    for parts in 0..<16 {
      var (mask, kept, allowed, window) = (
        planes[0].plane, planes[1].plane, planes[2].plane, planes[3].plane
      )
      let (expected, found) = (TestPlane(width, height, seed: 1), TestPlane(width, height, seed: 1))
      withUnsafePointer(to: &kept) { kept in
        withUnsafePointer(to: &allowed) { allowed in
          withUnsafePointer(to: &window) { window in
            var with = SplashJoin(
              kept: parts & 1 != 0 ? kept : nil, allowed: parts & 2 != 0 ? allowed : nil,
              window: parts & 4 != 0 ? window : nil, invert: parts & 8 != 0)
            var target = expected.plane
            Self.reference.join(&mask, &with, &target, 0, Int32(height))
            target = found.plane
            kernels.join(&mask, &with, &target, 0, Int32(height / 2))
            kernels.join(&mask, &with, &target, Int32(height / 2), Int32(height))
          }
        }
      }
      #expect(found.equals(expected), "join \(width)×\(height) \(mood) \(seed) \(parts)")
      #expect(found.isGuarded)
      for (x, y) in [(0, 0), (width - 1, height - 1), (width / 2, height / 2)] {
        func code(_ plane: TestPlane) -> UInt8 { plane.plane.data[y * plane.plane.stride + x] }
        var value = code(planes[0])
        if parts & 1 != 0 {
          value = max(
            value, parts & 2 != 0 ? min(code(planes[1]), code(planes[2])) : code(planes[1]))
        }
        if parts & 4 != 0 { value = min(value, code(planes[3])) }
        #expect(code(found) == (parts & 8 != 0 ? 255 - value : value))
      }
    }
  }

  private func amend(
    _ kernels: SplashDSP, _ width: Int, _ height: Int, _ mood: Mood, _ seed: UInt32
  ) {
    let side = Int32(seed % 6)
    func cells(_ samples: Int) -> Int { (samples + 1 << side - 1) >> side }
    let mask = TestPlane(width, height, mood, seed: seed)
    let by = TestPlane(cells(width), cells(height), seed: 9)
    let expected = TestPlane(width, height, seed: seed &+ 1)
    let found = TestPlane(width, height, seed: seed &+ 1)
    var (source, amendments, target) = (mask.plane, by.plane, expected.plane)
    let rows = Int32(height)
    let expectedChanges = Self.reference.amend(&source, &amendments, side, &target, 0, rows)
    target = found.plane
    var changes = kernels.amend(&source, &amendments, side, &target, 0, rows / 2)
    changes += kernels.amend(&source, &amendments, side, &target, rows / 2, rows)
    #expect(changes == expectedChanges, "amend \(width)×\(height) \(mood) \(seed)")
    #expect(found.equals(expected), "amend \(width)×\(height) \(mood) \(seed)")
    #expect(found.isGuarded)
  }

  private func halve(
    _ kernels: SplashDSP, _ width: Int, _ height: Int, _ mood: Mood, _ seed: UInt32
  ) {
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    let mask = TestPlane(width, height, mood, seed: seed)
    let (expected, found) = (TestPlane(columns, rows, seed: 1), TestPlane(columns, rows, seed: 2))
    var (source, target, end) = (mask.plane, expected.plane, Int32(rows))
    Self.reference.halve(&source, &target, 0, end)
    (target, end) = (found.plane, end / 2)
    kernels.halve(&source, &target, 0, end)
    kernels.halve(&source, &target, end, Int32(rows))
    #expect(found.equals(expected), "halve \(width)×\(height) \(mood) \(seed)")
    #expect(found.isGuarded)
  }

  private func shape(
    _ kernels: SplashDSP, _ width: Int, _ height: Int, _ mood: Mood, _ seed: UInt32
  ) {
    let most = width < 300 ? 32 : 4
    let whole = Int32(Int(seed) % (2 * most + 1) - most)
    // Every other reach lies between whole ones.
    let between = abs(whole) < 32 && seed % 2 > 0 ? Int32(seed % 16) : 0
    let mask = TestPlane(width, height, mood, seed: seed)
    var source = mask.plane
    let rows = Int32(height)
    for what in ["grow", "smooth", "feather"] {
      func run(_ kernels: SplashDSP, _ result: TestPlane, _ first: Int32, _ end: Int32) -> Int64 {
        var target = result.plane
        return switch what {
        case "grow":
          kernels.grow(&source, &target, whole * 16 + whole.signum() * between, first, end)
        case "smooth": kernels.smooth(&source, &target, 1 + abs(whole) % 8, first, end)
        default: kernels.feather(&source, &target, max(1, abs(whole)), first, end)
        }
      }
      let expected = TestPlane(width, height, seed: seed &+ 1)
      let found = TestPlane(width, height, seed: seed &+ 1)
      let expectedChanges = run(Self.reference, expected, 0, rows)
      let changes = run(kernels, found, 0, rows / 2) + run(kernels, found, rows / 2, rows)
      let what = "\(what) \(whole) \(between) \(width)×\(height) \(mood) \(seed)"
      #expect(changes == expectedChanges, "\(what)")
      #expect(found.equals(expected), "\(what)")
      #expect(found.isGuarded)
    }
  }

  /// Every layout and depth, widths with tails, odd sizes.
  @Test(
    arguments: [
      "yuv420p8", "yuv422p8", "yuv444p8", "yuv420p10", "yuv444p12", "nv12", "p010", "yuyv422",
      "uyvy422",
    ].map(TestFormat.named))
  func guideKernelsMatchTheReference(format: SplashFormat) {
    let bytes = format.depth > 8 || format.layout == .yuyv || format.layout == .uyvy ? 2 : 1
    let sets = [CPUFlags.sse2, .avx2, .avx512, .neon].filter(Self.host.contains)
    for width in Array(1...40) + [63, 64, 65, 130, 255, 2047, 2050, 2200] {
      let (height, stride) = (3, (width + 1) / 2 * 2 * bytes)
      var numbers = Numbers(seed: UInt32(width))
      let mask = bytes == 2 && format.depth > 8 ? UInt16(1) << format.depth - 1 : 0xffff
      // Exactly as long as the frame, so that the address sanitizer sees a byte too much.
      let luma = (0..<stride * height / 2 + 1).map { _ in
        (UInt16(truncatingIfNeeded: numbers.next()) & mask) << format.shift
      }
      luma.withUnsafeBytes { luma in
        var picture = SplashPicture()
        picture.format = format
        (picture.width, picture.height) = (Int32(width), Int32(height))
        picture.luma = luma.baseAddress!.assumingMemoryBound(to: UInt8.self)
        picture.luma_stride = stride
        let columns = (width + (1 << format.log2_width) - 1) >> format.log2_width
        let rows = (height + (1 << format.log2_height) - 1) >> format.log2_height
        let expected = TestPlane(columns, rows, seed: 1)
        var plane = expected.plane
        Self.reference.guide(&picture, &plane, 0, Int32(rows))
        for set in sets {
          let found = TestPlane(columns, rows, seed: 2)
          plane = found.plane
          SplashDSP(set).guide(&picture, &plane, 0, Int32(rows))
          #expect(found.equals(expected), "\(set) \(width)")
          #expect(found.isGuarded)
        }
      }
    }
  }
}
