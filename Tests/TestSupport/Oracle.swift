/// The color rule in double precision, written from the formulas of Specification.md section 2 and
/// from nothing else: the reference for every kernel.
public struct Oracle: Sendable {
  public struct Hue: Sendable {
    public var center: Double
    public var width = 20.0
    public var softness = 10.0
    public var saturation: ClosedRange<Double>?
    public var value: ClosedRange<Double>?

    /// All of the circle and a saturation of its own from 0 on: the chroma floor does not apply.
    public var countsGreys: Bool { width >= 180 && saturation?.lowerBound == 0 }

    public init(
      _ center: Double, width: Double = 20, softness: Double = 10,
      saturation: ClosedRange<Double>? = nil, value: ClosedRange<Double>? = nil
    ) {
      self.center = center
      self.width = width
      self.softness = softness
      self.saturation = saturation
      self.value = value
    }
  }

  /// Weights of R' and B' in luma: BT.709.
  public var kr = 0.2126
  public var kb = 0.0722
  public var isFullRange = false
  public var bits = 8
  public var hues = [Hue(0)]
  public var drops: [Hue] = []
  public var saturation = 0.20...1.0
  public var value = 0.10...1.0
  public var gateSoftness = 0.10
  public var chromaFloor = 0.04
  public var gains = (red: 1.0, green: 1.0, blue: 1.0)
  public var isInverted = false
  /// The display of R'G'B'; nil where R'G'B' is displayed as it is.
  public var display: Display?

  public init() {}

  /// How much of its color a pixel keeps, 0…1, from its codes; luma may be a mean of codes.
  public func mask(_ y: Double, _ cb: Double, _ cr: Double) -> Double {
    mask(of: balanced(y, cb, cr))
  }

  /// The same from R'G'B' with the gains.
  public func mask(of color: (red: Double, green: Double, blue: Double)) -> Double {
    let (red, green, blue) = color
    let top = max(red, green, blue)
    let bottom = min(red, green, blue)
    let chroma = top - bottom
    let s = top == 0 ? 0 : chroma / top
    let v = min(top, 1)
    let h = hue(red, green, blue, top: top, chroma: chroma)

    var kept = 0.0
    for hue in hues {
      let gates = gate(s, hue.saturation ?? saturation) * gate(v, hue.value ?? value)
      let floor = hue.countsGreys ? 1 : fade(chromaFloor - chroma, chromaFloor / 2)
      kept = max(kept, share(of: hue, at: h) * gates * floor)
    }
    for drop in drops { kept *= 1 - share(of: drop, at: h) }
    return isInverted ? 1 - kept : kept
  }

  /// R'G'B' of a sample with the gains, not clamped after them.
  public func balanced(
    _ y: Double, _ cb: Double, _ cr: Double
  ) -> (red: Double, green: Double, blue: Double) {
    let (luma, blueDifference, redDifference) = normalized(y, cb, cr)
    let red = luma + 2 * (1 - kr) * redDifference
    let blue = luma + 2 * (1 - kb) * blueDifference
    let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
    let clamped = (
      red: min(max(red, 0), 1), green: min(max(green, 0), 1), blue: min(max(blue, 0), 1)
    )
    let seen = display?.displayed(clamped) ?? clamped
    return (seen.red * gains.red, seen.green * gains.green, seen.blue * gains.blue)
  }

  /// Codes as Y', Cb and Cr.
  private func normalized(
    _ y: Double, _ cb: Double, _ cr: Double
  ) -> (luma: Double, blueDifference: Double, redDifference: Double) {
    let unit = Double(1 << (bits - 8))
    let largestCode = Double(1 << bits) - 1
    let chromaSpan = isFullRange ? largestCode : 224 * unit
    return (
      isFullRange ? y / largestCode : (y - 16 * unit) / (219 * unit),
      (cb - 128 * unit) / chromaSpan, (cr - 128 * unit) / chromaSpan
    )
  }

  /// A chroma code after the rule.
  public func output(_ code: Double, mask: Double) -> Double {
    let neutral = Double(1 << (bits - 1))
    return neutral + (mask * (code - neutral)).rounded()
  }

  /// Codes of a color under the gains, not rounded. G' follows from luma and the displayable R' and
  /// B'.
  public func balancedCodes(
    _ y: Double, _ cb: Double, _ cr: Double
  ) -> (y: Double, cb: Double, cr: Double) {
    func shown(_ x: Double) -> Double { min(max(x, 0), 1) }
    let (luma, blueDifference, redDifference) = normalized(y, cb, cr)
    var red = shown(luma + 2 * (1 - kr) * redDifference)
    var blue = shown(luma + 2 * (1 - kb) * blueDifference)
    var green = shown((luma - kr * red - kb * blue) / (1 - kr - kb))
    (red, green, blue) = (
      shown(red * gains.red), shown(green * gains.green), shown(blue * gains.blue)
    )
    let level = kr * red + (1 - kr - kb) * green + kb * blue
    let unit = Double(1 << (bits - 8))
    let largestCode = Double(1 << bits) - 1
    func chroma(_ difference: Double) -> Double {
      min(max(128 * unit + (isFullRange ? largestCode : 224 * unit) * difference, 0), largestCode)
    }
    return (
      isFullRange ? largestCode * level : (16 + 219 * level) * unit,
      chroma((blue - level) / (2 * (1 - kb))), chroma((red - level) / (2 * (1 - kr)))
    )
  }

  private func hue(_ r: Double, _ g: Double, _ b: Double, top: Double, chroma: Double) -> Double {
    guard chroma > 0 else { return 0 }
    var degrees: Double
    if top == r {
      degrees = 60 * (g - b) / chroma
    } else if top == g {
      degrees = 120 + 60 * (b - r) / chroma
    } else {
      degrees = 240 + 60 * (r - g) / chroma
    }
    if degrees < 0 { degrees += 360 }
    return degrees
  }

  private func share(of hue: Hue, at degrees: Double) -> Double {
    let apart = abs(degrees - hue.center).truncatingRemainder(dividingBy: 360)
    return fade(min(apart, 360 - apart) - hue.width, hue.softness)
  }

  private func gate(_ x: Double, _ range: ClosedRange<Double>) -> Double {
    fade(range.lowerBound - x, gateSoftness) * fade(x - range.upperBound, gateSoftness)
  }

  private func fade(_ x: Double, _ softness: Double) -> Double {
    softness == 0 ? (x <= 0 ? 1 : 0) : min(max(1 - x / softness, 0), 1)
  }
}
