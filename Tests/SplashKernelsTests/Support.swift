import CSplashKernels
import TestSupport

extension SplashRule {
  /// The oracle's rule in the kernels' numbers, with these hues.
  init(_ oracle: Oracle, hues: UnsafeBufferPointer<SplashHue> = .init(start: nil, count: 0)) {
    self.init(
      kr: oracle.kr, kb: oracle.kb, depth: Int32(oracle.bits), full_range: oracle.isFullRange,
      red_gain: oracle.gains.red, green_gain: oracle.gains.green, blue_gain: oracle.gains.blue,
      hues: hues.baseAddress, hue_count: Int32(hues.count), names: nil, dropped_names: nil,
      saturation: SplashInterval(oracle.saturation), value: SplashInterval(oracle.value),
      gate_softness: oracle.gateSoftness, chroma_floor: oracle.chromaFloor,
      invert: oracle.isInverted, display: oracle.display.map { SplashDisplay($0) } ?? .init())
  }
}

extension SplashDisplay {
  init(_ display: Oracle.Display) {
    let transfer: SplashTransfer =
      switch display.transfer {
      case .gamma: .gamma
      case .pq: .pq
      case .hlg: .hlg
      case .sRGB: .sRGB
      case .gamma22: .gamma22
      case .gamma18: .gamma18
      case .linear: .linear
      }
    let rows = display.matrix.map { SplashWeights(red: $0[0], green: $0[1], blue: $0[2]) }
    self.init(transfer: transfer, red: rows[0], green: rows[1], blue: rows[2])
  }
}

extension SplashKey {
  /// The kernels' key for the oracle's rule.
  init(_ oracle: Oracle) {
    let hues =
      oracle.hues.map { SplashHue($0) } + oracle.drops.map { SplashHue($0, isDropped: true) }
    self = hues.withUnsafeBufferPointer { hues in
      var rule = SplashRule(oracle, hues: hues)
      return SplashKey(&rule)
    }
  }
}

extension SplashHue {
  init(_ hue: Oracle.Hue, isDropped: Bool = false) {
    self.init(
      center: hue.center, width: hue.width, softness: hue.softness, drop: isDropped,
      greys: hue.countsGreys,
      has_saturation: hue.saturation != nil, has_value: hue.value != nil,
      saturation: SplashInterval(hue.saturation ?? 0...1),
      value: SplashInterval(hue.value ?? 0...1))
  }
}

extension SplashInterval {
  init(_ range: ClosedRange<Double>) { self.init(min: range.lowerBound, max: range.upperBound) }
}

enum Operation: String, CaseIterable, Sendable {
  case splash, mask, apply

  func run(
    _ kernels: SplashDSP, _ key: SplashKey, _ picture: SplashPicture, rows: Range<Int32>
  ) {
    withUnsafePointer(to: key) { key in
      withUnsafePointer(to: picture) { picture in
        switch self {
        case .splash: kernels.splash(key, picture, rows.lowerBound, rows.upperBound)
        case .mask: kernels.mask(key, picture, rows.lowerBound, rows.upperBound)
        case .apply: kernels.apply(key, picture, rows.lowerBound, rows.upperBound)
        }
      }
    }
  }
}

/// FNV-1a, 64 bits.
func digest(_ bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
}
