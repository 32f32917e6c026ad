package import CSplashKernels
package import SplashBase

/// The mask that the hues draw: the kernels' key, prepared again only when something of it changes.
package struct HueMask {
  private var prepared: Prepared?
  private var kept = NamedColors(), dropped = NamedColors()

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
    let light = SplashRule(coding, depth: depth, gains: gains.stepped)
    let key = SplashKey(
      settings, gains: gains, coding, depth: depth,
      names: kept.lattice(of: settings.keptHues.compactMap(\.word), light),
      droppedNames: dropped.lattice(of: settings.drops.compactMap(\.word), light))
    prepared = Prepared(settings: settings, gains: gains, coding: coding, depth: depth, key: key)
    return key
  }
}

/// What some names keep, in the light that came last.
private struct NamedColors {
  private var names: [String] = []
  private var weights: [Int16] = []
  private var light: SplashRule?
  private var lattice: NameLattice?

  /// Points of the lattice, valid until the next call; nil for no names.
  mutating func lattice(of names: [String], _ light: SplashRule) -> UnsafePointer<Int16>? {
    if names != self.names {
      (self.names, lattice) = (names, nil)
      weights = names.isEmpty ? [] : NameGate.weights(of: names)
    }
    guard !names.isEmpty else { return nil }
    if let lattice, let before = self.light, before.isLike(light) { return lattice.points }
    self.light = light
    let new = NameLattice(weights, light)
    lattice = new
    return new.points
  }
}

extension Gains {
  /// In steps that no lattice of names shows.
  fileprivate var stepped: Gains {
    func step(_ gain: Double) -> Double { (gain * 256).rounded() / 256 }
    return Gains(red: step(red), green: step(green), blue: step(blue))
  }
}

extension SplashRule {
  /// Of what codes stand for.
  fileprivate func isLike(_ other: SplashRule) -> Bool {
    func numbers(_ rule: SplashRule) -> [Double] {
      let display = rule.display
      return [
        rule.kr, rule.kb, Double(rule.depth), rule.full_range ? 1 : 0, rule.red_gain,
        rule.green_gain, rule.blue_gain, Double(display.transfer.rawValue),
      ] + [display.red, display.green, display.blue].flatMap { [$0.red, $0.green, $0.blue] }
    }
    return numbers(self) == numbers(other)
  }
}

extension SplashKey {
  /// The kernels' constants for settings, on pictures of a coding.
  ///
  /// - Parameters:
  ///   - names, droppedNames: lattices of the names among the hues, which the caller keeps as long as
  ///     the key.
  package init(
    _ settings: SplashSettings, gains: Gains, _ coding: ColorCoding, depth: Int,
    names: UnsafePointer<Int16>? = nil, droppedNames: UnsafePointer<Int16>? = nil
  ) {
    let kept = settings.keptHues.filter { $0.word == nil }
      .map { settings.kernelHue($0, isDropped: false) }
    let hues =
      kept
      + settings.drops.filter { $0.word == nil }.map { settings.kernelHue($0, isDropped: true) }
    self = hues.withUnsafeBufferPointer { hues in
      var rule = SplashRule(coding, depth: depth, gains: gains)
      (rule.hues, rule.hue_count) = (hues.baseAddress, Int32(hues.count))
      (rule.names, rule.dropped_names) = (names, droppedNames)
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
