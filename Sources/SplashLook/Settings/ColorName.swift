/// A name for colors, and the part of the color solid that people give it to.
public struct ColorName: Equatable, Sendable {
  /// The word that `--hue` takes.
  public let name: String
  /// What it keeps: one range, or two where one would hold too much between them.
  public let ranges: [HueRange]
  /// A color in the middle of it.
  public let example: RGB

  /// Those of the XKCD color survey (R. Munroe, 2010, CC0: what 222,500 people call a color), made
  /// by `scripts/color-names`, which says how. `skin` is hue and saturation of Sobottka and Pitas,
  /// "Extraction of facial regions and features using color and shape information", ICPR 1996.
  /// `green` is the survey's green and grass, which is more yellow but not as bright as yellow.
  public static let all: [ColorName] = {
    let grass = HueRange(88, 33, (0.41, 1), (0.10, 0.81))
    return [
      ColorName("red", HueRange(356.5, 15.5, (0.61, 1), (0.12, 1))),
      ColorName("orange", HueRange(28, 16, (0.66, 1), (0.52, 1))),
      ColorName("brown", HueRange(38.5, 15.5, (0.35, 1), (0.10, 0.68))),
      ColorName("skin", HueRange(25, 20, (0.23, 0.68), (0.10, 1))),
      ColorName("gold", HueRange(47, 5, (0.59, 1), (0.50, 1))),
      ColorName("yellow", HueRange(59, 15, (0.48, 1), (0.52, 1))),
      ColorName("lime", HueRange(85.5, 5, (0.55, 1), (0.54, 1))),
      ColorName("grass", grass),
      ColorName("green", HueRange(117.5, 43.5, (0.22, 1), (0.10, 1)), grass),
      ColorName("teal", HueRange(168, 10, (0.34, 1), (0.10, 1))),
      ColorName("cyan", HueRange(172.5, 7.5, (0.28, 1), (0.12, 1))),
      ColorName("sky", HueRange(198, 10, (0.23, 1), (0.61, 1))),
      ColorName("azure", HueRange(center: 202, width: 10)),
      ColorName("blue", HueRange(205.5, 44.5, (0.16, 1), (0.10, 1))),
      ColorName("purple", HueRange(282, 32, (0.18, 1), (0.10, 1))),
      ColorName("violet", HueRange(292, 24, (0.29, 1), (0.10, 1))),
      ColorName("magenta", HueRange(311, 11, (0.56, 1), (0.15, 1))),
      ColorName(
        "pink", HueRange(327, 23, (0.15, 0.77), (0.51, 1)), HueRange(318, 14, (0.77, 1), (0.53, 1))),
    ]
  }()

  /// What is kept where nothing was chosen.
  public static let standard = all[0]

  /// The one of a name, in capitals or not; nil where there is none.
  public static func named(_ name: some StringProtocol) -> ColorName? {
    let name = name.lowercased()
    return all.first { $0.name == name }
  }

  private init(_ name: String, _ ranges: HueRange...) {
    self.name = name
    self.ranges = ranges
    let (saturation, value) = (ranges[0].saturation, ranges[0].value)
    example = RGB(
      hue: ranges[0].center, saturation: saturation.map { ($0.min + $0.max) / 2 } ?? 0.8,
      value: value.map { ($0.min + 3 * $0.max) / 4 } ?? 0.8)
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

extension RGB {
  /// A color by hue in degrees, saturation and value: the way back of `hsv`.
  fileprivate init(hue: Double, saturation: Double, value: Double) {
    func part(_ corner: Double) -> Double {
      let sixths = (corner + hue / 60).truncatingRemainder(dividingBy: 6)
      return value * (1 - saturation * max(0, min(sixths, 4 - sixths, 1)))
    }
    self.init(red: part(5), green: part(3), blue: part(1))
  }
}
