internal import CSplashKernels

/// A word for a color, and the share of people who use it.
public struct ColorWord: Equatable, Sendable, Encodable {
  /// One of `ColorName.all`, or light, dark or bright before one of the basic ones: `dark red`.
  public let name: String
  /// The share of people who give the color this name, 0…1.
  public let share: Double
}

extension RGB {
  /// Names that people give the color on a screen, the most frequent first: those of 1 % of people
  /// or more.
  ///
  /// By the counts of J. Heer and M. Stone, "Color naming models for color selection, image editing
  /// and palette design", CHI 2012, of the XKCD color survey; trilinear between the points of
  /// `scripts/trials/color-words`.
  public var words: [ColorWord] {
    let shares = ColorWords.all.shares(of: self)
    return zip(ColorWords.all.names, shares).map(ColorWord.init).filter { $0.share >= 0.01 }
      .sorted { $0.share > $1.share }
  }
}

/// The table of names that people give to colors.
struct ColorWords: Sendable {
  static let all = ColorWords()

  let names: [String]
  /// The index of each point's first entry in the table.
  private let starts: [Int]
  let side = Int(splash_color_words_side)

  private init() {
    names = String(cString: splash_color_words_names()).split(separator: "\n").map(String.init)
    let table = splash_color_words_table()
    var start = 0
    starts = (0..<side * side * side).map { _ in
      defer { start += 1 + 2 * Int(table[start]) }
      return start
    }
  }

  /// For each word, the share of people who give a color this name.
  func shares(of color: RGB) -> [Double] {
    let places = [color.red, color.green, color.blue].map {
      min(max($0, 0), 1) * Double(side - 1)
    }
    let lows = places.map { min(Int($0), side - 2) }
    var shares = [Double](repeating: 0, count: names.count)
    for corner in 0..<8 {
      var (point, weight) = (0, 1.0)
      for axis in 0..<3 {
        let isHigh = corner >> axis & 1 == 1
        let above = places[axis] - Double(lows[axis])
        point = point * side + lows[axis] + (isHigh ? 1 : 0)
        weight *= isHigh ? above : 1 - above
      }
      add(point, weighing: weight, to: &shares)
    }
    return shares
  }

  /// The same for a point of the table.
  func shares(at point: Int) -> [Double] {
    var shares = [Double](repeating: 0, count: names.count)
    add(point, weighing: 1, to: &shares)
    return shares
  }

  /// The color to which most people give a name of `names`, among the table's points.
  func example(of name: String) -> RGB {
    let index = names.firstIndex(of: name)!
    let own = starts.indices.map { shares(at: $0)[index] }
    let point = own.indices.max { own[$0] < own[$1] }!
    func level(_ place: Int) -> Double { Double(place % side) / Double(side - 1) }
    return RGB(
      red: level(point / (side * side)), green: level(point / side), blue: level(point))
  }

  private func add(_ point: Int, weighing weight: Double, to shares: inout [Double]) {
    let table = splash_color_words_table()
    let start = starts[point]
    for entry in 0..<Int(table[start]) {
      let root = Double(table[start + 2 + 2 * entry]) / 255
      shares[Int(table[start + 1 + 2 * entry])] += weight * root * root
    }
  }
}
