internal import CSplashKernels
internal import Synchronization

/// The mask of a color name, made of the shares of people who use the name for a color.
///
/// The eight basic colors with a hue compete: if s is the share of a color's own words and r that
/// of its best rival, the mask is 4 s / (s + r) - 1: 0 if the rival has three times the share, 1 if
/// it has no more. Names of shades count for their color, such as navy for blue. All other names
/// stand for a shade or a light, dark or bright form; their mask rises from 0 at a tenth of the
/// name's largest share to 1 at a fifth.
struct NameGate {
  /// The basic colors with a hue, each with the words for its shades.
  private static let hued = [
    ["red", "crimson", "maroon"], ["orange", "peach", "rust"], ["yellow", "gold", "mustard"],
    ["green", "lime", "grass", "mint", "olive"], ["blue", "sky", "azure", "navy", "periwinkle"],
    ["purple", "violet", "lavender", "lilac", "plum"], ["pink", "salmon", "rose"],
    ["brown", "tan"],
  ]
  /// Other words for colors with little hue; all greys count as one.
  private static let others = [
    ["skin", "beige"], ["white", "cream", "grey", "silver", "black"],
  ]
  /// Colors with another name when dark, and the factors of coded R'G'B' by which a dark color is
  /// also tested, so that shade does not change the selection of an object: brown is dark orange or
  /// dark yellow (C. J. Bartleson, "Brown", Color Research and Application 1, 1976), and grey is
  /// dark pale blue. Half a stop for blue, one for orange, since with more wood would be orange,
  /// and two for yellow. Light forms have half a stop: with one, light pink would be grey things and
  /// light blue plain blue ones.
  private static let shaded = [
    "light": [1.19], "blue": [1.19], "orange": [1.19, 1.41], "yellow": [1.26, 1.59, 2],
  ]
  /// Shown skin as a plain color, people call it pink or orange; in video these names do not mean
  /// faces.
  private static let withoutSkin: Set = ["orange", "pink"]
  private static let skin = ColorName.named("skin")!.ranges[0]
  /// Greys reach this saturation if the light is known to three to six degrees of angle, which is
  /// as exact as the balance gets: the mask is 0 below the first and full from the second.
  private static let faint = (0.08, 0.16)

  /// Indices of words in the table.
  private typealias Term = [Int]

  private let own: Term
  private let rivals: [Term]
  /// For a shade, its share of answers at the point of the table where that is largest; else nil.
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
    lights = Self.shaded[name.hasPrefix("light ") ? "light" : name] ?? []
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

  /// The mask of a color, 0…1, by its shares of names.
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

  /// How much a color is skin, 0…1: the hues and saturations of that name, fading out over ten
  /// degrees of hue and a tenth of saturation.
  private static func skinWeight(_ color: RGB) -> Double {
    let hsv = color.hsv
    let (hue, saturation) = (hueDistance(hsv.hue, skin.center), hsv.saturation)
    guard let width = skin.width, let gate = skin.saturation else { return 0 }
    let least = min(
      (width + 10 - hue) / 10, (saturation - gate.min + 0.1) / 0.1,
      (gate.max - saturation) / 0.1)
    return min(max(least, 0), 1)
  }

  /// The same by only the shares of names.
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

  /// The latest lattices, which all masks of a program share.
  private static let made = Mutex<[(names: [String], weights: [Int16])]>([])
  private static let limit = 8

  /// The union of the masks of some names at points of a lattice over R'G'B', blue fastest:
  /// 0…32767. Any thread.
  static func weights(of names: [String]) -> [Int16] {
    made.withLock { made in
      if let known = made.first(where: { $0.names == names }) { return known.weights }
      let weights = lattice(of: names)
      made = made.suffix(limit - 1) + [(names, weights)]
      return weights
    }
  }

  private static func lattice(of names: [String]) -> [Int16] {
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

  /// The counted name for a text: `pale blue`, `pale-blue` and `paleblue` give `light blue`, a form
  /// of blue; a shade before its color is the shade, `navy blue` is navy. Nil if the name was not
  /// counted, and for skin and greys, which are ranges.
  static func named(_ words: some StringProtocol) -> (name: String, base: ColorName)? {
    if let color = ColorName.named(words) {
      return color.isCounted ? (color.name, color) : nil
    }
    if let shade = shade(words) { return (shade.name, shade) }
    guard let (modifier, base) = modified(words) else { return nil }
    let name = "\(modifier) \(base.name)"
    return ColorWords.all.names.contains(name) ? (name, base) : nil
  }

  /// The shade in a text of a shade and its color.
  private static func shade(_ words: some StringProtocol) -> ColorName? {
    let parts = ColorName.parts(of: words.lowercased())
    guard parts.count == 2,
      hued.contains(where: { $0[0] == parts[1] && $0.dropFirst().contains(parts[0]) })
    else { return nil }
    return ColorName.named(parts[0])
  }

  /// The modifier before a name, and the name.
  static func modified(_ word: some StringProtocol) -> (modifier: String, base: ColorName)? {
    let word = word.lowercased()
    for (before, modifier) in modifiers where word.hasPrefix(before) {
      let base = word.dropFirst(before.count).drop { " -_".contains($0) }
      if let base = ColorName.named(base) { return (modifier, base) }
    }
    return nil
  }
}

/// A lattice of names converted to the codes of frames; it owns the memory of `points`.
final class NameLattice {
  let points: UnsafePointer<Int16>
  private let memory: UnsafeMutablePointer<Int16>

  /// - Parameters:
  ///   - weights: the mask of the names, as `NameGate` makes it.
  ///   - rule: coding, display and white balance gains.
  init(_ weights: [Int16], _ rule: SplashRule) {
    memory = .allocate(capacity: weights.count)
    points = UnsafePointer(memory)
    withUnsafePointer(to: rule) { splash_name_lattice($0, weights, memory) }
  }

  deinit { memory.deallocate() }
}
