import TestSupport

/// A rule under test, with a name for messages.
struct TestRule: Sendable, CustomStringConvertible {
  var description: String
  var oracle: Oracle

  init(_ description: String, _ change: (inout Oracle) -> Void) {
    self.description = description
    oracle = Oracle()
    change(&oracle)
  }

  /// BT.601 and BT.2020 weights of R' and B'.
  private static func bt601(_ oracle: inout Oracle) { (oracle.kr, oracle.kb) = (0.299, 0.114) }
  private static func bt2020(_ oracle: inout Oracle) { (oracle.kr, oracle.kb) = (0.2627, 0.0593) }

  /// The narrowest fades that the promise covers, and no gate that hides a sample.
  private static func bare(_ oracle: inout Oracle) {
    oracle.saturation = 0...1
    oracle.value = 0...1
    oracle.gateSoftness = 0.02
    oracle.chromaFloor = 0
  }

  /// Rules with fades, where the promise is one code for every input.
  static let soft: [TestRule] = [
    TestRule("defaults, red across the wrap") { _ in },
    TestRule("red with the narrowest fades, nothing gated") {
      bare(&$0)
      $0.hues = [Oracle.Hue(0, width: 20, softness: 1)]
    },
    TestRule("narrowest fades and gates on both sides, BT.601") {
      bt601(&$0)
      $0.hues = [Oracle.Hue(25.3, width: 33.3, softness: 1)]
      $0.saturation = 0.3...0.8
      $0.value = 0.2...0.7
      $0.gateSoftness = 0.02
      $0.chromaFloor = 0.01
    },
    TestRule("narrowest fades, BT.2020, full range") {
      bt2020(&$0)
      bare(&$0)
      $0.isFullRange = true
      $0.hues = [
        Oracle.Hue(300.1, width: 5, softness: 1), Oracle.Hue(121.7, width: 11.1, softness: 1),
      ]
    },
    TestRule("six hues") {
      $0.hues = (0..<6).map { Oracle.Hue(Double($0) * 57.3, width: 8, softness: 12) }
    },
    TestRule("per-hue gates") {
      $0.hues = [
        Oracle.Hue(0), Oracle.Hue(60, saturation: 0.5...1),
        Oracle.Hue(220, width: 30, softness: 15, saturation: 0.1...0.6, value: 0.3...0.9),
      ]
    },
    TestRule("full range BT.601") {
      bt601(&$0)
      $0.isFullRange = true
      $0.hues = [Oracle.Hue(200, width: 40, softness: 20)]
    },
    TestRule("BT.2020 at the narrowest fades of 16-bit color") {
      bt2020(&$0)
      $0.hues = [Oracle.Hue(-10, width: 0, softness: 10), Oracle.Hue(170, width: 30, softness: 10)]
      $0.saturation = 0...1
      $0.value = 0...1
      $0.gateSoftness = 0.1
    },
    TestRule("extreme gains") {
      $0.gains = (2, 1, 0.5)
      $0.hues = [Oracle.Hue(30, width: 25, softness: 10)]
      $0.value = 0.1...0.8
    },
    TestRule("gains below one, narrow") {
      $0.gains = (0.6, 0.9, 0.7)
      $0.hues = [Oracle.Hue(240, width: 25, softness: 2)]
    },
    TestRule("drop") {
      $0.hues = [Oracle.Hue(20, width: 60, softness: 10)]
      $0.drops = [Oracle.Hue(40, width: 5, softness: 12), Oracle.Hue(350, width: 3, softness: 10)]
    },
    TestRule("drop, narrow") {
      $0.hues = [Oracle.Hue(20, width: 60, softness: 3)]
      $0.drops = [Oracle.Hue(40, width: 5, softness: 1)]
    },
    TestRule("invert") {
      $0.isInverted = true
      $0.hues = [Oracle.Hue(90, width: 45, softness: 30)]
    },
    TestRule("greys alone") {
      $0.hues = [Oracle.Hue(0, width: 180, saturation: 0...0.11, value: 0.63...1)]
    },
    TestRule("greys beside red, in a light, without blue ones, full range") {
      $0.isFullRange = true
      $0.hues = [
        Oracle.Hue(0), Oracle.Hue(90, width: 180, softness: 0, saturation: 0...0.3, value: 0...0.4),
      ]
      $0.drops = [Oracle.Hue(240, width: 30, softness: 20)]
      $0.gains = (1.3, 1, 0.7)
    },
    TestRule("the whole circle, upper gates") {
      $0.hues = [Oracle.Hue(10, width: 180, softness: 0)]
      $0.saturation = 0.1...0.5
      $0.value = 0.2...0.6
    },
    // Both ends lie between two units.
    TestRule("a gate that rises all along its range") {
      $0.hues = [Oracle.Hue(210, width: 20, softness: 5)]
      $0.value = 0.7...1
      $0.gateSoftness = 1
    },
  ]

  /// Rules for displayed HDR and wide gamut.
  static let displayed: [TestRule] = [
    TestRule("PQ, narrow hues, nothing gated") {
      bt2020(&$0)
      bare(&$0)
      $0.display = Oracle.Display(.pq, Oracle.Display.bt2020)
      $0.hues = [
        Oracle.Hue(0, width: 9.7, softness: 1), Oracle.Hue(97.3, width: 20, softness: 2),
        Oracle.Hue(215, width: 30, softness: 1),
      ]
    },
    TestRule("HLG, gates, gains") {
      bt2020(&$0)
      $0.display = Oracle.Display(.hlg, Oracle.Display.bt2020)
      $0.hues = [Oracle.Hue(25, width: 31, softness: 3), Oracle.Hue(180, width: 40, softness: 10)]
      $0.gains = (1.2, 1, 0.8)
      $0.chromaFloor = 0
    },
    TestRule("wide primaries, full range") {
      bare(&$0)
      $0.isFullRange = true
      $0.display = Oracle.Display(.gamma, Oracle.Display.displayP3)
      $0.hues = [
        Oracle.Hue(130, width: 33.3, softness: 1), Oracle.Hue(300, width: 20, softness: 4),
      ]
    },
    profile("a profile of sRGB's curve", .sRGB, Oracle.Display.displayP3),
    profile("a profile of gamma 2.2", .gamma22, Oracle.Display.displayP3),
    profile("a profile of gamma 1.8", .gamma18, Oracle.Display.bt2020),
    profile("a profile of light", .linear, Oracle.Display.bt2020),
  ]

  private static func profile(
    _ name: String, _ transfer: Oracle.Display.Transfer, _ primaries: [(Double, Double)]
  ) -> TestRule {
    TestRule(name) {
      bare(&$0)
      $0.isFullRange = true
      $0.display = Oracle.Display(transfer, primaries)
      $0.hues = [
        Oracle.Hue(20, width: 14, softness: 1), Oracle.Hue(130, width: 33.3, softness: 1),
        Oracle.Hue(300, width: 20, softness: 4),
      ]
    }
  }

  /// Rules with hard edges, where inputs within 0.25° or 0.005 of one may fall on either side.
  static let hard: [TestRule] = [
    TestRule("hard hue edges") { $0.hues = [Oracle.Hue(0, width: 20, softness: 0)] },
    TestRule("hard everywhere") {
      $0.hues = [Oracle.Hue(210, width: 30, softness: 0), Oracle.Hue(75, width: 10, softness: 0)]
      $0.saturation = 0.25...0.9
      $0.value = 0.15...0.85
      $0.gateSoftness = 0
      $0.chromaFloor = 0
    },
  ]
}

extension Oracle {
  /// The same rule with its hard edges moved, outwards where `sign` is 1.
  func movingHardEdges(_ sign: Double) -> Oracle {
    moving(hues: sign * 0.25, gates: gateSoftness > 0 ? 0 : sign * 0.005) { $0.softness == 0 }
  }

  /// The same rule with its edges moved outwards: those of some hues in degrees, and all gates.
  func moving(hues degrees: Double, gates: Double, where isMoved: (Hue) -> Bool) -> Oracle {
    func moved(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      range.lowerBound - gates...range.upperBound + gates
    }
    var copy = self
    copy.saturation = moved(saturation)
    copy.value = moved(value)
    copy.hues = hues.map { hue in
      var hue = hue
      if isMoved(hue) { hue.width += degrees }
      hue.saturation = hue.saturation.map(moved)
      hue.value = hue.value.map(moved)
      return hue
    }
    return copy
  }
}
