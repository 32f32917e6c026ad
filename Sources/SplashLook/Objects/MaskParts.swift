/// The connected parts of a mask, in cells: neighbors of the same kind are connected, diagonals
/// included.
package struct MaskParts: Sendable {
  /// Size of the grid, in cells.
  package let width, height: Int
  /// A cell has this power of two of mask samples along each side.
  let halvings: Int
  /// From top to bottom, and from left to right within a row.
  package private(set) var runs: [Run] = []
  package private(set) var parts: [Part] = []
  /// Whether the frame belongs to another shot than the one before.
  let isCut: Bool

  /// Adjacent cells of a row that belong to one part.
  package struct Run: Sendable {
    package var row, start, end: Int32
    package var part: Int32
  }

  package struct Part: Sendable {
    package let kind: UInt8
    /// In cells.
    package var area = 0
    /// Mean of Cb and Cr, in 8-bit codes.
    var color = SIMD2<Double>(0, 0)
  }

  /// - Parameters:
  ///   - kind: returns the kind of a cell; 0 if it is not in the mask.
  ///   - color: returns Cb and Cr of a cell, in 8-bit codes.
  package init(
    width: Int, height: Int, halvings: Int = 0, isCut: Bool,
    kind: (_ x: Int, _ y: Int) -> UInt8,
    color: (_ x: Int, _ y: Int) -> SIMD2<Double>
  ) {
    (self.width, self.height, self.halvings, self.isCut) = (width, height, halvings, isCut)
    var above = 0..<0
    var parents: [Int32] = []
    var kinds: [UInt8] = []
    for y in 0..<height {
      let first = runs.count
      var x = 0
      while x < width {
        let own = kind(x, y)
        guard own > 0 else {
          x += 1
          continue
        }
        let start = x
        while x < width, kind(x, y) == own { x += 1 }
        let index = Int32(parents.count)
        parents.append(index)
        kinds.append(own)
        runs.append(Run(row: Int32(y), start: Int32(start), end: Int32(x), part: index))
        for other in above
        where runs[other].start <= x && Int(runs[other].end) >= start && kinds[other] == own {
          Self.join(&parents, runs[other].part, index)
        }
      }
      above = first..<runs.count
    }
    number(&parents, kinds)
    measure(color)
  }

  private static func root(_ parents: inout [Int32], of run: Int32) -> Int32 {
    var run = run
    while parents[Int(run)] != run {
      parents[Int(run)] = parents[Int(parents[Int(run)])]
      run = parents[Int(run)]
    }
    return run
  }

  private static func join(_ parents: inout [Int32], _ one: Int32, _ other: Int32) {
    let (one, other) = (root(&parents, of: one), root(&parents, of: other))
    parents[Int(max(one, other))] = min(one, other)
  }

  /// Numbers the parts in the order of their first runs.
  private mutating func number(_ parents: inout [Int32], _ kinds: [UInt8]) {
    var numbers = [Int32](repeating: -1, count: parents.count)
    for index in runs.indices {
      let root = Int(Self.root(&parents, of: runs[index].part))
      if numbers[root] < 0 {
        numbers[root] = Int32(parts.count)
        parts.append(Part(kind: kinds[index]))
      }
      runs[index].part = numbers[root]
    }
  }

  private mutating func measure(_ color: (Int, Int) -> SIMD2<Double>) {
    for run in runs {
      let length = Int(run.end - run.start)
      parts[Int(run.part)].area += length
      // The middle cell gives the color of its run.
      let middle = color(Int(run.start + run.end) / 2, Int(run.row))
      parts[Int(run.part)].color += middle * Double(length)
    }
    for index in parts.indices { parts[index].color /= Double(parts[index].area) }
  }

  /// The part at a place, or the nearest one.
  ///
  /// - Parameters:
  ///   - x, y: in cells; may be fractional.
  /// - Returns: nil if there is none within 2 % of the height.
  package func part(atX x: Double, y: Double) -> Int? {
    func distance(_ run: Run) -> Double {
      let outX = max(Double(run.start) - x, x - Double(run.end), 0)
      let outY = max(Double(run.row) - y, y - Double(run.row) - 1, 0)
      return (outX * outX + outY * outY).squareRoot()
    }
    guard let nearest = runs.min(by: { distance($0) < distance($1) }),
      distance(nearest) <= max(1.5, 0.02 * Double(height))
    else { return nil }
    return Int(nearest.part)
  }

  /// The cells of some parts.
  func cells(of parts: [Int]) -> [ObjectRun] {
    runs.filter { parts.contains(Int($0.part)) }.map {
      ObjectRun(row: Int($0.row), start: Int($0.start), end: Int($0.end))
    }
  }
}
