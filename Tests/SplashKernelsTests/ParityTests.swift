import CSplashKernels
import TestSupport

/// Every instruction set computes the reference's bits, and touches no byte beside its result's.
@Suite struct ParityTests {
  /// One rule of 16-bit color, one of floats, the longest of each kind, the widest gate, and those
  /// of a display.
  private static let rules =
    [0, 2, 5, 11, 14, 16].map { TestRule.soft[$0] } + [TestRule.hard[1]] + TestRule.displayed

  /// From one sample to several vectors of the widest set and their tails.
  private static let widths = Array(1...200)

  @Test(.enabled(if: CPUFlags.host.contains(.sse2), "this machine has no SSE2"))
  func sse2KernelsMatchTheReference() { compare(.sse2) }

  @Test(.enabled(if: CPUFlags.host.contains(.avx2), "this machine has no AVX2"))
  func avx2KernelsMatchTheReference() { compare(.avx2) }

  @Test(.enabled(if: CPUFlags.host.contains(.avx512), "this machine has no AVX-512"))
  func avx512KernelsMatchTheReference() { compare(.avx512) }

  @Test(.enabled(if: CPUFlags.host.contains(.neon), "this machine has no NEON"))
  func neonKernelsMatchTheReference() { compare(.neon) }

  private func compare(_ set: CPUFlags) {
    let kernels = SplashDSP(set)
    #expect(kernels.flags == set)
    for format in TestFormat.all {
      for rule in Self.rules {
        var oracle = rule.oracle
        oracle.bits = Int(format.format.depth)
        let key = SplashKey(oracle)
        for width in Self.widths where !differsNowhere(format, key, kernels, width, rule) { return }
      }
    }
  }

  private func differsNowhere(
    _ format: TestFormat, _ key: SplashKey, _ kernels: SplashDSP, _ width: Int, _ rule: TestRule
  ) -> Bool {
    let mood = PixelMood.allCases[width % PixelMood.allCases.count]
    let height = 1 + width % 4
    let picture = TestPicture(format, width: width, height: height, mood: mood, seed: UInt64(width))
    for operation in Operation.allCases {
      var expected = picture
      expected.run(operation, SplashDSP(.reference), key)
      var result = picture
      result.run(operation, kernels, key)
      guard expected.everything == result.everything else {
        Issue.record(
          "\(kernels.flags) \(operation) \(format) \(width)x\(height) \(mood) \(rule)")
        return false
      }
    }
    return true
  }

  /// The reference writes to its own bytes only, as well.
  @Test(arguments: TestFormat.all)
  func referenceWritesOnlyItsResult(in format: TestFormat) {
    var picture = TestPicture(format, width: 19, height: 5, mood: .random, seed: 7)
    let before = picture
    var oracle = Oracle()
    oracle.bits = Int(format.format.depth)
    picture.run(.splash, SplashDSP(.reference), SplashKey(oracle))
    #expect(picture.luma.bytes == before.luma.bytes)
    #expect(picture.mask.bytes == before.mask.bytes)
    for (plane, original) in [
      (picture.outLuma, before.outLuma), (picture.outCb, before.outCb),
      (picture.outCr, before.outCr),
    ] {
      #expect(plane.bytes.prefix(Plane.margin) == original.bytes.prefix(Plane.margin))
      #expect(plane.bytes.suffix(Plane.margin - 20) == original.bytes.suffix(Plane.margin - 20))
    }
  }

  /// A frame comes out the same over its own source and in slices.
  @Test(arguments: TestFormat.all.filter { !$0.unpacks })
  func inPlaceAndInSlicesGiveTheSameFrame(in format: TestFormat) {
    var oracle = Oracle()
    oracle.bits = Int(format.format.depth)
    let key = SplashKey(oracle)
    for set: CPUFlags in [.reference, .host] {
      let picture = TestPicture(format, width: 147, height: 23, mood: .random, seed: 3)
      var apart = picture
      apart.run(.splash, SplashDSP(set), key)
      var over = picture
      over.run(.splash, SplashDSP(set), key, inPlace: true, slices: 3)
      #expect(over.result == apart.result)
    }
  }

  /// Mask and application in two steps stay as close to the fused operation as a byte allows.
  @Test(arguments: TestFormat.all)
  func maskThenApplyMatchesTheFusedKernel(in format: TestFormat) {
    var oracle = Oracle()
    oracle.bits = Int(format.format.depth)
    for mood in PixelMood.allCases {
      var picture = TestPicture(format, width: 150, height: 24, mood: mood, seed: 11)
      let source = picture
      picture.run(.mask, SplashDSP(.host), SplashKey(oracle))
      picture.run(.apply, SplashDSP(.host), SplashKey(oracle))
      #expect(picture.worstError(from: source, oracle) <= 1, "\(mood)")
    }
  }
}

extension TestPicture {
  /// The result's samples, wherever they lie.
  var result: [Int] {
    var copy = self
    let isOver = outCb.bytes.allSatisfy { $0 == 0xc3 } && outLuma.bytes.allSatisfy { $0 == 0xc3 }
    if isOver { (copy.outLuma, copy.outCb, copy.outCr) = (luma, cb, cr) }
    return copy.chromaResult
  }
}
