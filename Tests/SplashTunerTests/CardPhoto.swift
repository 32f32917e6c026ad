/// Where the colored patches of the ColorChecker lie in the photos of it: three rows of six.
enum CardPhoto {
  /// Middles of the first and last patch of the upper and the third row, by photo.
  private static let corners:
    [String: (
      upperLeft: (Double, Double), upperRight: (Double, Double),
      lowerLeft: (Double, Double), lowerRight: (Double, Double)
    )] = [
      "bedspread": ((322, 303), (610, 303), (315, 406), (619, 404)),
      "chair": ((317, 208), (731, 221), (313, 370), (724, 384)),
    ]

  /// - Parameter photo: "photos/card-chair-tungsten.png".
  static func patches(_ photo: String) -> [(x: Int, y: Int)] {
    guard let card = corners.first(where: { photo.contains($0.key) })?.value else { return [] }
    func between(_ from: (Double, Double), _ to: (Double, Double), _ share: Double) -> (
      Double, Double
    ) {
      (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
    }
    return (0..<18).map { index in
      let (column, row) = (Double(index % 6) / 5, Double(index / 6) / 2)
      let (x, y) = between(
        between(card.upperLeft, card.upperRight, column),
        between(card.lowerLeft, card.lowerRight, column), row)
      return (Int(x), Int(y))
    }
  }
}
