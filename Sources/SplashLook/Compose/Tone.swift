internal import Glibc
internal import SplashBase

/// Steps of a look that a single pass over the picture can do: luma by a curve of an index, chroma
/// scaled with something added that depends on the index. The index is luma with a share of chroma.
///
/// Y' is 0…1 between black and white, Cb and Cr lie within ±0.5 of neutral; nothing is clamped.
struct Tone {
  /// What chroma adds to the index, a Cb and a Cr.
  private(set) var mix = (cb: 0.0, cr: 0.0)
  private(set) var keep = 1.0
  private(set) var hasCurve = false
  private(set) var hasOffset = false
  private(set) var luma: @Sendable (Double) -> Double = { $0 }
  private(set) var offset: @Sendable (Double) -> (cb: Double, cr: Double) = { _ in (0, 0) }
  private let matrix: ColorMatrix

  init(_ matrix: ColorMatrix) { self.matrix = matrix }

  var hasMix: Bool { mix != (0, 0) }

  /// Does a step after those it does already.
  ///
  /// - Returns: false where that takes another pass.
  mutating func add(_ step: LookStep) -> Bool {
    switch step {
    case .grey: scaleChroma(by: 0)
    case .mixer(let red, let green, let blue): return mixChannels(red, green, blue)
    case .noir:
      scaleChroma(by: 0)
      curve { y in
        let x = min(max((y - 0.08) / 0.84, 0), 1)
        return x * x * (3 - 2 * x)
      }
    case .sepia: tint(with: RGB(red: 0x9a / 255, green: 0x80 / 255, blue: 0x63 / 255), 1)
    case .tint(let color, let amount): tint(with: color, amount)
    case .fade(let factor), .vivid(let factor):
      // As far as the kernels' factors reach.
      guard keep * factor <= 4 else { return false }
      scaleChroma(by: factor)
    case .dim(let factor):
      scaleChroma(by: factor)
      curve { $0 * factor }
    case .contrast(let factor): curve { 0.5 + ($0 - 0.5) * factor }
    case .gamma(let gamma): curve { pow(max($0, 0), 1 / gamma) }
    case .solid(let color):
      let (level, cb, cr) = matrix.components(of: color)
      mix = (0, 0)
      keep = 0
      (luma, hasCurve) = ({ _ in level }, true)
      (offset, hasOffset) = ({ _ in (cb, cr) }, true)
    case .luminance, .blur, .lut, .image, .transparent: return false
    }
    return true
  }

  private mutating func curve(_ next: @escaping @Sendable (Double) -> Double) {
    let luma = luma
    self.luma = { next(luma($0)) }
    hasCurve = true
  }

  private mutating func scaleChroma(by factor: Double) {
    keep *= factor
    guard hasOffset else { return }
    let offset = offset
    self.offset = {
      let (cb, cr) = offset($0)
      return (cb * factor, cr * factor)
    }
    hasOffset = factor != 0
  }

  private mutating func tint(with color: RGB, _ amount: Double) {
    scaleChroma(by: 1 - amount)
    let (level, cb, cr) = matrix.components(of: color)
    guard level > 0, level < 1, amount > 0 else { return }
    let (luma, offset) = (luma, offset)
    self.offset = { index in
      let y = luma(index)
      let share = amount * max(0, y < level ? y / level : (1 - y) / (1 - level))
      let (otherCb, otherCr) = offset(index)
      return (otherCb + share * cb, otherCr + share * cr)
    }
    hasOffset = true
  }

  private mutating func mixChannels(_ red: Double, _ green: Double, _ blue: Double) -> Bool {
    let sum = red + green + blue
    let weights = matrix.mixer(red, green, blue)
    if keep == 0 {
      let (luma, offset) = (luma, offset)
      self.luma = { index in
        let (cb, cr) = offset(index)
        return sum * luma(index) + weights.cb * cb + weights.cr * cr
      }
    } else if !hasCurve, !hasOffset, !hasMix {
      mix = (keep * weights.cb / sum, keep * weights.cr / sum)
      luma = { sum * $0 }
    } else {
      return false
    }
    hasCurve = true
    scaleChroma(by: 0)
    return true
  }
}

extension ColorMatrix {
  private var kg: Double { 1 - kr - kb }

  /// Y', Cb and Cr of a color.
  func components(of color: RGB) -> (luma: Double, cb: Double, cr: Double) {
    let luma = kr * color.red + kg * color.green + kb * color.blue
    return (luma, (color.blue - luma) / (2 * (1 - kb)), (color.red - luma) / (2 * (1 - kr)))
  }

  /// What Cb and Cr add to a sum of R', G' and B' with these weights; Y' adds the sum of them.
  fileprivate func mixer(
    _ red: Double, _ green: Double, _ blue: Double
  ) -> (cb: Double, cr: Double) {
    let (redPerCr, bluePerCb) = (2 * (1 - kr), 2 * (1 - kb))
    return (
      (blue - green * kb / kg) * bluePerCb, (red - green * kr / kg) * redPerCr
    )
  }
}
