public import SplashFilter

extension SplashSettings {
  /// Settings in every combination that their types allow: each switch on and off, each
  /// view, each kind of balance, and hues to select and to exclude with and without each of their
  /// parts. Numbers are random over their whole ranges.
  ///
  /// - Parameter mask: a mask file, for settings that a run uses: these have no
  ///   objects, which a run could not find.
  public static func everyCombination(seed: UInt64, mask: String? = nil) -> [SplashSettings] {
    var random = SeededGenerator(seed: seed)
    var all: [SplashSettings] = []
    for switches in 0..<8 {
      for show in Show.allCases {
        for balance in 0..<5 {
          var settings = SplashSettings(mask: mask, using: &random)
          settings.lockBalance = switches & 1 != 0
          settings.balanceOutput = switches & 2 != 0
          settings.invert = switches & 4 != 0
          settings.show = show
          settings.whiteBalance = .random(kind: balance, using: &random)
          all.append(settings)
        }
      }
    }
    return all
  }

  /// Some settings have no hues at all, the others all sixteen kinds twice.
  private init(mask: String?, using random: inout SeededGenerator) {
    self.init()
    if Int.random(in: 0..<8, using: &random) > 0 {
      hues = (0..<16).map { HueRange(parts: $0, using: &random) }
      drops = (0..<16).map { HueRange(parts: $0, using: &random) }
    }
    if Bool.random(using: &random) {
      keep = (0..<14).map { Selection(kind: $0, mask: mask, using: &random) }
      within = (0..<12).map { Selection(kind: $0, mask: mask, using: &random) }
      without = (0..<12).map { Selection(kind: $0, mask: mask, using: &random) }
    }
    threshold = Double.random(in: 0...360, using: &random)
    softness = Double.random(in: 0...360, using: &random)
    saturation = .random(using: &random)
    value = .random(using: &random)
    gateSoftness = Double.random(in: 0...1, using: &random)
    chromaFloor = Double.random(in: 0...1, using: &random)
    balanceTime = Double.random(in: 0...3600, using: &random)
    stability = Double.random(in: 0...1, using: &random)
    despeckle = Int.random(in: 0...3, using: &random)
    whole = Bool.random(using: &random) ? Double.random(in: 0...1, using: &random) : nil
    fill = Double.random(in: 0...100, using: &random)
    clean = Double.random(in: 0...100, using: &random)
    grow = Double.random(in: 0...32, using: &random)
    shrink = Double.random(in: 0...32, using: &random)
    smooth = Int.random(in: 0...8, using: &random)
    feather = Int.random(in: 0...32, using: &random)
    let soft = Double.random(in: 0...1, using: &random)
    edge = Bool.random(using: &random) ? .automatic : .ramp(Interval(soft * soft, soft))
    defringe = Bool.random(using: &random) ? .on : .off
    fadeIn = Double.random(in: 0...3600, using: &random)
    fadeOut = Double.random(in: 0...3600, using: &random)
    rest = (0..<Int.random(in: 0...3, using: &random)).map { _ in .random(using: &random) }
    kept = (0..<Int.random(in: 0...3, using: &random)).map { _ in .random(using: &random) }
    paint = (0..<Int.random(in: 0...14, using: &random)).map { index in
      PaintStroke(
        .region(Region(kind: index, using: &random)), erases: Bool.random(using: &random),
        isOff: Bool.random(using: &random))
    }
  }
}

extension HueRange {
  /// - Parameter parts: a bit for each optional part.
  fileprivate init(parts: Int, using random: inout SeededGenerator) {
    self.init(
      center: Double.random(in: 0..<360, using: &random),
      width: parts & 1 != 0 ? Double.random(in: 0...360, using: &random) : nil,
      softness: parts & 2 != 0 ? Double.random(in: 0...360, using: &random) : nil,
      saturation: parts & 4 != 0 ? .random(using: &random) : nil,
      value: parts & 8 != 0 ? .random(using: &random) : nil)
  }
}

extension Selection {
  /// - Parameter kind: a region's, 10 for a file, 11 for an object, 12 for a thing, or 13 for a
  ///   measure.
  fileprivate init(kind: Int, mask: String?, using random: inout SeededGenerator) {
    let (x, y) = (
      Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random)
    )
    let time = Bool.random(using: &random) ? Double.random(in: 0...3600, using: &random) : nil
    switch kind {
    case ..<10: self = .region(Region(kind: kind, using: &random))
    case 11 where mask == nil: self = .object(at: Region.Point(x: x, y: y), time: time)
    case 12 where mask == nil:
      let box =
        Bool.random(using: &random) ? Thing.Box(x: x / 2, y: y / 3, width: x, height: 1 - y) : nil
      let marks = (0..<Int.random(in: 1...4, using: &random)).map { index in
        Thing.Mark(
          Region.Point(x: x / Double(index + 1), y: y * [1, 1e-2, 1e-4, 1e-6][index]),
          belongs: index == 0 || Bool.random(using: &random))
      }
      let extent = Thing.Extent.allCases.randomElement(using: &random)!
      self = .thing(Thing(marks, box: box, extent: extent), time: time)
    case 13: self = try! Selection("sharp")
    default: self = .mask(file: mask ?? "it's a mask, or 1:2.png")
    }
  }
}

extension Region {
  /// - Parameter kind: the shape, from 5 on with a soft edge; a stroke from 10 on.
  fileprivate init(kind: Int, using random: inout SeededGenerator) {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func point() -> Point { Point(x: number(-1...2), y: number(-1...2)) }
    let shape: Shape =
      switch kind % 5 {
      case _ where kind >= 10:
        .stroke(radius: number(0.001...0.5), (0..<Int(number(1...64))).map { _ in point() })
      case 0:
        .box(
          x: number(-1...1), y: number(-1...1), width: number(0.01...2), height: number(0.01...2))
      case 1:
        .ellipse(
          x: number(-1...1), y: number(-1...1), radiusX: number(0.01...1),
          radiusY: number(0.01...1))
      case 2: .polygon((0..<Int(number(3...12))).map { _ in point() })
      case 3: .curve((0..<3 * Int(number(2...8))).map { _ in point() })
      default: .gradient(from: point(), to: point())
      }
    let isHard = kind < 5 || kind % 5 == 4
    let inner = isHard ? 0 : number(0.01...0.5)
    self.init(shape, inner: inner, outer: isHard || kind % 2 == 0 ? inner : number(0.01...0.5))
  }
}

extension Interval {
  fileprivate static func random(using random: inout SeededGenerator) -> Interval {
    let ends = [Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random)]
    return Interval(ends.min()!, ends.max()!)
  }
}

extension LookStep {
  fileprivate static func random(using random: inout SeededGenerator) -> LookStep {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func color() -> RGB {
      func part() -> Double { Double(Int.random(in: 0...255, using: &random)) / 255 }
      return RGB(red: part(), green: part(), blue: part())
    }
    let amount = Bool.random(using: &random) ? "" : ":\(number(0...1))"
    let word =
      switch Int.random(in: 0..<14, using: &random) {
      case 0: "grey"
      case 1: "grey=\(number(100...300)),\(number(0...300)),\(number(0...300))"
      case 2: "noir"
      case 3: "sepia"
      case 4: "tint=\(color().hex)"
      case 5: "fade=\(number(0...1))"
      case 6: "vivid=\(number(0...4))"
      case 7: "dim=\(number(0...1))"
      case 8: "contrast=\(number(0...4))"
      case 9: "gamma=\(number(0.1...10))"
      case 10: "duotone=\(color().hex),\(color().hex)"
      case 11: "hue=\(number(-360...360))"
      case 12: "dream"
      default: "solid=\(color().hex)"
      }
    guard let step = try? LookStep.steps(word + amount).first else { preconditionFailure(word) }
    return step
  }
}

extension WhiteBalanceMode {
  fileprivate static func random(kind: Int, using random: inout SeededGenerator) -> Self {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    return switch kind {
    case 0: .off
    case 1: .grayWorld
    case 2: .auto
    case 3:
      .card(
        .init(
          x: number(0...0.4), y: number(0...0.4), width: number(0.01...0.5),
          height: number(0.01...0.5)))
    default: .gains(red: number(0.01...8), green: number(0.01...8), blue: number(0.01...8))
    }
  }
}
