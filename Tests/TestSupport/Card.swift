/// A color card on grey cloth, as a filter: three rows of six colored patches, and a row of greys.
public enum Card {
  private static let colors = [
    "735244", "c29682", "627a9d", "576c43", "8580b1", "67bdaa",
    "d67e2c", "505ba6", "c15a63", "5e3c6c", "9dbc40", "e0a32e",
    "383d96", "469449", "af363c", "e7c71f", "bb5695", "0885a1",
  ]
  private static let greys = ["f3f3f3", "c8c8c8", "a0a0a0", "7a7a7a", "555555", "343434"]
  private static let patch = 70

  /// The effect of a lamp on R' and B' in the clip `card-tungsten.png`.
  public static let tungsten = (red: 1.12, blue: 0.62)

  /// Middles of the colored patches.
  public static var middles: [(x: Int, y: Int)] {
    colors.indices.map { (45 + 100 * ($0 % 6) + patch / 2, 15 + 85 * ($0 / 6) + patch / 2) }
  }

  /// A graph without inputs, in planar R'G'B'.
  static var graph: String {
    let patches = (colors + greys).enumerated().map { index, color in
      "drawbox=x=\(45 + 100 * (index % 6)):y=\(15 + 85 * (index / 6)):w=\(patch):h=\(patch):"
        + "c=0x\(color):t=fill"
    }
    return
      (["color=0x8c8c8c:s=640x360:r=30,format=gbrp"] + patches
      + ["noise=all_seed=3:all_strength=8"]).joined(separator: ",")
  }
}
