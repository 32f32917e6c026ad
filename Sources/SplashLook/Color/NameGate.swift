internal import CSplashKernels
internal import SplashBase

/// What a name keeps, by the shares of people who call a color so.
///
/// The eight basic colors with a hue compete: s is the share of a color's own words, r that of its best
/// rival, and it keeps 4 s / (s + r) - 1: nothing where the rival has three times as many, all where it
/// has no more. Shades count for their color, as navy does for blue. Every other name is for a
/// shade or for a light, dark or bright form, and keeps colors from a tenth of its own largest share up, in
/// full from a fifth.
struct NameGate {
  /// The basic colors with a hue, each with the words for its shades.
  private static let hued = [
    ["red", "crimson", "maroon"], ["orange", "peach", "rust"], ["yellow", "gold", "mustard"],
    ["green", "lime", "grass", "mint", "olive"], ["blue", "sky", "azure", "navy", "periwinkle"],
    ["purple", "violet", "lavender", "lilac", "plum"], ["pink", "salmon", "rose"],
    ["brown", "tan"],
  ]
  /// What else is said of colors that have next to no hue; all greys are one.
  private static let others = [
    ["skin", "beige"], ["white", "cream", "grey", "silver", "black"],
  ]
  /// Colors that have another name where they are dark, and in how much more light they keep what has
  /// their name there, so that shade does not take a thing's color away: brown is dark orange or dark yellow
  /// (C. J. Bartleson, "Brown", Color Research and Application 1, 1976). Half a stop of orange, for wood
  /// would be orange in more, and one of yellow.
  private static let shaded = ["orange": [1.19, 1.41], "yellow": [1.26, 1.59, 2]]
  /// Who names colors on a plain screen calls skin pink or orange; in pictures nobody means faces by these.
  private static let withoutSkin: Set = ["orange", "pink"]
  private static let skin = ColorName.named("skin")!.ranges[0]
  /// Greys have as much saturation where the light is known to three to six degrees of angle, which is as well as
  /// it is found: nothing is kept below the first, all from the second on.
  private static let faint = (0.08, 0.16)

  /// Places of words in the table.
  private typealias Term = [Int]

  private let own: Term
  private let rivals: [Term]
  /// Of a shade, its largest share on the table's points.
  private let most: Double?
  private let lights: [Double]
  private let isGrey: Bool
  private let leavesSkin: Bool

  private init(_ name: String) {
    let words = ColorWords.all
    func places(_ names: [String]) -> Term {
      words.names.indices.filter { place in
        let counted = words.names[place]
        return names.contains { counted == $0 || counted.hasSuffix(" " + $0) }
      }
    }
    isGrey = name.hasSuffix("grey")
    lights = Self.shaded[name] ?? []
    leavesSkin = Self.withoutSkin.contains(name)
    if let color = Self.hued.first(where: { $0[0] == name }) {
      own = places(color)
      rivals = (Self.hued + Self.others).filter { $0 != color }.map(places)
      most = nil
      return
    }
    guard let place = words.names.firstIndex(of: name) else {
      preconditionFailure("nobody counted \(name)")
    }
    own = [place]
    rivals = []
    most = (0..<words.side * words.side * words.side).reduce(0) {
      max($0, words.shares(at: $1)[place])
    }
  }

  /// 0…1, of a color whose shares are given.
  private func weight(_ color: RGB, _ shares: [Double]) -> Double {
    guard !isGrey else { return weight(shares) }
    let saturation = (color.hsv.saturation - Self.faint.0) / (Self.faint.1 - Self.faint.0)
    guard saturation > 0 else { return 0 }
    var weight = weight(shares)
    let top = max(color.red, color.green, color.blue)
    for light in lights where light * top <= 1 {
      let lit = RGB(red: light * color.red, green: light * color.green, blue: light * color.blue)
      weight = max(weight, self.weight(ColorWords.all.shares(of: lit)))
    }
    return min(saturation, 1) * weight * (leavesSkin ? 1 - Self.skinWeight(color) : 1)
  }

  /// 0…1, as far as a color is skin's: with the hues and saturations of that name, fading out over ten
  /// degrees outside of them and over a tenth of saturation below either end.
  private static func skinWeight(_ color: RGB) -> Double {
    let hsv = color.hsv
    let (hue, saturation) = (hueDistance(hsv.hue, skin.center), hsv.saturation)
    guard let width = skin.width, let gate = skin.saturation else { return 0 }
    let least = min(
      (width + 10 - hue) / 10, (saturation - gate.min + 0.1) / 0.1,
      (gate.max - saturation) / 0.1)
    return min(max(least, 0), 1)
  }

  /// Likewise, by its shares.
  private func weight(_ shares: [Double]) -> Double {
    let share = share(own, shares)
    guard share > 0 else { return 0 }
    if let most { return min(max(10 * share / most - 1, 0), 1) }
    let rival = rivals.reduce(0) { max($0, self.share($1, shares)) }
    return min(max(4 * share / (share + rival) - 1, 0), 1)
  }

  private func share(_ term: Term, _ shares: [Double]) -> Double {
    term.reduce(0) { $0 + shares[$1] }
  }

  /// The most that any of some names keeps, at points of a lattice over R'G'B', blue fastest:
  /// 0…32767.
  static func weights(of names: [String]) -> [Int16] {
    let side = Int(splash_name_points)
    let gates = names.map(NameGate.init)
    return (0..<side * side * side).map { point in
      let color = RGB(
        red: Double(point / (side * side)) / Double(side - 1),
        green: Double(point / side % side) / Double(side - 1),
        blue: Double(point % side) / Double(side - 1))
      let shares = ColorWords.all.shares(of: color)
      let weight = gates.reduce(0) { max($0, $1.weight(color, shares)) }
      return Int16((weight * 32767).rounded())
    }
  }

  // MARK: - Words

  private static let modifiers = [
    "light": "light", "pale": "light", "pastel": "light", "dark": "dark", "deep": "dark",
    "bright": "bright", "vivid": "bright", "neon": "bright",
  ]

  /// The name that somebody's words stand for: `pale blue`, `pale-blue` and `paleblue` are
  /// `light blue`, a form of blue. Nil for what nobody counted, and for skin and greys, which are
  /// ranges.
  static func named(_ words: some StringProtocol) -> (name: String, base: ColorName)? {
    if let color = ColorName.named(words) {
      return color.isCounted ? (color.name, color) : nil
    }
    guard let (modifier, base) = modified(words) else { return nil }
    let name = "\(modifier) \(base.name)"
    return ColorWords.all.names.contains(name) ? (name, base) : nil
  }

  /// What is said before a name, and that.
  static func modified(_ word: some StringProtocol) -> (modifier: String, base: ColorName)? {
    let word = word.lowercased()
    for (before, modifier) in modifiers where word.hasPrefix(before) {
      let base = word.dropFirst(before.count).drop { " -_".contains($0) }
      if let base = ColorName.named(base) { return (modifier, base) }
    }
    return nil
  }
}

/// A lattice of names in the codes of pictures, for as long as somebody has it.
final class NameLattice {
  let points: UnsafePointer<Int16>
  private let memory: UnsafeMutablePointer<Int16>

  /// - Parameters:
  ///   - weights: what the names keep, as `NameGate` says.
  ///   - rule: coding, display and gains.
  init(_ weights: [Int16], _ rule: SplashRule) {
    memory = .allocate(capacity: weights.count)
    points = UnsafePointer(memory)
    withUnsafePointer(to: rule) { splash_name_lattice($0, weights, memory) }
  }

  deinit { memory.deallocate() }
}
