import CSplashKernels
import TestSupport

/// The kernels that write whole frames: the balanced one, and the mask as grey.
@Suite struct WholePictureTests {
  private enum Kernel: CaseIterable { case balance, showMask }

  /// Packed frames come out planar.
  private static let formats = TestFormat.all.filter { format in
    format.unpacks || format.format.layout == .planar || format.format.layout == .semiplanar
  }
  private static let sets: [(String, CPUFlags)] = [
    ("sse2", .sse2), ("avx2", .avx2), ("avx512", .avx512), ("neon", .neon),
  ]

  private static let balances: [Oracle] = [
    oracle { $0.gains = (1.1, 1, 0.9) },
    oracle {
      $0.gains = (0.7, 1.3, 1.6)
      $0.isFullRange = true
      ($0.kr, $0.kb) = (0.299, 0.114)
    },
    oracle {
      $0.gains = (2, 0.5, 1)
      ($0.kr, $0.kb) = (0.2627, 0.0593)
    },
    oracle {
      $0.gains = (2, 1, 0.5)
      $0.isFullRange = true
    },
    oracle { $0.gains = (3.9, 1, 7.9) },
    oracle { $0.gains = (0.5, 1, 9) },
  ]

  private static func oracle(_ change: (inout Oracle) -> Void) -> Oracle {
    var oracle = Oracle()
    change(&oracle)
    return oracle
  }

  private func run(
    _ kernel: Kernel, _ set: CPUFlags, _ oracle: Oracle, _ picture: TestPicture, slices: Int = 1
  ) -> TestPicture {
    var oracle = oracle
    oracle.bits = Int(picture.format.format.depth)
    var (rule, result, kernels) = (SplashRule(oracle), picture, SplashDSP(set))
    result.withSlices(slices) { picture, rows in
      switch kernel {
      case .balance: kernels.balance(&rule, &picture, rows.lowerBound, rows.upperBound)
      case .showMask: kernels.showMask(&rule, &picture, rows.lowerBound, rows.upperBound)
      }
    }
    return result
  }

  /// Every set that this machine has gives the bits of the reference, in slices too, and touches no
  /// byte beside its result's. `ParityTests` says which sets it lacks.
  @Test(arguments: formats)
  func wholeFrameKernelsMatchTheReference(in format: TestFormat) {
    for (name, set) in Self.sets where CPUFlags.host.contains(set) {
      for width in Array(1...70) + [95, 127, 128, 129, 200, 257] {
        let mood = PixelMood.allCases[width % PixelMood.allCases.count]
        let picture = TestPicture(
          format, width: width, height: 1 + width % 5, mood: mood, seed: UInt64(width))
        for kernel in Kernel.allCases {
          let oracle = Self.balances[width % Self.balances.count]
          let expected = run(kernel, .reference, oracle, picture)
          let result = run(kernel, set, oracle, picture, slices: 2)
          guard expected.everything == result.everything else {
            Issue.record("\(name) \(kernel) \(format) width \(width) \(mood)")
            return
          }
        }
      }
    }
  }

  /// Within rounding of the formulas in double precision: R' and B' from luma and chroma, G' from
  /// luma, each within 0…1, times its gain, within 0…1, and back. Luma of 8 bits has steps of 1/32
  /// code, which the gains enlarge.
  @Test(arguments: formats)
  func balanceKernelIsTheFormulaRounded(in format: TestFormat) {
    for var oracle in Self.balances {
      oracle.bits = Int(format.format.depth)
      for mood in PixelMood.allCases {
        let source = TestPicture(format, width: 131, height: 37, mood: mood, seed: 5)
        let result = run(.balance, .host, oracle, source)
        var worst = 0.0
        for y in 0..<source.height {
          for x in 0..<source.width {
            let (column, row) = (
              x >> Int(format.format.log2_width), y >> Int(format.format.log2_height)
            )
            let (cb, cr) = source.chromaCodes(column, row, result: false)
            let luma = oracle.balancedCodes(
              Double(source.lumaCode(x, y)), Double(cb), Double(cr)
            ).y
            worst = max(worst, abs(Double(result.load(result.outLuma, x, y)) - luma))
            let expected = oracle.balancedCodes(
              source.meanLuma(column, row), Double(cb), Double(cr))
            let chroma = result.chromaCodes(column, row, result: true)
            worst = max(worst, abs(Double(chroma.0) - expected.cb))
            worst = max(worst, abs(Double(chroma.1) - expected.cr))
          }
        }
        let gains = oracle.gains
        let step = oracle.bits == 8 ? max(gains.red, gains.green, gains.blue) / 32 : 0
        #expect(worst < 0.55 + step, "\(mood), gains \(oracle.gains)")
      }
    }
  }

  @Test(arguments: formats, [false, true])
  func shownMaskRunsFromBlackToWhite(in format: TestFormat, isFullRange: Bool) {
    let oracle = Self.oracle { $0.isFullRange = isFullRange }
    let source = TestPicture(format, width: 255, height: 9, mood: .random, seed: 6)
    let result = run(.showMask, .host, oracle, source)
    let unit = Double(1 << (format.format.depth - 8))
    let largest = Double(1 << format.format.depth) - 1
    let (black, white) = isFullRange ? (0, largest) : (16 * unit, 235 * unit)
    for y in 0..<source.height {
      for x in 0..<source.width {
        let (column, row) = (
          x >> Int(format.format.log2_width), y >> Int(format.format.log2_height)
        )
        let mask = source.mask.bytes[source.mask.start + row * source.mask.stride + column]
        let grey = black + Double(mask) / 255 * (white - black)
        #expect(abs(Double(result.load(result.outLuma, x, y)) - grey) < 0.55)
        let chroma = result.chromaCodes(column, row, result: true)
        #expect(chroma == (Int(128 * unit), Int(128 * unit)))
      }
    }
  }
}
