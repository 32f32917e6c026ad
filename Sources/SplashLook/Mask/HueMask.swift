package import CSplashKernels
package import SplashBase

/// The mask that the hues draw: the kernels' key, prepared again only when something of it changes.
package struct HueMask {
  private var prepared: Prepared?

  private struct Prepared {
    var settings: SplashSettings
    var gains: Gains
    var coding: ColorCoding
    var depth: Int
    var key: SplashKey
  }

  package init() {}

  /// The key for a picture.
  package mutating func key(
    for picture: borrowing PlaneView, _ settings: SplashSettings, _ gains: Gains
  ) -> SplashKey {
    let (coding, depth) = (picture.coding, picture.format.depth)
    if let prepared, prepared.settings == settings, prepared.gains == gains,
      prepared.coding == coding, prepared.depth == depth
    {
      return prepared.key
    }
    let key = SplashKey(settings, gains: gains, coding, depth: depth)
    prepared = Prepared(settings: settings, gains: gains, coding: coding, depth: depth, key: key)
    return key
  }
}

extension SplashKey {
  /// The kernels' constants for settings, on pictures of a coding.
  package init(_ settings: SplashSettings, gains: Gains, _ coding: ColorCoding, depth: Int) {
    let kept = settings.keptHues.map { settings.kernelHue($0, isDropped: false) }
    let hues = kept + settings.drops.map { settings.kernelHue($0, isDropped: true) }
    self = hues.withUnsafeBufferPointer { hues in
      var rule = SplashRule(coding, depth: depth, gains: gains)
      (rule.hues, rule.hue_count) = (hues.baseAddress, Int32(hues.count))
      rule.saturation = SplashInterval(settings.saturation)
      rule.value = SplashInterval(settings.value)
      rule.gate_softness = settings.gateSoftness
      rule.chroma_floor = settings.chromaFloor
      rule.invert = settings.invert && !settings.hasRegions
      return SplashKey(&rule)
    }
  }
}

extension SplashInterval {
  fileprivate init(_ interval: Interval) { self.init(min: interval.min, max: interval.max) }
}

extension SplashSettings {
  fileprivate func kernelHue(_ hue: HueRange, isDropped: Bool) -> SplashHue {
    SplashHue(
      center: hue.center, width: hue.width ?? threshold, softness: hue.softness ?? softness,
      drop: isDropped, greys: hue.keepsGreys, has_saturation: hue.saturation != nil,
      has_value: hue.value != nil,
      saturation: SplashInterval(hue.saturation ?? saturation),
      value: SplashInterval(hue.value ?? value))
  }
}
