internal import Glibc

/// Steps of a look that one pass can do: luma by a curve of an index, chroma by a factor plus an
/// offset that depends on the index. The index is luma plus a share of chroma.
///
/// Y' is 0…1 between black and white, Cb and Cr are within ±0.5 of neutral; values are not clamped.
struct Tone {
  /// Weights of Cb and Cr in the index.
  private(set) var mix = (cb: 0.0, cr: 0.0)
  private(set) var keep = 1.0
  private(set) var hasCurve = false
  private(set) var hasOffset = false
  private(set) var luma: @Sendable (Double) -> Double = { $0 }
  private(set) var offset: @Sendable (Double) -> (cb: Double, cr: Double) = { _ in (0, 0) }
  private let matrix: ColorMatrix

  init(_ matrix: ColorMatrix) { self.matrix = matrix }

  var hasMix: Bool { mix != (0, 0) }

  /// Appends a step, at its amount.
  ///
  /// - Returns: false if the step needs a pass of its own.
  mutating func add(_ step: LookStep) -> Bool {
    guard case .fold(let change) = step.form.effect else { return false }
    var next = self
    guard change(&next, step) else { return false }
    if step.amount < 1 {
      guard next.mixIn(self, 1 - step.amount) else { return false }
    }
    self = next
    return true
  }

  /// Mixes in a share of another tone with the same input; false if the result is not a tone.
  private mutating func mixIn(_ other: Tone, _ share: Double) -> Bool {
    let own = 1 - share
    if mix != other.mix {
      // A channel mixer after only a chroma factor: luma is linear in the index.
      guard other.mix == (0, 0), !other.hasCurve, !other.hasOffset, !hasOffset else { return false }
      let factor = luma(1) * own + share
      guard luma(1) * own > 0 else { return false }
      let part = luma(1) * own / factor
      mix = (mix.cb * part, mix.cr * part)
      if hasCurve { luma = { factor * $0 } }
    } else {
      let (luma, offset) = (luma, offset)
      self.luma = { own * luma($0) + share * other.luma($0) }
      self.offset = {
        let (mine, others) = (offset($0), other.offset($0))
        return (own * mine.cb + share * others.cb, own * mine.cr + share * others.cr)
      }
      hasCurve = hasCurve || other.hasCurve
      hasOffset = hasOffset || other.hasOffset
    }
    keep = own * keep + share * other.keep
    return true
  }

  /// Multiplies chroma; false if the factor exceeds the kernels' range.
  mutating func multiplyChroma(by factor: Double) -> Bool {
    guard keep * factor <= 4 else { return false }
    scaleChroma(by: factor)
    return true
  }

  /// Fills everything with one color.
  mutating func fill(with color: RGB) { range(from: color, to: color) }

  /// Maps luma from black to white to the colors between two.
  mutating func range(from dark: RGB, to light: RGB) {
    let (low, high) = (matrix.components(of: dark), matrix.components(of: light))
    let luma = luma
    @Sendable func place(_ index: Double) -> Double { min(max(luma(index), 0), 1) }
    self.luma = { low.luma + place($0) * (high.luma - low.luma) }
    offset = {
      let place = place($0)
      return (low.cb + place * (high.cb - low.cb), low.cr + place * (high.cr - low.cr))
    }
    (keep, hasCurve, hasOffset) = (0, true, true)
  }

  mutating func curve(_ next: @escaping @Sendable (Double) -> Double) {
    let luma = luma
    self.luma = { next(luma($0)) }
    hasCurve = true
  }

  mutating func scaleChroma(by factor: Double) {
    keep *= factor
    guard hasOffset else { return }
    let offset = offset
    self.offset = {
      let (cb, cr) = offset($0)
      return (cb * factor, cr * factor)
    }
    hasOffset = factor != 0
  }

  /// Replaces chroma by that of the gradient from black through this color to white, at each luma.
  mutating func tint(with color: RGB) {
    scaleChroma(by: 0)
    let (level, cb, cr) = matrix.components(of: color)
    guard level > 0, level < 1 else { return }
    let luma = luma
    offset = { index in
      let y = luma(index)
      let share = max(0, y < level ? y / level : (1 - y) / (1 - level))
      return (share * cb, share * cr)
    }
    hasOffset = true
  }

  /// Replaces luma by a weighted sum of R', G' and B', and removes chroma.
  mutating func mixChannels(_ red: Double, _ green: Double, _ blue: Double) -> Bool {
    let sum = red + green + blue
    let weights = matrix.mixer(red, green, blue)
    if keep == 0 {
      let (luma, offset) = (luma, offset)
      self.luma = { index in
        let (cb, cr) = offset(index)
        return sum * luma(index) + weights.cb * cb + weights.cr * cr
      }
      hasCurve = true
    } else if !hasCurve, !hasOffset, !hasMix {
      mix = (keep * weights.cb / sum, keep * weights.cr / sum)
      if abs(sum - 1) > 1e-9 { curve { sum * $0 } }
    } else {
      return false
    }
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

  /// The weights of Cb and Cr in a weighted sum of R', G' and B'; the weight of Y' is the sum of
  /// the three.
  fileprivate func mixer(
    _ red: Double, _ green: Double, _ blue: Double
  ) -> (cb: Double, cr: Double) {
    let (redPerCr, bluePerCb) = (2 * (1 - kr), 2 * (1 - kb))
    return (
      (blue - green * kb / kg) * bluePerCb, (red - green * kr / kg) * redPerCr
    )
  }
}
