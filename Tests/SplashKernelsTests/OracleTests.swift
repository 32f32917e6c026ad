import CSplashKernels
import Dispatch
import Synchronization
import TestSupport

/// The promise: within one code of the rule in double precision.
@Suite struct OracleTests {
  #if DEBUG
    /// Unoptimized code tests every seventeenth luma code, to save time.
    private static let lumaStep = 17
  #else
    private static let lumaStep = 1
  #endif

  /// Every Y, Cb and Cr of 8 bits, as 4:4:4 frames of one luma code each.
  @Test(arguments: TestRule.soft.sampled(5))
  func everyInputIsWithinOneCode(of rule: TestRule) {
    let oracle = rule.oracle
    let worst = worstOfAllInputs(SplashKey(oracle)) { y, cb, cr in
      let mask = oracle.mask(Double(y), Double(cb), Double(cr))
      return (
        { cbOut in abs(Double(cbOut) - oracle.output(Double(cb), mask: mask)) },
        { crOut in abs(Double(crOut) - oracle.output(Double(cr), mask: mask)) }
      )
    }
    #expect(worst.error <= 1, "\(rule) at \(worst.place)")
  }

  @Test(arguments: TestRule.hard.sampled(2))
  func inputsOffHardEdgesAreWithinOneCode(of rule: TestRule) {
    let (inner, outer) = (rule.oracle.movingHardEdges(-1), rule.oracle.movingHardEdges(1))
    let worst = worstOfAllInputs(SplashKey(rule.oracle)) { y, cb, cr in
      let low = inner.mask(Double(y), Double(cb), Double(cr))
      let high = outer.mask(Double(y), Double(cb), Double(cr))
      return Self.outside((inner, low), (inner, high), cb, cr)
    }
    #expect(worst.error <= 1, "\(rule) at \(worst.place)")
  }

  /// Displayed HDR and wide gamut: within an error of half a degree of hue and of 0.005 in
  /// saturation and value, wherever there is more chroma than the
  /// general floor.
  @Test(arguments: TestRule.displayed)
  func displayedHDRInputsAreWithinHalfADegree(of rule: TestRule) {
    let inner = rule.oracle.moving(hues: -0.5, gates: -0.005) { _ in true }
    let outer = rule.oracle.moving(hues: 0.5, gates: 0.005) { _ in true }
    let worst = worstOfAllInputs(SplashKey(rule.oracle)) { y, cb, cr in
      let color = rule.oracle.balanced(Double(y), Double(cb), Double(cr))
      let chroma =
        max(color.red, color.green, color.blue) - min(color.red, color.green, color.blue)
      guard chroma >= 0.04 else { return ({ _ in 0 }, { _ in 0 }) }
      let (low, high) = (inner.mask(of: color), outer.mask(of: color))
      return Self.outside((inner, low), (outer, high), cb, cr)
    }
    #expect(worst.error <= 1, "\(rule) at \(worst.place)")
  }

  /// How far results for Cb and Cr are outside of those of two rules with their masks.
  private static func outside(
    _ a: (oracle: Oracle, mask: Double), _ b: (oracle: Oracle, mask: Double), _ cb: Int, _ cr: Int
  ) -> ((UInt8) -> Double, (UInt8) -> Double) {
    func distance(_ out: UInt8, _ code: Int) -> Double {
      let one = a.oracle.output(Double(code), mask: a.mask)
      let other = b.oracle.output(Double(code), mask: b.mask)
      return max(min(one, other) - Double(out), Double(out) - max(one, other), 0)
    }
    return ({ distance($0, cb) }, { distance($0, cr) })
  }

  private struct Worst: Sendable {
    var error = 0.0
    var place = ""
  }

  /// Runs the host's best kernel on every input, and asks how far each result is off.
  private func worstOfAllInputs(
    _ key: SplashKey,
    _ errors:
      @escaping @Sendable (_ y: Int, _ cb: Int, _ cr: Int) -> (
        (UInt8) -> Double, (UInt8) -> Double
      )
  ) -> Worst {
    let worst = Mutex(Worst())
    let blue = (0..<65536).map { UInt8($0 >> 8) }
    let red = (0..<65536).map { UInt8($0 & 255) }
    let lumas = Array(stride(from: 0, through: 255, by: Self.lumaStep))
    DispatchQueue.concurrentPerform(iterations: lumas.count) { index in
      let y = lumas[index]
      let (cbOut, crOut) = splash444(Array(repeating: UInt8(y), count: 65536), blue, red, key)
      var local = Worst()
      for cb in 0..<256 {
        for cr in 0..<256 {
          let at = cb << 8 | cr
          let (cbError, crError) = errors(y, cb, cr)
          let error = max(cbError(cbOut[at]), crError(crOut[at]))
          if error > local.error { local = Worst(error: error, place: "y \(y) cb \(cb) cr \(cr)") }
        }
      }
      worst.withLock { if local.error > $0.error { $0 = local } }
    }
    return worst.withLock { $0 }
  }

  private func splash444(_ y: [UInt8], _ cb: [UInt8], _ cr: [UInt8], _ key: SplashKey) -> (
    [UInt8], [UInt8]
  ) {
    var (cbOut, crOut) = (cb, cr)
    y.withUnsafeBufferPointer { y in
      cbOut.withUnsafeMutableBufferPointer { cb in
        crOut.withUnsafeMutableBufferPointer { cr in
          var picture = SplashPicture()
          picture.format = TestFormat("", .planar, 8, 0, 0, 0).format
          (picture.width, picture.height) = (256, 256)
          picture.luma = y.baseAddress
          picture.cb = UnsafePointer(cb.baseAddress)
          picture.cr = UnsafePointer(cr.baseAddress)
          (picture.out_cb, picture.out_cr) = (cb.baseAddress, cr.baseAddress)
          (picture.luma_stride, picture.cb_stride, picture.cr_stride) = (256, 256, 256)
          (picture.out_cb_stride, picture.out_cr_stride) = (256, 256)
          Operation.splash.run(SplashDSP(.host), key, picture, rows: 0..<256)
        }
      }
    }
    return (cbOut, crOut)
  }

  /// Other depths and layouts, sampled: means of luma, odd edges, results in units of an 8-bit
  /// code.
  @Test(arguments: TestFormat.all)
  func sampledInputsAreWithinOneCode(in format: TestFormat) {
    for (index, rule) in TestRule.soft.enumerated() {
      var oracle = rule.oracle
      oracle.bits = Int(format.format.depth)
      for mood in PixelMood.allCases {
        let seed = UInt64(index * 10 + mood.rawValue.count)
        var picture = TestPicture(format, width: 131, height: 37, mood: mood, seed: seed)
        let source = picture
        picture.run(.splash, SplashDSP(.host), SplashKey(oracle))
        let error = picture.worstError(from: source, oracle)
        #expect(error <= 1, "\(format), \(rule), \(mood), seed \(seed)")
      }
    }
  }
}
