internal import CSplashKernels
internal import SplashBase

/// What a light, dark or bright form of a color keeps, by the shares of people who call a color so: from
/// a tenth of its largest share up, and in full from three tenths on.
struct NameGate {
  /// Its place in the table of words.
  private let place: Int
  /// The largest share on the table's points.
  private let most: Double

  private init(_ name: String) {
    let words = ColorWords.all
    guard let place = words.names.firstIndex(of: name) else {
      preconditionFailure("nobody counted \(name)")
    }
    self.place = place
    most = (0..<words.side * words.side * words.side).reduce(0) {
      max($0, words.shares(at: $1)[place])
    }
  }

  /// 0…1, of a color whose shares are given.
  private func weight(_ shares: [Double]) -> Double {
    min(max((shares[place] / most - 0.1) / 0.2, 0), 1)
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
      let weight = gates.reduce(0) { max($0, $1.weight(shares)) }
      return Int16((weight * 32767).rounded())
    }
  }

  // MARK: - Words

  private static let modifiers = [
    "light": "light", "pale": "light", "pastel": "light", "dark": "dark", "deep": "dark",
    "bright": "bright", "vivid": "bright", "neon": "bright",
  ]

  /// The name that somebody's words stand for: `pale blue`, `pale-blue` and `paleblue` are
  /// `light blue`, a form of blue. Nil for what nobody counted.
  static func named(_ words: some StringProtocol) -> (name: String, base: ColorName)? {
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
