package import CSplashKernels

/// The kernel constants for the hue mask, computed again only if settings, format or light change.
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

  /// The constants for a frame.
  package mutating func key(
    for picture: borrowing PlaneView, _ settings: SplashSettings, _ gains: Gains
  ) -> SplashKey {
    let (coding, depth) = (picture.coding, picture.format.depth)
    if let prepared, prepared.settings == settings, prepared.gains == gains,
      prepared.coding == coding, prepared.depth == depth
    {
      return prepared.key
    }
    let light = gains.stepped
    let key = SplashKey(
      settings, gains: gains, coding, depth: depth,
      names: kept.lattice(
        of: settings.keptHues.compactMap(\.word), coding, depth: depth, light),
      droppedNames: dropped.lattice(
        of: settings.drops.compactMap(\.word), coding, depth: depth, light))
    prepared = Prepared(settings: settings, gains: gains, coding: coding, depth: depth, key: key)
    return key
  }
}

/// The lattice of some color names, for the last light.
private struct NamedColors {
  private var names: [String] = []
  private var weights: [Int16] = []
  private var made: (lattice: NameLattice, coding: ColorCoding, depth: Int, gains: Gains)?

  /// Points of the lattice, valid until the next call; nil if there are no names.
  mutating func lattice(
    of names: [String], _ coding: ColorCoding, depth: Int, _ gains: Gains
  ) -> UnsafePointer<Int16>? {
    if names != self.names {
      (self.names, made) = (names, nil)
      weights = names.isEmpty ? [] : NameGate.weights(of: names)
    }
    guard !names.isEmpty else { return nil }
    if let made, made.coding == coding, made.depth == depth, made.gains == gains {
      return made.lattice.points
    }
    let lattice = NameLattice(weights, SplashRule(coding, depth: depth, gains: gains))
    made = (lattice, coding, depth, gains)
    return lattice.points
  }
}

extension Gains {
  /// Gains rounded to steps that a lattice of names does not resolve.
  fileprivate var stepped: Gains {
    func step(_ gain: Double) -> Double { (gain * 256).rounded() / 256 }
    return Gains(red: step(red), green: step(green), blue: step(blue))
  }
}

extension SplashKey {
  /// The kernel constants for settings and the coding of frames.
  ///
  /// - Parameters:
  ///   - names, droppedNames: lattices of the names among the hues; the caller keeps them as long
  ///     as the key.
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
      rule.invert = settings.invertsHues
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
