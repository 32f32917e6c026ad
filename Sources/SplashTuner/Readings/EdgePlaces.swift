/// The points where the edge of the selection is clearest.
struct EdgePlaces {
  /// Shares of the frame as displayed, the clearest edge first.
  let places: [Region.Point]

  private static let count = 8
  /// Minimum distance between two points and from the border, as a share of the mask's wider side.
  private static let distance = 0.12
  private static let margin = 0.03
  /// Minimum step of the mask over both axes, of 255, for an edge.
  private static let leastStep = 96

  /// - Parameter mask: as displayed.
  init(of mask: SmallMask) {
    let (width, height) = (mask.width, mask.height)
    let side = Double(max(width, height))
    let margin = max(1, Int(Self.margin * side))
    var steps: [(step: Int, x: Int, y: Int)] = []
    for y in stride(from: margin, to: height - margin, by: 1) {
      for x in stride(from: margin, to: width - margin, by: 1) {
        func code(_ x: Int, _ y: Int) -> Int { Int(mask.codes[y * width + x]) }
        let across = abs(code(x + 1, y) - code(x - 1, y))
        let down = abs(code(x, y + 1) - code(x, y - 1))
        if across + down >= Self.leastStep { steps.append((across + down, x, y)) }
      }
    }
    // Equally clear edges are sorted by their distance from the center.
    func away(_ x: Int, _ y: Int) -> Int { abs(2 * x - width) + abs(2 * y - height) }
    steps.sort { ($1.step, away($0.x, $0.y)) < ($0.step, away($1.x, $1.y)) }
    var taken: [(x: Int, y: Int)] = []
    for (_, x, y) in steps where taken.count < Self.count {
      let isFar = taken.allSatisfy { other in
        let (across, down) = (Double(other.x - x), Double(other.y - y))
        return (across * across + down * down).squareRoot() >= Self.distance * side
      }
      if isFar { taken.append((x, y)) }
    }
    places = taken.map {
      Region.Point(
        x: (Double($0.x) + 0.5) / Double(width), y: (Double($0.y) + 0.5) / Double(height))
    }
  }
}

extension Tuner {
  /// Tells a browser where the newest frame has edges of the selection. Slow.
  func showEdges(to outbox: Outbox) throws {
    let mask = try awaitedPicture().flatMap { entry in
      try SmallMask(
        of: entry.frame, settings: look.snapshot.settings, gains: gains, turn: turn, files: files)
    }
    let places = mask.map { EdgePlaces(of: $0.upright).places } ?? []
    outbox.put(
      answer: BrowserMessage.encode(
        BrowserMessage.Edges(places: places.map { .init(x: $0.x, y: $0.y) })))
  }
}
