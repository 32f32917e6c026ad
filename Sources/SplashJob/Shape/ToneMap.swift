internal import Foundation
internal import SplashCore

/// High dynamic range as a display of BT.709 shows it: Specification.md section 5, HDR as SDR.
///
/// Codes of 16 bits of R'G'B' in, codes of 16 bits of R'G'B' out. All roots and powers are tables,
/// of which those of light have 1 in 8192 of its fourth root for a step, straight lines between.
struct ToneMap: Sendable {
  /// What SDR shows as white: the reference white of HDR (BT.2408), in cd/m².
  static let white = 203.0

  /// Light of each code: in cd/m² of PQ, of the scene, 0…1, of HLG.
  private let light: [Float]
  /// By what light is multiplied, by the fourth root of the largest component in shares of `top`.
  private let gains: [Float]
  /// Signal of light in shares of white, 0…1, by its fourth root.
  private let signals: [Float]
  private let top: Float
  private let isHLG: Bool
  private let weights: [Float]
  private let luminance: [Float]

  private static let steps = 8192

  /// - Parameter peak: the brightest light of the clip in cd/m²; HLG has 1000.
  init(_ transfer: ColorTransfer, _ primaries: ColorPrimaries, peak: Double) {
    isHLG = transfer == .hlg
    light = (0...65535).map { code in
      let signal = Double(code) / 65535
      return Float(transfer == .hlg ? Self.scene(signal) : Self.pqLight(signal))
    }
    let top = 10_000.0
    self.top = Float(top)
    gains = (0...Self.steps).map { step in
      let light = top * pow(Double(max(step, 1)) / Double(Self.steps), 4)
      return Float(Self.displayed(light, peak: peak) / light / Self.white)
    }
    signals = (0...Self.steps).map {
      Float(pow(Double($0) / Double(Self.steps), 4 / 2.4) * 65535)
    }
    let (red, green, blue) = primaries.toBT709
    weights = [red, green, blue].flatMap { [$0.red, $0.green, $0.blue] }.map(Float.init)
    luminance = primaries == .bt2020 ? [0.2627, 0.6780, 0.0593] : [0.2126, 0.7152, 0.0722]
  }

  /// One row; the four planes of R'G'B' formats lie as G, B, R.
  func apply(
    _ source: (
      green: UnsafePointer<UInt16>, blue: UnsafePointer<UInt16>, red: UnsafePointer<UInt16>
    ),
    _ target: (
      green: UnsafeMutablePointer<UInt16>, blue: UnsafeMutablePointer<UInt16>,
      red: UnsafeMutablePointer<UInt16>
    ), count: Int
  ) {
    light.withUnsafeBufferPointer { light in
      for x in 0..<count {
        var red = light[Int(source.red[x])]
        var green = light[Int(source.green[x])]
        var blue = light[Int(source.blue[x])]
        if isHLG {
          // BT.2100, table 5: the OOTF of a display of 1000 cd/m².
          let seen = luminance[0] * red + luminance[1] * green + luminance[2] * blue
          let gain = 1000 * powf(seen, 0.2)
          (red, green, blue) = (red * gain, green * gain, blue * gain)
        }
        let most = max(red, green, blue)
        let gain = at(most / top, in: gains)
        (red, green, blue) = (red * gain, green * gain, blue * gain)
        target.red[x] = code(weights[0] * red + weights[1] * green + weights[2] * blue)
        target.green[x] = code(weights[3] * red + weights[4] * green + weights[5] * blue)
        target.blue[x] = code(weights[6] * red + weights[7] * green + weights[8] * blue)
      }
    }
  }

  private func code(_ light: Float) -> UInt16 {
    UInt16(at(min(max(light, 0), 1), in: signals).rounded())
  }

  /// - Parameter share: 0…1.
  private func at(_ share: Float, in table: [Float]) -> Float {
    let place = min(share.squareRoot().squareRoot(), 1) * Float(Self.steps)
    let step = min(Int(place), Self.steps - 1)
    return table[step] + (table[step + 1] - table[step]) * (place - Float(step))
  }

  // MARK: - BT.2390 and BT.2100

  /// The light that takes the place of some light, in cd/m²: the EETF of BT.2390-8, section 5.4.1,
  /// for a display whose white is 203 cd/m² and whose black is none.
  private static func displayed(_ light: Double, peak: Double) -> Double {
    guard peak > white else { return min(light, white) }
    let source = pqSignal(peak)
    let most = pqSignal(white) / source
    let knee = 1.5 * most - 0.5
    let signal = min(pqSignal(light) / source, 1)
    guard signal > knee else { return light }
    let t = (signal - knee) / (1 - knee)
    let (square, cube) = (t * t, t * t * t)
    let spline =
      (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + t) * (1 - knee)
      + (3 * square - 2 * cube) * most
    return pqLight(spline * source)
  }

  /// BT.2100, table 4.
  private static func pqLight(_ signal: Double) -> Double {
    let power = pow(signal, 32 / 2523.0)
    return 10_000
      * pow(max(power - 3424 / 4096, 0) / (2413 / 128 - 2392 / 128 * power), 16384 / 2610)
  }

  private static func pqSignal(_ light: Double) -> Double {
    let power = pow(light / 10_000, 2610 / 16384)
    return pow((3424 / 4096 + 2413 / 128 * power) / (1 + 2392 / 128 * power), 2523 / 32)
  }

  /// BT.2100, table 5.
  private static func scene(_ signal: Double) -> Double {
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }
}
