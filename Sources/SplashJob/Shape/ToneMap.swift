internal import Foundation

/// High dynamic range as a display of BT.709 shows it: Specification.md section 5, HDR as SDR.
///
/// Method A of BT.2446-1, section 3.1. Codes of 16 bits of R'G'B' in, codes of 16 bits of R'G'B'
/// out. All powers are tables but that of HLG's OOTF, of 16384 steps where they are not of codes.
struct ToneMap: Sendable {
  /// Light of each code to the power of 1/2.4: for PQ as a share of the peak, for HLG as a share of
  /// the scene's.
  private let coded: [Float]
  /// The scene's light of each code of HLG, 0…1.
  private let scene: [Float]
  /// Factor for the gamma-coded components, by their luma, 0…1.
  private let gains: [Float]
  /// Gamma-coded SDR component to light, 0…1.
  private let lights: [Float]
  /// SDR code by the fourth root of light, 0…1.
  private let signals: [UInt16]
  /// Rows of the matrix from linear light in the source's primaries to BT.709.
  private let rows: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
  private let luma: (red: Float, green: Float, blue: Float)

  private static let steps = 16384

  /// - Parameter peak: the brightest light in cd/m² of the display on which the clip was mastered.
  init(_ transfer: ColorTransfer, _ primaries: ColorPrimaries, peak: Double) {
    let codes = (0...65535).map { Double($0) / 65535 }
    scene = transfer == .hlg ? codes.map { Float(Self.scene($0)) } : []
    coded = codes.map { code in
      let light = transfer == .hlg ? Self.scene(code) : min(Self.pqLight(code) / peak, 1)
      return Float(pow(light, 1 / 2.4))
    }
    let places = (0...Self.steps).map { Double($0) / Double(Self.steps) }
    gains = places.map { place in
      let luma = max(place, 1e-6)
      return Float(Self.mapped(luma, peak: peak) / luma)
    }
    lights = places.map { Float(pow($0, 2.4)) }
    signals = places.map { UInt16((pow($0, 4 / 2.4) * 65535).rounded()) }
    let (red, green, blue) = primaries.toBT709
    func row(_ weights: ColorPrimaries.Weights) -> SIMD3<Float> {
      SIMD3(Float(weights.red), Float(weights.green), Float(weights.blue))
    }
    rows = (row(red), row(green), row(blue))
    luma = primaries == .bt2020 ? (0.2627, 0.6780, 0.0593) : (0.2126, 0.7152, 0.0722)
  }

  /// Maps one row; the planes of R'G'B' formats are in the order G, B, R.
  func apply(
    _ source: (
      green: UnsafePointer<UInt16>, blue: UnsafePointer<UInt16>, red: UnsafePointer<UInt16>
    ),
    _ target: (
      green: UnsafeMutablePointer<UInt16>, blue: UnsafeMutablePointer<UInt16>,
      red: UnsafeMutablePointer<UInt16>
    ), count: Int
  ) {
    let (rows, luma) = (rows, luma)
    for x in 0..<count {
      let codes = (Int(source.red[x]), Int(source.green[x]), Int(source.blue[x]))
      var (red, green, blue) = (coded[codes.0], coded[codes.1], coded[codes.2])
      if !scene.isEmpty {
        // BT.2100, table 5: the OOTF of a display of 1000 cd/m², gamma-coded as the components are.
        let seen =
          luma.red * scene[codes.0] + luma.green * scene[codes.1] + luma.blue * scene[codes.2]
        let gain = powf(seen, 0.2 / 2.4)
        (red, green, blue) = (red * gain, green * gain, blue * gain)
      }
      let grey = luma.red * red + luma.green * green + luma.blue * blue
      let gain = gains[Self.step(grey)]
      // The factor of Cb and Cr; each component is luma plus a sum of these.
      let chroma = gain / 1.1
      // One tenth of Cr where that is positive; Cr is scaled by 2 (1 − Kr).
      let excess = max(0.1 * chroma * (red - grey) / (2 * (1 - luma.red)), 0)
      let base = (gain - chroma) * grey - excess
      red = lights[Self.step(base + chroma * red)]
      green = lights[Self.step(base + chroma * green)]
      blue = lights[Self.step(base + chroma * blue)]
      target.red[x] = code(rows.0.x * red + rows.0.y * green + rows.0.z * blue)
      target.green[x] = code(rows.1.x * red + rows.1.y * green + rows.1.z * blue)
      target.blue[x] = code(rows.2.x * red + rows.2.y * green + rows.2.z * blue)
    }
  }

  private func code(_ light: Float) -> UInt16 {
    signals[Self.step(max(light, 0).squareRoot().squareRoot())]
  }

  /// Index of the nearest table entry, for a position that is clamped to 0…1.
  private static func step(_ place: Float) -> Int {
    Int(min(max(place, 0), 1) * Float(steps) + 0.5)
  }

  // MARK: - BT.2446 and BT.2100

  /// SDR luma, 0…1, for HDR luma whose peak is 1: BT.2446-1, table 2, for an SDR display of 100
  /// cd/m².
  private static func mapped(_ luma: Double, peak: Double) -> Double {
    func ratio(_ peak: Double) -> Double { 1 + 32 * pow(peak / 10_000, 1 / 2.4) }
    let (before, after) = (ratio(peak), ratio(100))
    let even = log(1 + (before - 1) * luma) / log(before)
    let bent =
      even <= 0.7399
      ? 1.0770 * even
      : even < 0.9909 ? (-1.1510 * even + 2.7811) * even - 0.6302 : 0.5 * even + 0.5
    return (pow(after, bent) - 1) / (after - 1)
  }

  /// PQ code to light in cd/m²: BT.2100, table 4.
  private static func pqLight(_ signal: Double) -> Double {
    let power = pow(signal, 32 / 2523.0)
    return 10_000
      * pow(max(power - 3424 / 4096, 0) / (2413 / 128 - 2392 / 128 * power), 16384 / 2610)
  }

  /// HLG code to scene light: BT.2100, table 5.
  private static func scene(_ signal: Double) -> Double {
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }
}
