internal import CSplashKernels

/// A tone as kernel tables, for one coding and depth.
final class TonePass: LookPass {
  private let luma: [UInt16]
  /// Pairs of Cb and Cr.
  private let chroma: [Int16]
  private var kernelTone: SplashTone

  /// - Parameter writesLuma: whether to write luma even if the tone does not change it.
  init(_ tone: Tone, _ coding: ColorCoding, depth: Int, writesLuma: Bool) {
    let codes = CodeScale(coding, depth: depth)
    // If chroma is mixed in, or several luma samples are averaged, an index lies between two codes,
    // which a steep curve would show. Without a curve luma is that index.
    let fraction = tone.hasMix ? max(0, 12 - depth) : 0
    let indices = 0..<(1 << (depth + fraction))
    func level(_ index: Int) -> Double { codes.level(Double(index) / Double(1 << fraction)) }
    luma =
      tone.hasCurve || writesLuma && !tone.hasMix
      ? indices.map { UInt16(codes.code(tone.luma(level($0)))) } : []
    var chroma: [Int16] = []
    if tone.hasOffset {
      func units(_ distance: Double) -> Int16 {
        let unit = 64 / Double(1 << (depth - 8))
        return Int16(min(max(distance * codes.chroma * unit, -32768), 32767).rounded())
      }
      for index in indices {
        let offset = tone.offset(level(index))
        chroma += [units(offset.cb), units(offset.cr)]
      }
    }
    self.chroma = chroma
    kernelTone = SplashTone()
    let one = Double(splash_one)
    func weight(_ mix: Double, upTo limit: Int32) -> Int32 {
      let limit = Double(limit)
      return Int32(min(max(mix * codes.luma / codes.chroma * one, -limit), limit).rounded())
    }
    kernelTone.mix_cb = weight(tone.mix.cb, upTo: 32767)
    kernelTone.mix_cr = weight(tone.mix.cr, upTo: 32767 - abs(kernelTone.mix_cb))
    kernelTone.is_index = tone.hasMix && !tone.hasCurve
    kernelTone.fraction = Int32(fraction)
    kernelTone.keep = Int32(min(tone.keep * one, 16384).rounded())
  }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var (tone, picture) = (kernelTone, picture)
    luma.withUnsafeBufferPointer { luma in
      chroma.withUnsafeBufferPointer { chroma in
        tone.luma = luma.isEmpty ? nil : luma.baseAddress
        tone.chroma = chroma.isEmpty ? nil : chroma.baseAddress
        kernels.tone(&tone, &picture, rows.lowerBound, rows.upperBound)
      }
    }
  }
}

/// Black and white by the luminance of sRGB-coded R'G'B' (IEC 61966-2-1), for 8 bits: within one
/// code of the formula, and several times as fast as `CurvesPass`, which other depths need.
final class LuminancePass: LookPass {
  private let coding: ColorCoding

  init(_ coding: ColorCoding) { self.coding = coding }

  func draw(_ picture: SplashPicture, rows: Range<Int32>, _ kernels: SplashDSP) {
    var picture = picture
    var rule = SplashRule(coding, depth: 8, gains: Gains())
    kernels.luminance(&rule, &picture, rows.lowerBound, rows.upperBound)
  }
}
