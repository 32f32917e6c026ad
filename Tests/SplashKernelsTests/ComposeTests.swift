import CSplashKernels
import TestSupport

/// Tones, masks at luma resolution, and frames laid over each other.
@Suite struct ComposeTests {
  static let sets: [(String, CPUFlags)] = [
    ("sse2", .sse2), ("avx2", .avx2), ("avx512", .avx512), ("neon", .neon),
  ]
  /// Packed frames come out planar.
  static let formats = TestFormat.all.filter { format in
    format.unpacks || format.format.layout == .planar || format.format.layout == .semiplanar
  }
  static let widths = Array(1...70) + [95, 127, 128, 129, 200, 257]

  /// Tables of every kind: bytes and words, with chroma mixed in and without, with all, some or no
  /// chroma kept.
  private struct Tables {
    let luma: [UInt16]
    let chroma: [Int16]
    var tone = SplashTone()
    let (hasLuma, hasOffset): (Bool, Bool)

    init(kind: Int, format: TestFormat, seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let depth = Int(format.format.depth)
      let mixes = kind % 2 == 1
      let fraction = mixes ? max(0, 12 - depth) : kind % 8 == 6 ? min(1, 14 - depth) : 0
      let count = 1 << (depth + fraction)
      luma = (0..<count).map { _ in UInt16.random(in: 0..<(1 << depth), using: &random) }
      chroma = (0..<2 * count).map { _ in Int16.random(in: .min ... .max, using: &random) }
      hasLuma = format.unpacks || kind / 2 % 2 == 0
      hasOffset = kind / 4 % 2 == 0
      if mixes {
        tone.mix_cb = Int32.random(in: -32767...32767, using: &random)
        tone.mix_cr = Int32.random(in: -9000...9000, using: &random)
      }
      tone.fraction = Int32(fraction)
      tone.is_index = kind >= 8
      tone.keep = [0, 4096, 16384, Int32.random(in: 0...16384, using: &random)][kind / 2 % 4]
    }

    func run(_ set: CPUFlags, _ picture: inout SplashPicture, _ rows: Range<Int32>) {
      var tone = tone
      luma.withUnsafeBufferPointer { luma in
        chroma.withUnsafeBufferPointer { chroma in
          if hasLuma { tone.luma = luma.baseAddress }
          if hasOffset { tone.chroma = chroma.baseAddress }
          SplashDSP(set).tone(&tone, &picture, rows.lowerBound, rows.upperBound)
        }
      }
    }
  }

  /// Calls `body` with frames of many widths for every set that this machine has, until one
  /// differs. `ParityTests` reports which sets it lacks.
  private func compare(
    _ format: TestFormat, _ body: (CPUFlags, TestPicture, _ what: String) -> Bool
  ) {
    for (name, set) in Self.sets where CPUFlags.host.contains(set) {
      for width in Self.widths {
        let mood = PixelMood.allCases[width % PixelMood.allCases.count]
        let picture = TestPicture(
          format, width: width, height: 1 + width % 5, mood: mood, seed: UInt64(width))
        guard body(set, picture, "\(name) \(format) width \(width) \(mood)") else { return }
      }
    }
  }

  private func expectSame(_ a: TestPicture, _ b: TestPicture, _ what: String) -> Bool {
    let isSame = a.everything == b.everything
    if !isSame { Issue.record("\(what)") }
    return isSame
  }

  /// Every set gives the bits of the reference, in slices and in place too, and touches no byte
  /// beside its result's.
  @Test(arguments: formats)
  func toneKernelsMatchTheReference(in format: TestFormat) {
    compare(format) { set, picture, what in
      (0..<16).allSatisfy { kind in
        let tables = Tables(kind: kind, format: format, seed: UInt64(kind))
        let isInPlace = kind % 3 == 0 && !format.unpacks && tables.hasLuma
        var (expected, result) = (picture, picture)
        expected.withSlices(1, inPlace: isInPlace) { tables.run(.reference, &$0, $1) }
        result.withSlices(2, inPlace: isInPlace) { tables.run(set, &$0, $1) }
        return expectSame(expected, result, "\(what) kind \(kind)")
      }
    }
  }

  /// Mixes into a drawn frame by masks that are 0, full, and all values between, with and without
  /// luma.
  @Test(arguments: formats)
  func mixKernelsMatchTheReference(in format: TestFormat) {
    compare(format) { set, blank, what in
      var picture = blank
      let width = picture.width
      let tables = Tables(kind: 0, format: format, seed: 1)
      picture.withSlices { tables.run(.reference, &$0, $1) }
      let shares = TestPlane(
        width, picture.height, width % 3 == 0 ? .specks : .random, seed: UInt32(width))
      return [true, false].allSatisfy { hasLuma in
        var (expected, result) = (picture, picture)
        func mix(_ set: CPUFlags, _ picture: inout SplashPicture, _ rows: Range<Int32>) {
          var plane = shares.plane
          let kernels = SplashDSP(set)
          if hasLuma {
            kernels.mix(&plane, &picture, rows.lowerBound, rows.upperBound)
          } else {
            kernels.mix(nil, &picture, rows.lowerBound, rows.upperBound)
          }
        }
        expected.withSlices { mix(.reference, &$0, $1) }
        result.withSlices(2) { mix(set, &$0, $1) }
        return expectSame(expected, result, "\(what), luma \(hasLuma)")
      }
    }
  }

  private static let spreads: [SplashSpread] = [SplashSite.first, .between].flatMap { column in
    [SplashSite.first, .between, .second].flatMap { row in
      [(1, 1), (1, 0), (0, 0), (0, 1)].map { width, height in
        SplashSpread(log2_width: width, log2_height: height, column: column, row: row)
      }
    }
  }

  /// Within rounding of the straight line between the two nearest samples each way, at the ends of
  /// the plane the last one.
  @Test func masksAreUpscaledLinearly() {
    for (index, var how) in Self.spreads.enumerated() {
      for (width, height) in [(1, 1), (2, 3), (5, 4), (37, 9), (64, 3), (131, 6), (200, 5)] {
        let size = (
          (width + Int(how.log2_width)) >> Int(how.log2_width),
          (height + Int(how.log2_height)) >> Int(how.log2_height)
        )
        let mask = TestPlane(size.0, size.1, seed: UInt32(index + width))
        var results: [[[UInt8]]] = []
        for set in [CPUFlags.reference, .sse2, .avx2, .avx512, .neon]
        where CPUFlags.host.contains(set) {
          let luma = TestPlane(width, height, seed: 1)
          var (from, to) = (mask.plane, luma.plane)
          let middle = from.height / 2
          SplashDSP(set).spread(&how, &from, &to, 0, middle)
          SplashDSP(set).spread(&how, &from, &to, middle, from.height)
          #expect(luma.isGuarded)
          results.append(luma.rows)
        }
        #expect(results.allSatisfy { $0 == results[0] }, "\(how) \(width)x\(height)")
        func sample(_ x: Int, _ y: Int) -> Double {
          Double(mask[min(max(x, 0), size.0 - 1), min(max(y, 0), size.1 - 1)])
        }
        /// In samples of the mask.
        func place(_ luma: Int, _ log2: UInt8, _ site: SplashSite) -> Double {
          guard log2 == 1 else { return Double(luma) }
          let offset = site == .first ? 0 : site == .between ? 0.5 : 1
          return (Double(luma) - offset) / 2
        }
        for y in 0..<height {
          for x in 0..<width {
            let (u, v) = (place(x, how.log2_width, how.column), place(y, how.log2_height, how.row))
            let (left, top) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
            let (a, b) = (u - Double(left), v - Double(top))
            let upper = (1 - a) * sample(left, top) + a * sample(left + 1, top)
            let lower = (1 - a) * sample(left, top + 1) + a * sample(left + 1, top + 1)
            let line = (1 - b) * upper + b * lower
            #expect(abs(Double(results[0][y][x]) - line) <= 0.5, "\(how) \(x) \(y)")
          }
        }
      }
    }
  }

  /// Shares 0 and 255 give one frame or the other bit for bit; in between the result is
  /// within rounding of the share.
  @Test(arguments: formats)
  func mixIsExactAtShares0And255(in format: TestFormat) {
    let source = TestPicture(format, width: 131, height: 9, mood: .random, seed: 3)
    var under = source
    let tables = Tables(kind: 0, format: format, seed: 2)
    under.withSlices { tables.run(.reference, &$0, $1) }
    for share in 0...255 {
      let shares = TestPlane(131, 9, seed: 1)
      for y in 0..<9 { for x in 0..<131 { shares[x, y] = UInt8(share) } }
      var result = under
      for index in result.mask.bytes.indices { result.mask.bytes[index] = UInt8(share) }
      result.withSlices { picture, rows in
        var plane = shares.plane
        SplashDSP(.host).mix(&plane, &picture, rows.lowerBound, rows.upperBound)
      }
      let part = Double(share) / 255
      let limit =
        share == 0 || share == 255 ? 0 : 0.5 + Double(1 << format.format.depth) / 32768
      func judge(_ code: Int, _ kept: Int, _ rest: Int) {
        let meant = Double(rest) + part * Double(kept - rest)
        #expect(abs(Double(code) - meant) <= limit, "share \(share)")
      }
      for (x, y) in [(0, 0), (77, 5), (130, 8)] {
        judge(
          result.load(result.outLuma, x, y), source.lumaCode(x, y), under.load(under.outLuma, x, y))
        let (column, row) = (
          x >> Int(format.format.log2_width), y >> Int(format.format.log2_height)
        )
        let kept = source.chromaCodes(column, row, result: false)
        let rest = under.chromaCodes(column, row, result: true)
        let codes = result.chromaCodes(column, row, result: true)
        judge(codes.0, kept.0, rest.0)
        judge(codes.1, kept.1, rest.1)
      }
    }
  }
}
