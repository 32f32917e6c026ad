internal import Glibc

/// Remembers people of earlier frames who are missing in this one: people rarely vanish within a
/// frame, so nearby cells that look like them still belong to them.
package struct PeopleMemory {
  /// Size of the displayed frame, in cells.
  package let width, height: Int
  /// Reads the colors of the cells.
  let look: CellLook
  private var cells: CarriedCells?
  /// Factor by which memories of missing people fade per frame.
  private var fading: Float = 1

  private static let mostCells = 14_400.0
  /// Seconds in which a missing person fades to 1/e.
  private static let memory: Float = 1
  /// Seconds between two frames, if unknown.
  private static let usualGap = 1.0 / 30
  /// Weight of a frame in which a person appears, so that a single one makes no memory.
  private static let rise: Float = 0.25
  /// Share of the frame; smaller changes are jitter of the network.
  private static let least = 0.003

  /// - Parameter aspect: width of the frame over its height, as displayed.
  package init(aspect: Double) {
    height = max(1, Int((Self.mostCells / aspect).squareRoot()))
    width = max(1, Int(Double(height) * aspect))
    look = CellLook(width: width, height: height)
  }

  /// Carries the memory of the last frame on to this one.
  ///
  /// - Parameters:
  ///   - colors: R', G' and B' of the cells, 0…1, one plane after another.
  ///   - gap: seconds since the last frame; nil if unknown.
  package mutating func carry(to colors: [Float], after gap: Double?) {
    let colors = CellColors(colors, width: width, height: height)
    guard let last = cells else {
      cells = CarriedCells([Float](repeating: 0, count: width * height), of: colors)
      return
    }
    cells = last.next(colors)
    fading = exp(-Float(max(gap ?? Self.usualGap, 0)) / Self.memory)
  }

  /// 1 where remembered people are missing from a mask, and 0 elsewhere; nil if none is missing.
  package func missing(in found: NetworkMask) -> NetworkMask? {
    guard let cells else { preconditionFailure("nothing was carried along") }
    let seen = found.resized(width: width, height: height).values
    let lost = seen.indices.map { seen[$0] < 0.5 && fading * cells.shares[$0] > 0.5 }
    // Jitter of edges is narrow.
    let core = lost.map { !$0 }.grown(1, width: width).map { !$0 }
    return core.contains(true) ? mask(core.grown(2, width: width)) : nil
  }

  /// The largest missing area with a margin, and the box around it; nil if it is too small.
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

  /// Adds the people found in this frame to the memory.
  ///
  /// - Parameter isFirst: whether there is no earlier memory, so that the mask is taken at full
  ///   weight.
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

  /// The memory where people are missing, and 0 elsewhere.
  package func held(in missing: NetworkMask) -> NetworkMask {
    guard let cells else { preconditionFailure("nothing was carried along") }
    return NetworkMask(
      width: width, height: height, values: zip(cells.shares, missing.values).map { $0 * $1 })
  }

  private func mask(_ cells: [Bool]) -> NetworkMask {
    NetworkMask(width: width, height: height, values: cells.map { $0 ? 1 : 0 })
  }
}

/// Reads the colors of a frame's cells.
final class CellLook: Looker {
  private let width, height: Int

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// R', G' and B' of the cells, 0…1, one plane after another.
  func look(at picture: borrowing PlaneView, turn: Turn) -> [Float] {
    picture.colors(width: width, height: height, turn: turn)
  }
}
