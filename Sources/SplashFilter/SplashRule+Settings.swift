internal import CSplashKernels
internal import SplashCore

/// Gains of R', G' and B' in the gate.
public struct Gains: Equatable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double

  public init(red: Double = 1, green: Double = 1, blue: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

extension SplashKey {
  /// The kernels' constants for settings, on pictures of a format.
  init(
    _ settings: SplashSettings, gains: Gains, matrix: ColorMatrix, range: ColorRange, depth: Int32
  ) {
    let kept = settings.keptHues.map { settings.kernelHue($0, isDropped: false) }
    let hues = kept + settings.drops.map { settings.kernelHue($0, isDropped: true) }
    self = hues.withUnsafeBufferPointer { hues in
      var rule = SplashRule(
        kr: matrix.kr, kb: matrix.kb, depth: depth, full_range: range == .full,
        red_gain: gains.red, green_gain: gains.green, blue_gain: gains.blue,
        hues: hues.baseAddress, hue_count: Int32(hues.count),
        saturation: SplashInterval(settings.saturation), value: SplashInterval(settings.value),
        gate_softness: settings.gateSoftness, chroma_floor: settings.chromaFloor,
        invert: settings.invert)
      return SplashKey(&rule)
    }
  }
}

extension SplashInterval {
  init(_ interval: Interval) { self.init(min: interval.min, max: interval.max) }
}

extension SplashSettings {
  fileprivate func kernelHue(_ hue: HueRange, isDropped: Bool) -> SplashHue {
    SplashHue(
      center: hue.center, width: hue.width ?? threshold, softness: hue.softness ?? softness,
      drop: isDropped, has_saturation: hue.saturation != nil, has_value: hue.value != nil,
      saturation: SplashInterval(hue.saturation ?? saturation),
      value: SplashInterval(hue.value ?? value))
  }
}
