internal import CLCMS
internal import Glibc

/// Converts colors from one profile to another, as unbounded floats. Any thread.
final class ProfileConversion: @unchecked Sendable {
  private let transform: cmsHTRANSFORM

  /// Nil if LittleCMS cannot use one of the profiles.
  init?(from source: [UInt8], to target: [UInt8], isGrey: Bool, hasAlpha: Bool) {
    let profiles = [source, target].map { (bytes: [UInt8]) -> cmsHPROFILE? in
      cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count))
    }
    defer { for case let profile? in profiles { cmsCloseProfile(profile) } }
    let format =
      isGrey
      ? (hasAlpha ? clcms_grey_alpha_floats : clcms_grey_floats)
      : hasAlpha ? clcms_rgb_alpha_floats : clcms_rgb_floats
    // Without a cache, threads can share the transform.
    guard let first = profiles[0], let second = profiles[1],
      let transform = cmsCreateTransform(
        first, format, second, format, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
        cmsUInt32Number(cmsFLAGS_NOCACHE | (hasAlpha ? cmsFLAGS_COPY_ALPHA : 0)))
    else { return nil }
    self.transform = transform
  }

  deinit { cmsDeleteTransform(transform) }

  /// - Parameters:
  ///   - source: floats, one for each channel of each pixel.
  ///   - target: the same number of floats.
  func apply(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, pixels: Int) {
    cmsDoTransform(transform, source, target, cmsUInt32Number(pixels))
  }
}

extension DisplayProfile {
  /// The reduced form of a color profile; nil if it is close to sRGB, is for grey or inks, or
  /// cannot be read by LittleCMS. Profiles with tables are sampled at red, green, blue
  /// and four greys.
  init?(profile bytes: [UInt8]) {
    guard let profile = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else {
      return nil
    }
    defer { cmsCloseProfile(profile) }
    guard cmsGetColorSpace(profile) == cmsSigRgbData else { return nil }
    self.init(profile)
  }

  /// The same for a photo with given chromaticities of white and primaries, x and y of each.
  ///
  /// - Parameter power: of the curve from R'G'B' to linear light.
  init?(chromaticities: [(x: Double, y: Double)], power: Double) {
    guard let profile = Self.profile(chromaticities, power: power) else { return nil }
    defer { cmsCloseProfile(profile) }
    self.init(profile)
  }

  /// White, red, green and blue of sRGB (IEC 61966-2-1).
  static let sRGB = [(x: 0.3127, y: 0.3290), (0.64, 0.33), (0.3, 0.6), (0.15, 0.06)]

  private static func profile(
    _ chromaticities: [(x: Double, y: Double)], power: Double
  ) -> cmsHPROFILE? {
    let points = chromaticities.map { cmsCIExyY(x: $0.x, y: $0.y, Y: 1) }
    var (white, primaries) = (
      points[0], cmsCIExyYTRIPLE(Red: points[1], Green: points[2], Blue: points[3])
    )
    guard let curve = cmsBuildGamma(nil, power) else { return nil }
    defer { cmsFreeToneCurve(curve) }
    var curves: [OpaquePointer?] = [curve, curve, curve]
    return cmsCreateRGBProfile(&white, &primaries, &curves)
  }

  private static func tone(_ curve: Curve) -> OpaquePointer? {
    switch curve {
    case .sRGB:
      let numbers = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
      return cmsBuildParametricToneCurve(nil, 4, numbers)
    case .gamma22: return cmsBuildGamma(nil, 2.2)
    case .gamma18: return cmsBuildGamma(nil, 1.8)
    case .linear: return cmsBuildGamma(nil, 1)
    }
  }

  private static let greys = [0.1, 0.25, 0.5, 0.75]

  private init?(_ profile: cmsHPROFILE) {
    guard let light = Self.profile(Self.sRGB, power: 1) else { return nil }
    defer { cmsCloseProfile(light) }
    guard
      let transform = cmsCreateTransform(
        profile, clcms_rgb_floats, light, clcms_rgb_floats,
        cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cmsUInt32Number(cmsFLAGS_NOCACHE))
    else { return nil }
    defer { cmsDeleteTransform(transform) }
    let samples: [[Float]] =
      [[1, 0, 0], [0, 1, 0], [0, 0, 1]] + Self.greys.map { Array(repeating: Float($0), count: 3) }
    var shown = [Float](repeating: 0, count: 3 * samples.count)
    cmsDoTransform(transform, samples.flatMap(\.self), &shown, cmsUInt32Number(samples.count))
    guard shown.allSatisfy(\.isFinite) else { return nil }
    /// Normalized, so that white stays white.
    func weights(_ channel: Int) -> ColorPrimaries.Weights? {
      let values = (0..<3).map { Double(shown[3 * $0 + channel]) }
      let sum = values.reduce(0, +)
      guard sum > 0.1 else { return nil }
      return ColorPrimaries.Weights(values[0] / sum, values[1] / sum, values[2] / sum)
    }
    guard let red = weights(0), let green = weights(1), let blue = weights(2) else { return nil }
    let tones = Self.greys.indices.map { max(Double(shown[3 * (3 + $0) + 1]), 1e-6) }
    func distance(_ curve: Curve) -> Double {
      let tone = Self.tone(curve)
      defer { cmsFreeToneCurve(tone) }
      return zip(Self.greys, tones).reduce(0) {
        $0 + abs(log(Double(cmsEvalToneCurveFloat(tone, Float($1.0))) / $1.1))
      }
    }
    let curve = Curve.allCases.min { distance($0) < distance($1) }!
    self.init(curve, red: red, green: green, blue: blue)
    let others = [
      red.green, red.blue, green.red, green.blue, blue.red, blue.green,
    ]
    let isNear = others.allSatisfy { abs($0) < 0.01 }
    if isNear, curve == .sRGB || curve == .gamma22 { return nil }
  }
}
