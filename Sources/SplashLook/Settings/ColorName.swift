/// A color name, and the colors that people give it to.
public struct ColorName: Equatable, Sendable {
  /// The word that `--hue` takes.
  public let name: String
  /// The range of its colors, used with a width, saturation or value that the user gives: one, or
  /// two if a single one would hold too much between them.
  public let ranges: [HueRange]
  /// The color that looks use for it: that of the survey for the plain word; for `skin` the middle
  /// of its range, for greys the CSS color.
  public let color: RGB

  /// The names of the XKCD color survey (R. Munroe, 2010, CC0: the color names of 222,500 people),
  /// made by `scripts/trials/color-names`, which says how. `skin` has the hue and saturation of
  /// Sobottka and Pitas, "Extraction of facial regions and features using color and shape
  /// information", ICPR 1996. From turquoise on, each name covers all survey colors of that name
  /// and the CSS color. `green` is the survey's green and grass, which is more yellow but not as
  /// bright as yellow. `greys` are within the limits of the ISCC-NBS names of neutral colors (K. L.
  /// Kelly and D. B. Judd, "Color: Universal Language and Dictionary of Names", NBS 440, 1976).
  public static let all = basic + finer + greys

  /// Names that together cover most of the circle; messages use them to name hues.
  package static let basic: [ColorName] = {
    let grass = HueRange(88, 33, (0.41, 1), (0.10, 0.81))
    return [
      ColorName("red", 0xE50000, HueRange(356.5, 15.5, (0.61, 1), (0.12, 1))),
      ColorName("orange", 0xF97306, HueRange(28, 16, (0.66, 1), (0.52, 1))),
      ColorName("brown", 0x653700, HueRange(38.5, 15.5, (0.35, 1), (0.10, 0.68))),
      ColorName("skin", 0xC7916B, HueRange(25, 20, (0.23, 0.68), (0.10, 1))),
      ColorName("gold", 0xDBB40C, HueRange(48, 6, (0.59, 1), (0.50, 1))),
      ColorName("yellow", 0xFFFF14, HueRange(59, 15, (0.48, 1), (0.52, 1))),
      ColorName("lime", 0xAAFF32, HueRange(85, 5, (0.55, 1), (0.54, 1))),
      ColorName("grass", 0x5CAC2D, grass),
      ColorName("green", 0x15B01A, HueRange(117.5, 43.5, (0.22, 1), (0.10, 1)), grass),
      ColorName("teal", 0x029386, HueRange(169, 11, (0.34, 1), (0.10, 1))),
      ColorName("cyan", 0x00FFFF, HueRange(175, 10, (0.28, 1), (0.12, 1))),
      ColorName("sky", 0x82CAFC, HueRange(199, 11, (0.23, 1), (0.61, 1))),
      ColorName("azure", 0x069AF3, HueRange(center: 202.5, width: 10)),
      ColorName("blue", 0x0343DF, HueRange(205.5, 44.5, (0.16, 1), (0.10, 1))),
      ColorName("purple", 0x7E1E9C, HueRange(282, 32, (0.18, 1), (0.10, 1))),
      ColorName("violet", 0x9A0EEA, HueRange(292, 24, (0.29, 1), (0.10, 1))),
      ColorName("magenta", 0xC20078, HueRange(314, 14, (0.56, 1), (0.15, 1))),
      ColorName(
        "pink", 0xFF81C0, HueRange(327, 23, (0.15, 0.77), (0.51, 1)),
        HueRange(318, 14, (0.77, 1), (0.53, 1))),
    ]
  }()

  private static let finer: [ColorName] = [
    ColorName("turquoise", 0x06C2AC, HueRange(167, 13.5, (0.29, 1), (0.10, 1))),
    ColorName("aqua", 0x13EAC9, HueRange(169.5, 14, (0.27, 1), (0.11, 1))),
    ColorName("mint", 0x9FFEB0, HueRange(132.5, 10, (0.21, 0.72), (0.50, 1))),
    ColorName("olive", 0x6E750E, HueRange(67.5, 10, (0.29, 1), (0.10, 0.79))),
    ColorName("khaki", 0xAAA662, HueRange(59.5, 10, (0.25, 0.55), (0.15, 1))),
    ColorName("mustard", 0xCEB301, HueRange(48.5, 10, (0.51, 1), (0.45, 1))),
    ColorName("cream", 0xFFFFC2, HueRange(57, 10, (0.15, 0.46), (0.67, 1))),
    ColorName("beige", 0xE6DAA6, HueRange(52.5, 13, (0.15, 0.53), (0.47, 1))),
    ColorName("tan", 0xD1B26F, HueRange(44, 27, (0.24, 0.67), (0.48, 1))),
    ColorName("peach", 0xFFB07C, HueRange(28, 13, (0.21, 0.68), (0.60, 1))),
    ColorName("salmon", 0xFF796C, HueRange(8.5, 10, (0.30, 0.68), (0.55, 1))),
    ColorName("coral", 0xFC5A50, HueRange(8.5, 10, (0.47, 0.79), (0.54, 1))),
    ColorName("rust", 0xA83C09, HueRange(17.5, 10, (0.51, 1), (0.44, 0.79))),
    ColorName("maroon", 0x650021, HueRange(347.5, 12.5, (0.43, 1), (0.10, 0.65))),
    ColorName("crimson", 0x8C000F, HueRange(351, 10, (0.68, 1), (0.14, 0.86))),
    ColorName("rose", 0xCF6275, HueRange(350.5, 10, (0.17, 0.73), (0.48, 1))),
    ColorName("plum", 0x580F41, HueRange(313.5, 10.5, (0.34, 1), (0.10, 0.6))),
    ColorName("mauve", 0xAE7181, HueRange(326, 23.5, (0.15, 0.54), (0.13, 1))),
    ColorName("lilac", 0xCEA2FD, HueRange(277, 13, (0.16, 0.67), (0.45, 1))),
    ColorName("lavender", 0xC79FEF, HueRange(285.5, 20.5, (0.15, 0.68), (0.15, 1))),
    ColorName("periwinkle", 0x8E82FE, HueRange(240.5, 10, (0.18, 0.65), (0.55, 1))),
    ColorName("indigo", 0x380282, HueRange(262, 12.5, (0.42, 1), (0.10, 0.81))),
    ColorName("navy", 0x01153E, HueRange(224, 16, (0.63, 1), (0.10, 0.52))),
    ColorName("fuchsia", 0xED0DD9, HueRange(313.5, 13.5, (0.71, 1), (0.15, 1))),
  ]

  /// Names without a hue: all of the circle, with saturations from 0.
  package static let greys: [ColorName] = [
    ColorName("white", 0xFFFFFF, HueRange(0, 180, (0, 0.11), (0.63, 1))),
    ColorName("silver", 0xC0C0C0, HueRange(0, 180, (0, 0.15), (0.63, 0.84))),
    ColorName("grey", 0x808080, HueRange(0, 180, (0, 0.15), (0.23, 0.84))),
    ColorName(
      "black", 0x000000, HueRange(0, 180, (0, 0.46), (0, 0.23)),
      HueRange(0, 180, (0, 1), (0, 0.05))),
  ]

  /// Whether it selects by the shares of people who use the name, and not by its ranges: all but
  /// skin and greys.
  var isCounted: Bool { name != "skin" && !Self.greys.contains(self) }

  /// Its selection if the user gives no numbers.
  public var kept: [HueRange] {
    guard isCounted else { return ranges }
    var word = ranges[0]
    word.word = name
    return [word]
  }

  /// The name that is selected by default.
  public static let standard = all[0]

  /// The color of a name, in upper or lower case, or of a word in `translations`; nil if there is
  /// none.
  public static func named(_ name: some StringProtocol) -> ColorName? {
    let word = name.lowercased()
    return all.first { $0.name == word } ?? all.first { $0.name == translations[word] }
  }

  /// The words of a text such as `navy blue` or `navy-blue`.
  static func parts(of text: String) -> [String] {
    text.split { " -_".contains($0) }.map(String.init)
  }

  /// The name that differs from a word by one edit: a letter replaced, missing or added, or two
  /// swapped; nil if there is none.
  static func nearest(to word: some StringProtocol) -> ColorName? {
    let letters = Array(word.lowercased().unicodeScalars)
    guard (2...32).contains(letters.count) else { return nil }
    return all.first { editDistance(Array($0.name.unicodeScalars), letters) <= 1 }
  }

  private init(_ name: String, _ code: Int, _ ranges: HueRange...) {
    (self.name, self.ranges, color) = (name, ranges, RGB(code: code))
  }
}

extension HueRange {
  fileprivate init(
    _ center: Double, _ width: Double, _ saturation: (Double, Double), _ value: (Double, Double)
  ) {
    self.init(
      center: center, width: width, saturation: Interval(saturation.0, saturation.1),
      value: Interval(value.0, value.1))
  }
}
