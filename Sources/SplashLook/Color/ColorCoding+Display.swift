internal import Glibc

extension ColorCoding {
  /// The matrix from linear RGB of the stream to that of the display, as three rows.
  var toDisplayed:
    (red: ColorPrimaries.Weights, green: ColorPrimaries.Weights, blue: ColorPrimaries.Weights)
  { profile.map { ($0.red, $0.green, $0.blue) } ?? primaries.toBT709 }

  /// R'G'B' as a BT.709 display shows it: Specification.md section 2, HDR. White is 1, brighter
  /// colors are above. With a color profile, R'G'B' as an sRGB display shows it.
  package func displayed(_ color: RGB) -> RGB {
    guard isWide else { return color }
    func light(_ signal: Double) -> Double {
      profile?.curve.light(signal) ?? transfer.light(signal)
    }
    let light = RGB(
      red: light(color.red), green: light(color.green), blue: light(color.blue))
    let (red, green, blue) = toDisplayed
    func shown(_ weights: ColorPrimaries.Weights) -> Double {
      let sum =
        weights.red * light.red + weights.green * light.green + weights.blue * light.blue
      return profile == nil ? pow(max(sum, 0), 1 / 2.4) : DisplayProfile.shown(sum)
    }
    return RGB(red: shown(red), green: shown(green), blue: shown(blue))
  }

  /// Converts gains of the displayed R'G'B' to gains of the stream's own: exact for SDR in BT.709,
  /// else exact for an 18 % grey.
  func stored(_ gains: Gains) -> Gains {
    func stored(_ gain: Double) -> Double {
      if let curve = profile?.curve { return pow(gain, 2.2 / curve.power) }
      return transfer.signal(0.18 * pow(gain, 2.4)) / transfer.signal(0.18)
    }
    return isWide
      ? Gains(red: stored(gains.red), green: stored(gains.green), blue: stored(gains.blue)) : gains
  }
}

extension DisplayProfile {
  /// The sRGB code of linear light, 0…1.
  static func shown(_ light: Double) -> Double { SRGBCurve.code(min(max(light, 0), 1)) }
}

extension DisplayProfile.Curve {
  /// The power of the curve, or of the one closest to it.
  fileprivate var power: Double {
    switch self {
    case .sRGB, .gamma22: 2.2
    case .gamma18: 1.8
    case .linear: 1
    }
  }

  /// Linear light of an R', G' or B' value, 0…1.
  package func light(_ signal: Double) -> Double {
    self == .sRGB ? SRGBCurve.light(signal) : pow(signal, power)
  }
}

extension ColorTransfer {
  /// Linear light of an R', G' or B' value, 0…1, relative to the reference white of BT.2408: 203
  /// cd/m² in PQ, 75 % of the signal in HLG. BT.2100, tables 4 and 5; the display gamma of HLG is
  /// left out, since it changes no hue.
  fileprivate func light(_ signal: Double) -> Double {
    switch self {
    case .sdr: return pow(signal, 2.4)
    case .pq:
      let power = pow(signal, 32 / 2523.0)
      let share = max(power - 3424 / 4096, 0) / (2413 / 128 - 2392 / 128 * power)
      return 10000 / 203 * pow(share, 16384 / 2610)
    case .hlg: return Self.scene(signal) / Self.scene(0.75)
    }
  }

  /// The signal for some light: the inverse of `light`.
  fileprivate func signal(_ light: Double) -> Double {
    switch self {
    case .sdr: return pow(light, 1 / 2.4)
    case .pq:
      let power = pow(light * 203 / 10000, 2610 / 16384)
      return pow(
        (3424 / 4096 + 2413 / 128 * power) / (1 + 2392 / 128 * power), 2523 / 32)
    case .hlg:
      let scene = light * Self.scene(0.75)
      return scene <= 1.0 / 12
        ? (3 * scene).squareRoot() : Self.a * log(12 * scene - Self.b) + Self.c
    }
  }

  private static let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)

  private static func scene(_ signal: Double) -> Double {
    signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }
}
