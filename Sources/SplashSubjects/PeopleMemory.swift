internal import Glibc
package import SplashLook

/// People who were seen in the pictures before and are not in this one: they hardly vanish from one
/// to the next, and what looks like them and lies near is theirs still.
package struct PeopleMemory {
  /// Of the picture as displayed, in cells.
  package let width, height: Int
  private var cells: CarriedCells?
  /// What is left of who is not seen, since the last picture.
  private var fading: Float = 1

  private static let mostCells = 14_400.0
  /// Seconds in which who is not seen fades to 1/e.
  private static let memory: Float = 1
  /// Between two pictures, where that is not known.
  private static let usualGap = 1.0 / 30
  /// What a picture counts of somebody who comes, so that no single one makes a memory.
  private static let rise: Float = 0.25
  /// A share of the picture; less is a network's own trembling.
  private static let least = 0.003

  /// - Parameter aspect: width over height.
  package init(aspect: Double) {
    height = max(1, Int((Self.mostCells / aspect).squareRoot()))
    width = max(1, Int(Double(height) * aspect))
  }

  /// Who was seen in the last picture, where he is in this one.
  ///
  /// - Parameters:
  ///   - colors: R', G' and B' of the cells, 0…1, one plane after another.
  ///   - gap: seconds since the last picture; nil where that is not known.
  package mutating func carry(to colors: [Float], after gap: Double?) {
    let colors = CellColors(colors, width: width, height: height)
    guard let last = cells else {
      cells = CarriedCells([Float](repeating: 0, count: width * height), of: colors)
      return
    }
    cells = last.next(colors)
    fading = exp(-Float(max(gap ?? Self.usualGap, 0)) / Self.memory)
  }

  /// Where people should be and were not found: 1, and 0 elsewhere; nil where nobody is missing.
  package func missing(in found: NetworkMask) -> NetworkMask? {
    guard let cells else { preconditionFailure("nothing was carried along") }
    let seen = found.resized(width: width, height: height).values
    let lost = seen.indices.map { seen[$0] < 0.5 && fading * cells.shares[$0] > 0.5 }
    // Edges that tremble are narrow.
    let core = lost.map { !$0 }.grown(1, width: width).map { !$0 }
    return core.contains(true) ? mask(core.grown(2, width: width)) : nil
  }

  /// The largest of what is missing with some room, and the box around it; nil where little is.
  package func largest(of missing: NetworkMask) -> (cells: NetworkMask, box: Spot)? {
    let parts = MaskParts(width: width, height: height, isCut: false) {
      missing.values[$1 * width + $0] > 0 ? 1 : 0
    } color: { _, _ in
      .zero
    }
    let areas = parts.parts.map(\.area)
    guard let part = areas.indices.max(by: { areas[$0] < areas[$1] }),
      Double(areas[part]) >= Self.least * Double(width * height)
    else { return nil }
    let runs = parts.runs.filter { $0.part == part }
    var own = [Bool](repeating: false, count: width * height)
    for run in runs {
      for x in run.start..<run.end { own[Int(run.row) * width + Int(x)] = true }
    }
    let (left, right) = (runs.map(\.start).min()!, runs.map(\.end).max()!)
    let (top, bottom) = (runs.first!.row, runs.last!.row + 1)
    let box = Spot(
      x: Double(left) / Double(width), y: Double(top) / Double(height),
      width: Double(right - left) / Double(width), height: Double(bottom - top) / Double(height))
    return (mask(own.grown(2, width: width)), box)
  }

  /// Remembers what was found in the picture.
  ///
  /// - Parameter isFirst: it was found without a memory, and is believed at once.
  package mutating func add(_ found: NetworkMask, isFirst: Bool) {
    guard var cells else { preconditionFailure("nothing was carried along") }
    let seen = found.resized(width: width, height: height).values
    for cell in seen.indices {
      let step = seen[cell] - cells.shares[cell]
      cells.shares[cell] =
        step < 0
        ? max(seen[cell], fading * cells.shares[cell])
        : cells.shares[cell] + (isFirst ? step : Self.rise * step)
    }
    self.cells = cells
  }

  /// Who is remembered where he is missing, and nothing elsewhere.
  package func held(in missing: NetworkMask) -> NetworkMask {
    guard let cells else { preconditionFailure("nothing was carried along") }
    return NetworkMask(
      width: width, height: height, values: zip(cells.shares, missing.values).map { $0 * $1 })
  }

  private func mask(_ cells: [Bool]) -> NetworkMask {
    NetworkMask(width: width, height: height, values: cells.map { $0 ? 1 : 0 })
  }
}
