/// Finds people who are too small for a run on the whole photo: the network runs on overlapping
/// squares of two sizes, and people whom both sizes find with certainty are taken.
enum PeopleTiles {
  private struct Tile {
    let size: Int
    let spot: Spot
  }

  /// Sides of the squares, in shares of the photo's shorter side.
  private static let sides = [1.0 / 2, 1.0 / 3]
  /// How much neighboring squares overlap at least, as a share of their side.
  private static let overlap = 0.35
  /// A photo so long that it needs more squares is skipped.
  private static let mostTiles = 160
  /// Cells of the mask along the shorter side.
  private static let cells = 240.0
  /// Squares with fewer pixels a side are too small to show people.
  private static let leastSide = 64.0
  /// The mean mask value of a certain person, and the least share of the photo.
  private static let (sure, least): (Float, Double) = (0.82, 0.0015)
  /// Cells around a person that may belong to the soft edge.
  private static let margin = 6

  /// The mask of people found in squares of the photo.
  ///
  /// - Parameters:
  ///   - turn: for display.
  ///   - network: that runs on the squares.
  /// - Returns: nil if nobody is found.
  /// - Throws: `SplashError` of kind failure if the network fails.
  static func find(
    in picture: borrowing PlaneView, turn: Turn, with network: Network
  ) throws(SplashError) -> NetworkMask? {
    let shown = turn.turned(picture.width, picture.height)
    let shorter = Double(min(shown.width, shown.height))
    guard sides.last! * shorter >= leastSide else { return nil }
    let tiles = tiles(Double(shown.width) / shorter, Double(shown.height) / shorter)
    guard tiles.count <= mostTiles else { return nil }
    var sums = sides.map { _ in
      TileSum(
        width: Int((cells * Double(shown.width) / shorter).rounded()),
        height: Int((cells * Double(shown.height) / shorter).rounded()))
    }
    for tile in tiles {
      sums[tile.size].add(try network.mask(of: picture, in: tile.spot, turn: turn), in: tile.spot)
    }
    return certain(in: TileSum.mean(of: sums))
  }

  /// The squares of a photo whose shorter side is 1.
  private static func tiles(_ width: Double, _ height: Double) -> [Tile] {
    func starts(_ length: Double, _ side: Double) -> [Double] {
      let gaps = ((length - side) / (side * (1 - overlap)) - 1e-9).rounded(.up)
      return (0...Int(gaps)).map { Double($0) / max(gaps, 1) * (length - side) }
    }
    return sides.enumerated().flatMap { size, side in
      starts(height, side).flatMap { y in
        starts(width, side).map { x in
          let spot = Spot(x: x / width, y: y / height, width: side / width, height: side / height)
          return Tile(size: size, spot: spot.clipped)
        }
      }
    }
  }

  /// The parts of a mask that are certainly people, with their edges; nil if there are none.
  private static func certain(in mask: NetworkMask) -> NetworkMask? {
    let (width, height) = (mask.width, mask.height)
    let parts = MaskParts(width: width, height: height, isCut: false) {
      mask.values[$1 * width + $0] > 0.5 ? 1 : 0
    } color: { _, _ in
      .zero
    }
    var sums = [Float](repeating: 0, count: parts.parts.count)
    for run in parts.runs {
      let row = Int(run.row) * width
      for cell in row + Int(run.start)..<row + Int(run.end) {
        sums[Int(run.part)] += mask.values[cell]
      }
    }
    var cells = [Bool](repeating: false, count: width * height)
    for run in parts.runs {
      let area = parts.parts[Int(run.part)].area
      guard Double(area) >= least * Double(width * height),
        sums[Int(run.part)] >= sure * Float(area)
      else { continue }
      let row = Int(run.row) * width
      for x in run.start..<run.end { cells[row + Int(x)] = true }
    }
    guard cells.contains(true) else { return nil }
    let values = zip(mask.values, cells.grown(margin, width: width)).map { $1 ? $0 : 0 }
    return NetworkMask(width: width, height: height, values: values)
  }
}

/// The weighted mean of masks of overlapping squares: samples near the center of a square weigh
/// more, since people cut off by its edge are hard to recognize.
private struct TileSum {
  let width, height: Int
  private var sums, weights: [Float]

  /// The weight at the edge; at the center it is 1.
  private static let edge: Float = 0.02

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    sums = [Float](repeating: 0, count: width * height)
    weights = sums
  }

  private func bounds(of spot: Spot) -> (columns: Range<Int>, rows: Range<Int>) {
    func range(_ start: Double, _ length: Double, _ count: Int) -> Range<Int> {
      let first = Int((start * Double(count)).rounded())
      return first..<max(first, min(Int(((start + length) * Double(count)).rounded()), count))
    }
    return (range(spot.x, spot.width, width), range(spot.y, spot.height, height))
  }

  mutating func add(_ mask: NetworkMask, in spot: Spot) {
    let (columns, rows) = bounds(of: spot)
    for row in rows {
      let y = ((Double(row) + 0.5) / Double(height) - spot.y) / spot.height
      let down = Self.weight(y, isFirst: rows.lowerBound == 0, isLast: rows.upperBound == height)
      for column in columns {
        let x = ((Double(column) + 0.5) / Double(width) - spot.x) / spot.width
        let weight =
          down
          * Self.weight(
            x, isFirst: columns.lowerBound == 0, isLast: columns.upperBound == width) + Self.edge
        sums[row * width + column] += weight * mask.value(x, y)
        weights[row * width + column] += weight
      }
    }
  }

  /// The weight of a tile's mask at a place within the tile, 0…1: 1 in the center, falling to 0 at
  /// each end; toward an end at the edge of the photo it stays 1.
  private static func weight(_ place: Double, isFirst: Bool, isLast: Bool) -> Float {
    let isFree = place < 0.5 ? isFirst : isLast
    return isFree ? 1 : Float(max(0, 1 - abs(2 * place - 1)))
  }

  /// The mean of the sums that cover a cell; 0 where none does.
  static func mean(of sums: [TileSum]) -> NetworkMask {
    let (width, height) = (sums[0].width, sums[0].height)
    var values = [Float](repeating: 0, count: width * height)
    var known = values
    for sum in sums {
      for cell in values.indices where sum.weights[cell] > 0 {
        values[cell] += sum.sums[cell] / sum.weights[cell]
        known[cell] += 1
      }
    }
    return NetworkMask(
      width: width, height: height, values: zip(values, known).map { $0 / max($1, 1) })
  }
}
